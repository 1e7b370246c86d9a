// What is allocated already: devices in use, and devices of which capacity is consumed, however many claims say so.
// Source: allocation.md section 1, reference-1.37.md 1.8.

import type { AllocatedDevice } from '../api/resource-claim.js';
import type { Features } from '../features/features.js';
import { deviceKey } from '../pools/pool.js';

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

/** Devices by `deviceKey`. */
export class AllocatedState {
  readonly #features: Features;
  readonly #occupied: Tally;
  readonly #consumed: Tally;

  constructor(features: Features, occupied = new Tally(), consumed = new Tally()) {
    this.#features = features;
    this.#occupied = occupied;
    this.#consumed = consumed;
  }

  /** Whether a device is in use. */
  has(id: string): boolean {
    return this.#occupied.has(id);
  }

  /** Whether some capacity of a device is consumed by shares of it. */
  isConsumed(id: string): boolean {
    return this.#consumed.has(id);
  }

  /** Notes that a device is in use. */
  occupy(id: string): void {
    this.#occupied.add(id);
  }

  /** Notes that some capacity of a device is consumed. */
  consume(id: string): void {
    this.#consumed.add(id);
  }

  /** Adds what the results of an allocation occupy and consume. */
  add(results: readonly AllocatedDevice[]): void {
    for (const result of results) this.#tallyOf(result)?.add(keyOf(result));
  }

  /** Takes back what `add` did. */
  remove(results: readonly AllocatedDevice[]): void {
    for (const result of results) this.#tallyOf(result)?.remove(keyOf(result));
  }

  /** Whether a result takes its device for itself. */
  occupies(result: AllocatedDevice): boolean {
    return this.#tallyOf(result) === this.#occupied;
  }

  /** A copy that later changes do not touch. */
  snapshot(): AllocatedState {
    return new AllocatedState(this.#features, this.#occupied.copy(), this.#consumed.copy());
  }

  /** Admin access takes nothing; a share consumes capacity, not the device, unless consumable capacity is off. */
  #tallyOf({ adminAccess, shareID, consumedCapacity }: AllocatedDevice): Tally | undefined {
    if (adminAccess === true) return undefined;
    if (shareID === undefined || !this.#features.consumableCapacity) return this.#occupied;
    return (consumedCapacity?.size ?? 0) === 0 ? undefined : this.#consumed;
  }
}

function keyOf({ driver, pool, device }: AllocatedDevice): string {
  return deviceKey(driver, pool, device);
}
