// The rest of counters, by name and as quantities: for people. What decides about picks is the same in budgets, see resources.ts.

import type { DeviceCapacity } from '../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { Quantity } from '../../core/quantity/quantity.js';
import type { ProblemResources } from '../kernel/problem.js';
import { listDevices, type Pool, type PoolDevice } from '../pools/pool.js';
import { poolKey } from '../pools/slice-index.js';
import type { AllocatedView } from './allocated-state.js';
import type { NodeView } from './node-view.js';

/** The rest that allocated devices leave of one counter of a pool. */
export interface CounterBalance {
  readonly pool: Pool;
  readonly counterSet: string;
  readonly counter: string;
  /** The value that the pool declares. */
  readonly value: Quantity;
  /** Below zero where more is allocated than there is. */
  readonly left: Quantity;
  /** Allocated devices that take of it. */
  readonly holders: readonly PoolDevice[];
}

/** The counters that devices of a node draw on, by the budgets that stand for them. */
export function counterBalances(
  { pools, devices, resources: found }: Pick<NodeView, 'pools' | 'devices' | 'resources'>,
  { budgets, ledgers, draws }: Pick<ProblemResources, 'budgets' | 'ledgers' | 'draws'>,
  allocated: AllocatedView,
  checkpoint = UNLIMITED,
): ReadonlyMap<number, CounterBalance> {
  const balances = checkpoint.keep(() => new Map<number, CounterBalance>());
  const byName = checkpoint.keep(() => new Map(pools.map((pool) => [poolKey(pool.driver, pool.name), pool])));
  const poolOf = checkpoint.keep(() => new Map<number, Pool>());
  checkpoint.forEachOf(draws, ([index, { ledger }]) => {
    const { driver, pool } = (devices[index] as PoolDevice).slice.spec;
    poolOf.set(ledger, byName.get(poolKey(driver, pool.name)) as Pool);
  });
  checkpoint.forEachOf(poolOf, ([ledger, pool]) => {
    const holders = holdersIn(pool, allocated, checkpoint);
    const at = checkpoint.keep(() => ({ position: 0 }));
    // The budgets of a ledger are in the order in which the pool declares its counters.
    checkpoint.forEachOf(pool.counterSets.values(), ({ name: counterSet, counters }) => {
      checkpoint.forEachOf(counters, ([counter, { value }]) => {
        const budget = ledgers[ledger]?.[at.position] as number;
        const unit = found?.ledgers[ledger]?.kinds[at.position]?.unit ?? 1n;
        const left = inFormatOf(value, (budgets[budget] as bigint) * unit);
        balances.set(budget, { pool, counterSet, counter, value, left, holders: holders.get(`${counterSet}\0${counter}`) ?? [] });
        at.position++;
      });
    });
  });
  return balances;
}

/** The allocated devices by the counters that they take of. */
function holdersIn(pool: Pool, allocated: AllocatedView, checkpoint: Checkpoint): ReadonlyMap<string, readonly PoolDevice[]> {
  const holders = checkpoint.keep(() => new Map<string, PoolDevice[]>());
  checkpoint.forEach([...pool.slices, ...pool.otherSlices], (slice) => {
    checkpoint.forEach(listDevices(slice, checkpoint), (listed) => {
      const { key, device } = listed;
      if (device.consumesCounters.length === 0 || !allocated.isAllocated(key)) return;
      checkpoint.forEach(device.consumesCounters, ({ counterSet, counters }) => {
        checkpoint.step(counters.size);
        for (const [counter, { value }] of counters) {
          if (value.sign() !== 0) entryIn(holders, `${counterSet}\0${counter}`, (): PoolDevice[] => []).push(listed);
        }
      });
    });
  });
  return holders;
}

/** The rest that shares leave of a capacity of a device. */
export function leftOfCapacity({ value }: DeviceCapacity, consumed = 0n): Quantity {
  return inFormatOf(value, value.nano - consumed);
}

/** Billionths as a quantity that prints like another one. */
export function inFormatOf({ format }: Quantity, nano: bigint): Quantity {
  return new Quantity({ amount: Quantity.fromNano(nano).amount, format, text: '' });
}
