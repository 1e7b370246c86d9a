// The consumption of counters and compatibility groups by devices, and the amounts that allocated devices leave, over all nodes that see a pool.

import type { AllocatedView } from '../../../allocator/encode/allocated-state.js';
import { type CounterBalance, inFormatOf } from '../../../allocator/encode/balances.js';
import { listDevices, type Pool } from '../../../allocator/pools/pool.js';
import { poolKey } from '../../../allocator/pools/slice-index.js';
import type { Device } from '../../../core/api/resource-slice.js';
import type { Features } from '../../../core/features/features.js';
import type { InventoryConflict } from './inventory.js';
import type { Demand, Supply } from './most-at-once.js';

/** The supply of a pool. */
interface PoolSupply extends Supply {
  readonly left: Map<string, bigint>;
  readonly agreed: Map<string, readonly string[]>;
  /** Counter sets for which some device declares groups. Other sets have no compatibility check. */
  readonly grouped: ReadonlySet<string>;
}

/** Represents a device without groups, which is compatible only with other devices without groups. */
const NO_GROUPS = '';

const NO_DEMAND: Demand = { charges: new Map(), groups: new Map() };
const NO_SUPPLY: Supply = { left: new Map(), agreed: new Map() };

/** The supplies of pools, and the demands of devices. */
export class Draws {
  readonly conflicts: InventoryConflict[] = [];
  readonly #features: Features;
  readonly #allocated: AllocatedView;
  readonly #supplies = new Map<string, PoolSupply>();

  constructor(features: Features, allocated: AllocatedView) {
    this.#features = features;
    this.#allocated = allocated;
  }

  /** Records the pools that a node sees, with the amounts left of their counters. A pool is the same for every node that sees it. */
  note(balances: Iterable<CounterBalance>): void {
    const added = new Set<PoolSupply>();
    for (const balance of balances) {
      const { pool, counterSet, counter, left } = balance;
      const key = poolKey(pool.driver, pool.name);
      let supply = this.#supplies.get(key);
      if (supply === undefined) {
        supply = this.#supplyOf(pool);
        this.#supplies.set(key, supply);
        added.add(supply);
      }
      if (!added.has(supply)) continue;
      supply.left.set(counterName(counterSet, counter), left.nano);
      if (left.sign() < 0 && balance.holders.length > 0) this.conflicts.push(overdrawn(balance));
    }
  }

  supplyOf(driver: string, pool: string): Supply {
    return this.#supplies.get(poolKey(driver, pool)) ?? NO_SUPPLY;
  }

  /** Returns the demand of a free device. */
  demandOf(driver: string, pool: string, { consumesCounters }: Device): Demand {
    const supply = this.#supplies.get(poolKey(driver, pool));
    if (supply === undefined || consumesCounters.length === 0) return NO_DEMAND;
    const charges = new Map<string, bigint>();
    const groups = new Map<string, ReadonlySet<string>>();
    for (const { counterSet, counters, compatibilityGroups } of consumesCounters) {
      for (const [counter, { value }] of counters) {
        const name = counterName(counterSet, counter);
        // A device may name a set twice.
        if (value.sign() > 0) charges.set(name, (charges.get(name) ?? 0n) + value.nano);
      }
      if (supply.grouped.has(counterSet)) groups.set(counterSet, new Set(groupsOf(compatibilityGroups)));
    }
    return { charges, groups };
  }

  #supplyOf(pool: Pool): PoolSupply {
    const devices = [...pool.slices, ...pool.otherSlices].flatMap((slice) => listDevices(slice));
    const grouped = new Set<string>();
    const agreed = new Map<string, readonly string[]>();
    if (!this.#features.compatibilityGroups) return { left: new Map(), agreed, grouped };
    for (const { device } of devices) {
      for (const { counterSet, compatibilityGroups } of device.consumesCounters)
        if (compatibilityGroups.length > 0) grouped.add(counterSet);
    }
    for (const { device, key } of grouped.size === 0 ? [] : devices) {
      if (!this.#allocated.isAllocated(key)) continue;
      for (const { counterSet, compatibilityGroups } of device.consumesCounters) {
        if (!grouped.has(counterSet)) continue;
        agreed.set(counterSet, agreeing(agreed.get(counterSet), groupsOf(compatibilityGroups)));
      }
    }
    return { left: new Map(), agreed, grouped };
  }
}

/**
 * Returns the groups common to allocated devices. The groups may contradict each other, because slices change. The first device
 * decides, and contradictory devices are ignored.
 */
function agreeing(agreed: readonly string[] | undefined, groups: readonly string[]): readonly string[] {
  if (agreed === undefined) return groups;
  if (agreed.includes(NO_GROUPS) || groups.includes(NO_GROUPS)) return agreed;
  const groupSet = new Set(groups);
  return agreed.filter((group) => groupSet.has(group));
}

function groupsOf(groups: readonly string[]): readonly string[] {
  return groups.length === 0 ? [NO_GROUPS] : groups;
}

function counterName(counterSet: string, counter: string): string {
  return JSON.stringify([counterSet, counter]);
}

function overdrawn({ pool, counterSet, counter, value, left, holders }: CounterBalance): InventoryConflict {
  const { driver, name } = pool;
  const taken = inFormatOf(value, value.nano - left.nano).toString();
  const what = `allocated devices consume ${taken} of counter ${counterSet}/${counter}, which has ${value.toString()}`;
  return { driver, pool: name, devices: holders.map(({ device }) => device.name), what };
}
