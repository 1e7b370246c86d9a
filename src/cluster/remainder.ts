// Checks that the selections of an outcome still fit after later allocations: devices, counters and compatibility groups of pools, and
// capacities of shared devices. An outcome does not name its node, so each pool is considered as a whole.

import type { AllocatedState } from '../allocator/encode/allocated-state.js';
import { deviceIn, listDevices, type PoolDevice } from '../allocator/pools/pool.js';
import type { SliceIndex } from '../allocator/pools/slice-index.js';
import type { AllocatedDevice } from '../core/api/resource-claim.js';
import type { Device, DeviceCounterConsumption, ResourceSlice } from '../core/api/resource-slice.js';
import { entryIn, weakEntryIn } from '../core/base/entry-in.js';

/** The compatibility groups that the devices of a counter set have in common, or that none of these devices declares groups. */
type Groups = 'none' | readonly string[];

/** The consumption of a device that is occupied as a whole. */
const NOTHING: ReadonlyMap<string, bigint> = new Map<string, bigint>();

/** Tracks the remaining devices and counters while selections are charged one by one. */
export class Remainder {
  readonly #allocated: AllocatedState;
  readonly #slices: SliceIndex;
  /** Devices that were charged here, whole or in shares, with the consumption of the shares. */
  readonly #taken = new Map<string, ReadonlyMap<string, bigint>>();
  #ledgers: Map<string, Ledger> | undefined;

  constructor({ allocated, slices }: { readonly allocated: AllocatedState; readonly slices: SliceIndex }) {
    this.#allocated = allocated;
    this.#slices = slices;
  }

  /**
   * Charges the device of a result. Returns in words why the device cannot be charged; undefined on success. Admin access
   * charges no device.
   */
  take(result: AllocatedDevice): string | undefined {
    const { driver, pool, device: name } = result;
    const found = this.#find(driver, pool, name);
    if (found[0] === undefined) return 'no longer exists';
    if (result.adminAccess === true) {
      this.#lend(found);
      return undefined;
    }
    const { key } = found[0];
    return this.#allocated.occupies(result) ? this.#takeWhole(key, found) : this.#takeShare(key, found, result);
  }

  /** Returns the devices of this name, one for each slice. Usually there is one. */
  #find(driver: string, pool: string, name: string): readonly PoolDevice[] {
    const slices = this.#slices.withDevice(driver, pool, name);
    const first = slices[0] && deviceIn(slices[0], name);
    if (first !== undefined && slices.length === 1) return [first];
    return slices.flatMap((slice) => deviceIn(slice, name) ?? []);
  }

  /** Admin access charges nothing permanently. Later selections of the same search could use the counters that the device adds. */
  #lend(found: readonly PoolDevice[]): void {
    for (const { slice, device } of found) if (device.consumesCounters.length > 0) this.#ledgerOf(slice).lend(device);
  }

  #takeWhole(key: string, found: readonly PoolDevice[]): string | undefined {
    const isShared = this.#allocated.isShared(key) && found.every(({ device }) => device.allowMultipleAllocations === true);
    if (this.#allocated.has(key) || isShared || this.#taken.has(key)) return 'is no longer free';
    const lacking = this.#charge(key, found);
    this.#taken.set(key, NOTHING);
    return lacking;
  }

  #takeShare(key: string, found: readonly PoolDevice[], { consumedCapacity = new Map() }: AllocatedDevice): string | undefined {
    if (this.#allocated.has(key)) return 'is no longer free';
    const taken = this.#taken.get(key) ?? NOTHING;
    const sums = [...consumedCapacity].map(([name, { nano }]) => {
      return [name, nano + (taken.get(name) ?? 0n), this.#allocated.consumedOf(key).get(name) ?? 0n] as const;
    });
    const fitting = found.filter(({ device: { allowMultipleAllocations, capacity } }) => {
      const fits = sums.every(([name, amount, before]) => amount + before <= (capacity.get(name)?.value.nano ?? -1n));
      return allowMultipleAllocations === true && fits;
    });
    if (fitting.length === 0) return 'has too little capacity left';
    const lacking = this.#charge(key, fitting);
    this.#taken.set(key, new Map([...taken, ...sums.map(([name, amount]) => [name, amount] as const)]));
    return lacking;
  }

  /** Charges the counters of a device, unless it was charged before. */
  #charge(key: string, found: readonly PoolDevice[]): string | undefined {
    if (this.#allocated.isAllocated(key) || this.#taken.has(key)) return undefined;
    if (found.every(({ device }) => device.consumesCounters.length === 0)) return undefined;
    // Several slices may have a device of this name, and the outcome does not identify one. Charges the device that consumes least.
    const byAmount = [...found].sort((left, right) => (totalOf(left.device) < totalOf(right.device) ? -1 : 1));
    const fits = byAmount.some(({ slice, device }) => device.consumesCounters.length === 0 || this.#ledgerOf(slice).take(device));
    return fits ? undefined : 'no longer has the counters that it needs';
  }

  /** Returns the counters of the pool, in the generation of a slice. */
  #ledgerOf({ spec: { driver, pool } }: ResourceSlice): Ledger {
    const key = JSON.stringify([driver, pool.name, String(pool.generation)]);
    this.#ledgers ??= new Map();
    return entryIn(this.#ledgers, key, () => {
      const slices = this.#slices.ofPool(driver, pool.name).filter((slice) => slice.spec.pool.generation === pool.generation);
      return new Ledger(slices, this.#allocated);
    });
  }
}

