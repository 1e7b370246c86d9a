// What is left of counters, by name and as quantities: for people. What decides about picks is the same in budgets, see resources.ts.

import type { DeviceCapacity } from '../api/resource-slice.js';
import type { ProblemResources } from '../kernel/problem.js';
import { listDevices, type Pool, type PoolDevice } from '../pools/pool.js';
import { poolKey } from '../pools/slice-index.js';
import { Quantity } from '../quantity/quantity.js';
import type { AllocatedView } from './allocated-state.js';
import type { NodeView } from './node-view.js';

/** What allocated devices leave of one counter of a pool. */
export interface CounterBalance {
  readonly pool: Pool;
  readonly counterSet: string;
  readonly counter: string;
  /** What the pool declares. */
  readonly value: Quantity;
  /** Below zero where more is allocated than there is. */
  readonly left: Quantity;
  /** Allocated devices that take of it. */
  readonly holders: readonly string[];
}

/** The counters that devices of a node draw on, by the budgets that stand for them. */
export function counterBalances(
  { pools, devices, resources: found }: Pick<NodeView, 'pools' | 'devices' | 'resources'>,
  { budgets, ledgers, draws }: Pick<ProblemResources, 'budgets' | 'ledgers' | 'draws'>,
  allocated: AllocatedView,
): ReadonlyMap<number, CounterBalance> {
  const balances = new Map<number, CounterBalance>();
  const byName = new Map(pools.map((pool) => [poolKey(pool.driver, pool.name), pool]));
  const poolOf = new Map<number, Pool>();
  for (const [index, { ledger }] of draws) {
    const { driver, pool } = (devices[index] as PoolDevice).slice.spec;
    poolOf.set(ledger, byName.get(poolKey(driver, pool.name)) as Pool);
  }
  for (const [ledger, pool] of poolOf) {
    const holders = holdersIn(pool, allocated);
    let position = 0;
    // The budgets of a ledger are in the order in which the pool declares its counters.
    for (const { name: counterSet, counters } of pool.counterSets.values()) {
      for (const [counter, { value }] of counters) {
        const budget = ledgers[ledger]?.[position] as number;
        const unit = found?.ledgers[ledger]?.kinds[position]?.unit ?? 1n;
        const left = inFormatOf(value, (budgets[budget] as bigint) * unit);
        balances.set(budget, { pool, counterSet, counter, value, left, holders: holders.get(`${counterSet}\0${counter}`) ?? [] });
        position++;
      }
    }
  }
  return balances;
}

/** The names of allocated devices by the counters that they take of. */
function holdersIn(pool: Pool, allocated: AllocatedView): ReadonlyMap<string, readonly string[]> {
  const holders = new Map<string, string[]>();
  for (const { key, device } of [...pool.slices, ...pool.otherSlices].flatMap(listDevices)) {
    if (device.consumesCounters.length === 0 || !allocated.isAllocated(key)) continue;
    for (const { counterSet, counters } of device.consumesCounters) {
      for (const [counter, { value }] of counters) {
        if (value.sign() === 0) continue;
        const id = `${counterSet}\0${counter}`;
        const names = holders.get(id);
        if (names === undefined) holders.set(id, [device.name]);
        else names.push(device.name);
      }
    }
  }
  return holders;
}

/** What shares leave of a capacity of a device. */
export function leftOfCapacity({ value }: DeviceCapacity, consumed = 0n): Quantity {
  return inFormatOf(value, value.nano - consumed);
}

/** Billionths as a quantity that prints like another one. */
export function inFormatOf({ format }: Quantity, nano: bigint): Quantity {
  return new Quantity({ amount: Quantity.fromNano(nano).amount, format, text: '' });
}
