// What is allocated already: devices in use, shares of devices and what they consume, however many claims say so.
// Source: allocation.md section 1, reference-1.37.md 1.8 and 1.25.

import type { AllocatedDevice } from '../api/resource-claim.js';
import type { Features } from '../features/features.js';
import { deviceKey } from '../pools/pool.js';
import { Quantity } from '../quantity/quantity.js';

/** Counts who says something of a device, so that it can be said and taken back in any order. */
class Tally {
  readonly #counts: Map<string, number>;

  constructor(counts: Iterable<readonly [string, number]> = []) {
    this.#counts = new Map(counts);
  }

  has(id: string): boolean {
    return this.#counts.has(id);
  }

  add(id: string): void {
    this.#counts.set(id, (this.#counts.get(id) ?? 0) + 1);
  }

  remove(id: string): void {
    const count = (this.#counts.get(id) ?? 0) - 1;
    if (count > 0) this.#counts.set(id, count);
    else this.#counts.delete(id);
  }

  copy(): Tally {
    return new Tally(this.#counts);
  }
}

/** What shares consume of the capacities of each device, in billionths. */
class ConsumedAmounts {
  readonly #amounts: Map<string, ReadonlyMap<string, bigint>>;

  constructor(amounts: Iterable<readonly [string, ReadonlyMap<string, bigint>]> = []) {
    this.#amounts = new Map(amounts);
  }

  get isEmpty(): boolean {
    return this.#amounts.size === 0;
  }

  of(id: string): ReadonlyMap<string, bigint> {
    return this.#amounts.get(id) ?? NOTHING;
  }

  lends(id: string): boolean {
    for (const amount of this.of(id).values()) if (amount < 0n) return true;
    return false;
  }

  add(id: string, capacity: ReadonlyMap<string, Quantity>, factor: 1n | -1n): void {
    const sums = new Map(this.of(id));
    for (const [name, { nano }] of capacity) sums.set(name, (sums.get(name) ?? 0n) + factor * nano);
    this.#amounts.set(id, sums);
  }

  forget(id: string): void {
    this.#amounts.delete(id);
  }

  copy(): ConsumedAmounts {
    return new ConsumedAmounts(this.#amounts);
  }
}

const NOTHING: ReadonlyMap<string, never> = new Map<string, never>();

/** Devices by `deviceKey`. */
export class AllocatedState {
  readonly #features: Features;
  readonly #occupied: Tally;
  /** Shares of devices, with or without capacity. */
  readonly #shares: Tally;
  readonly #consumed: ConsumedAmounts;

  constructor(features: Features, occupied = new Tally(), shares = new Tally(), consumed = new ConsumedAmounts()) {
    this.#features = features;
    this.#occupied = occupied;
    this.#shares = shares;
    this.#consumed = consumed;
  }

  /** Whether a device is in use. */
  has(id: string): boolean {
    return this.#occupied.has(id);
  }

  /** Whether some share of a device exists. */
  isShared(id: string): boolean {
    return this.#shares.has(id);
  }

  /** Whether a device counts for the counters of its pool: in use, or shared. */
  isAllocated(id: string): boolean {
    return this.has(id) || this.isShared(id);
  }

  /** Whether shares consume capacity of any device. */
  get consumes(): boolean {
    return !this.#consumed.isEmpty;
  }

  /** What shares consume of the capacities of a device, in billionths. */
  consumedOf(id: string): ReadonlyMap<string, bigint> {
    return this.#consumed.of(id);
  }

  /**
   * As `consumedOf`, as quantities, for a device of which some consumption is below zero, so that there is more left than it has;
   * undefined for any other. No driver means that, but the API server takes it.
   */
  lentOf(id: string): ReadonlyMap<string, Quantity> | undefined {
    return this.#consumed.lends(id)
      ? new Map(Array.from(this.consumedOf(id), ([name, nano]) => [name, Quantity.fromNano(nano)]))
      : undefined;
  }

  /** Notes that a device is in use. */
  occupy(id: string): void {
    this.#occupied.add(id);
  }

  /** Notes a share of a device, and what it consumes. It counts for the counters of the pool whatever the gates. */
  share(id: string, capacity: ReadonlyMap<string, Quantity> = NOTHING): void {
    this.#shares.add(id);
    if (capacity.size > 0) this.#consumed.add(id, capacity, 1n);
  }

  /** Adds what the results of an allocation occupy and consume. */
  add(results: readonly AllocatedDevice[]): void {
    for (const result of results) {
      const use = this.#useOf(result);
      if (use === 'occupied') this.#occupied.add(keyOf(result));
      else if (use === 'shared') this.share(keyOf(result), result.consumedCapacity);
    }
  }

  /** Takes back what `add` did. */
  remove(results: readonly AllocatedDevice[]): void {
    for (const result of results) {
      const use = this.#useOf(result);
      const id = keyOf(result);
      if (use === 'occupied') this.#occupied.remove(id);
      if (use !== 'shared') continue;
      this.#shares.remove(id);
      if (this.#shares.has(id)) this.#consumed.add(id, result.consumedCapacity ?? NOTHING, -1n);
      else this.#consumed.forget(id);
    }
  }

  /** Whether a result takes its device for itself. */
  occupies(result: AllocatedDevice): boolean {
    return this.#useOf(result) === 'occupied';
  }

  /** A copy that later changes do not touch. */
  snapshot(): AllocatedState {
    return new AllocatedState(this.#features, this.#occupied.copy(), this.#shares.copy(), this.#consumed.copy());
  }

  /** Admin access takes nothing; a share consumes capacity, not the device, unless consumable capacity is off. */
  #useOf({ adminAccess, shareID }: AllocatedDevice): 'occupied' | 'shared' | undefined {
    if (adminAccess === true) return undefined;
    return shareID === undefined || !this.#features.consumableCapacity ? 'occupied' : 'shared';
  }
}

function keyOf({ driver, pool, device }: AllocatedDevice): string {
  return deviceKey(driver, pool, device);
}