/**
 * Tracks the remaining counters of a pool, and the compatibility groups that its counter sets still admit. As in a search, a counter below
 * zero rejects every device of the pool that consumes any counter (docs/spec/reference-1.37.md 1.24).
 */
class Ledger {
  /** The amount left of each counter, in billionths. */
  readonly #left = new Map<string, bigint>();
  /** The counters below zero. */
  readonly #short = new Set<string>();
  readonly #groups = new Map<string, Groups>();
  /** True if every node can access all of these slices. If a pool has more slices than it declares, a node may access only some of them. */
  readonly #isWhole: boolean;

  constructor(slices: readonly ResourceSlice[], allocated: AllocatedState) {
    this.#isWhole = slices.every(({ spec }) => spec.pool.resourceSliceCount >= BigInt(slices.length));
    for (const { spec } of slices) {
      for (const { name, counters } of spec.sharedCounters) {
        for (const [counter, { value }] of counters) this.#add(counterKey(name, counter), value.nano);
      }
    }
    for (const slice of slices) {
      // Devices in a slice with shared counters do not count.
      if (slice.spec.sharedCounters.length > 0) continue;
      for (const { key, device } of listDevices(slice)) {
        if (device.consumesCounters.length > 0 && allocated.isAllocated(key)) this.#charge(device.consumesCounters);
      }
    }
  }

  /** Charges the counters of a device, if they suffice and its compatibility groups are admitted. */
  take({ consumesCounters }: Device): boolean {
    const isAdmitted = !this.#isWhole || consumesCounters.every((consumption) => this.#admits(consumption));
    const charges = chargesOf(consumesCounters);
    const isThere = isAdmitted && this.#suffices(charges);
    if (isThere) this.#charge(consumesCounters);
    return isThere;
  }

  /** Adds the negative consumption of a device. */
  lend({ consumesCounters }: Device): void {
    for (const [key, amount] of chargesOf(consumesCounters)) if (amount < 0n) this.#add(key, -amount);
  }

  #admits({ counterSet, compatibilityGroups }: DeviceCounterConsumption): boolean {
    const commonGroups = this.#commonGroups(counterSet, compatibilityGroups);
    return commonGroups !== undefined && commonGroups.length > 0;
  }

  #suffices(charges: ReadonlyMap<string, bigint>): boolean {
    for (const [key, amount] of charges) {
      const left = this.#left.get(key);
      if (left === undefined || left < amount) return false;
    }
    if (!this.#isWhole) return true;
    // A device with negative consumption can raise a counter above zero again.
    for (const key of this.#short) if (!charges.has(key)) return false;
    return true;
  }

  #charge(consumptions: readonly DeviceCounterConsumption[]): void {
    // A pool is invalid if a device consumes a counter that the pool does not have. No search selects its devices.
    for (const [key, amount] of chargesOf(consumptions)) if (this.#left.has(key)) this.#add(key, -amount);
    for (const { counterSet, compatibilityGroups } of consumptions) {
      // Contradictory devices may have been allocated before their slice changed. The first one counts.
      const commonGroups = this.#commonGroups(counterSet, compatibilityGroups);
      if (commonGroups !== undefined) this.#groups.set(counterSet, commonGroups);
    }
  }

  #add(key: string, amount: bigint): void {
    const left = (this.#left.get(key) ?? 0n) + amount;
    this.#left.set(key, left);
    if (left < 0n) this.#short.add(key);
    else this.#short.delete(key);
  }

  /** Returns the groups that a counter set and a device have in common; undefined if only one of them has groups. */
  #commonGroups(counterSet: string, declared: readonly string[]): Groups | undefined {
    const groups: Groups = declared.length === 0 ? 'none' : declared;
    const before = this.#groups.get(counterSet) ?? groups;
    if (before === 'none' || groups === 'none') return before === groups ? 'none' : undefined;
    return before.filter((group) => groups.includes(group));
  }
}

/** Sums what a device consumes of all counters. */
function totalOf({ consumesCounters }: Device): bigint {
  return [...chargesOf(consumesCounters).values()].reduce((sum, amount) => sum + amount, 0n);
}

/** Returns the consumption of a device by counter, computed once per device. A device may name a counter set twice. */
function chargesOf(consumptions: readonly DeviceCounterConsumption[]): ReadonlyMap<string, bigint> {
  return weakEntryIn(cachedCharges, consumptions, () => sumsOf(consumptions));
}

const cachedCharges = new WeakMap<readonly DeviceCounterConsumption[], ReadonlyMap<string, bigint>>();

function sumsOf(consumptions: readonly DeviceCounterConsumption[]): ReadonlyMap<string, bigint> {
  const charges = new Map<string, bigint>();
  for (const { counterSet, counters } of consumptions) {
    for (const [name, { value }] of counters) {
      const key = counterKey(counterSet, name);
      charges.set(key, (charges.get(key) ?? 0n) + value.nano);
    }
  }
  return charges;
}

function counterKey(counterSet: string, counter: string): string {
  return `${counterSet}\0${counter}`;
}
