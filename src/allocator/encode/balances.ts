// Computes the amounts left of counters, by name and as quantities, for people. The search uses the same amounts as budgets (resources.ts).

import type { DeviceCapacity } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import type { ProblemResources } from '../kernel/problem.js';
import { listedDevices, listingDevices, type Pool, type PoolDevice } from '../pools/pool.js';
import { poolKey } from '../pools/slice-index.js';
import type { AllocatedView } from './allocated-state.js';
import type { NodeView } from './node-view.js';

/** The amount left of one counter of a pool. */
export interface CounterBalance {
  readonly pool: Pool;
  readonly counterSet: string;
  readonly counter: string;
  /** The value that the pool declares. */
  readonly value: Quantity;
  /** Negative if the counter is overcommitted. */
  readonly left: Quantity;
  /** The allocated devices that consume it. */
  readonly holders: readonly PoolDevice[];
}

/** Returns the counters that devices of a node consume, by their budgets. */
export function* counterBalances(
  { pools, devices, resources: found }: Pick<NodeView, 'pools' | 'devices' | 'resources'>,
  { budgets, ledgers, draws }: Pick<ProblemResources, 'budgets' | 'ledgers' | 'draws'>,
  allocated: AllocatedView,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<number, CounterBalance>> {
  const balances = new Map<number, CounterBalance>();
  const byName = new Map(pools.map((pool) => [poolKey(pool.driver, pool.name), pool]));
  const poolOf = new Map<number, Pool>();
  for (const [index, { ledger }] of draws) {
    const { driver, pool } = (devices[index] as PoolDevice).slice.spec;
    poolOf.set(ledger, byName.get(poolKey(driver, pool.name)) as Pool);
    if (checkpoint.due()) yield;
  }
  for (const [ledger, pool] of poolOf) {
    const holders = yield* findingHolders(pool, allocated, checkpoint);
    let position = 0;
    // The budgets of a ledger follow the order in which the pool declares its counters.
    for (const { name: counterSet, counters } of pool.counterSets.values()) {
      for (const [counter, { value }] of counters) {
        const budget = ledgers[ledger]?.[position] as number;
        const unit = found?.ledgers[ledger]?.kinds[position]?.unit ?? 1n;
        const left = inFormatOf(value, (budgets[budget] as bigint) * unit);
        balances.set(budget, { pool, counterSet, counter, value, left, holders: holders.get(`${counterSet}\0${counter}`) ?? [] });
        position++;
        if (checkpoint.due()) yield;
      }
    }
  }
  return balances;
}

/** Returns the allocated devices by the counters that they consume. */
function* findingHolders(
  pool: Pool,
  allocated: AllocatedView,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, readonly PoolDevice[]>> {
  const holders = new Map<string, PoolDevice[]>();
  for (const slice of [...pool.slices, ...pool.otherSlices]) {
    for (const listed of listedDevices(slice) ?? (yield* listingDevices(slice, checkpoint))) {
      if (allocated.isAllocated(listed.key)) addHolder(holders, listed, checkpoint);
      if (checkpoint.due()) yield;
    }
  }
  return holders;
}

function addHolder(holders: Map<string, PoolDevice[]>, holder: PoolDevice, checkpoint: Checkpoint): void {
  for (const { counterSet, counters } of holder.device.consumesCounters) {
    checkpoint.step(counters.size);
    for (const [counter, { value }] of counters) {
      if (value.sign() !== 0) entryIn(holders, `${counterSet}\0${counter}`, (): PoolDevice[] => []).push(holder);
    }
  }
}

/** Returns the amount that shares leave of a capacity of a device. */
export function leftOfCapacity({ value }: DeviceCapacity, consumed = 0n): Quantity {
  return inFormatOf(value, value.nano - consumed);
}

/** Returns billionths as a quantity in the format of another one. */
export function inFormatOf({ format }: Quantity, nano: bigint): Quantity {
  return new Quantity({ amount: Quantity.fromNano(nano).amount, format, text: '' });
}
