// What is allocated already: devices in use, however many claims say so. Source: allocation.md section 1, reference-1.37.md 1.8.

import type { AllocatedDevice } from '../api/resource-claim.js';
import type { Features } from '../features/features.js';
import { deviceId } from '../pools/pool.js';

/** Counts who occupies each device, so that allocations can be added and removed in any order. */
export class AllocatedState {
  readonly #features: Features;
  readonly #holders = new Map<string, number>();

  constructor(features: Features, devices: Iterable<string> = []) {
    this.#features = features;
    for (const id of devices) this.occupy(id);
  }

  /** Whether a device, `driver/pool/device`, is in use. */
  has(id: string): boolean {
    return this.#holders.has(id);
  }

  occupy(id: string): void {
    this.#holders.set(id, (this.#holders.get(id) ?? 0) + 1);
  }

  /** Adds the devices that the results of an allocation occupy. */
  add(results: readonly AllocatedDevice[]): void {
    for (const result of results) {
      if (this.occupies(result)) this.occupy(deviceId(result.driver, result.pool, result.device));
    }
  }

  /** Takes back what `add` did. */
  remove(results: readonly AllocatedDevice[]): void {
    for (const result of results) {
      if (!this.occupies(result)) continue;
      const id = deviceId(result.driver, result.pool, result.device);
      const holders = (this.#holders.get(id) ?? 0) - 1;
      if (holders > 0) this.#holders.set(id, holders);
      else this.#holders.delete(id);
    }
  }

  /** Admin access occupies nothing; a share occupies capacity, not the device, unless consumable capacity is off. */
  occupies(result: AllocatedDevice): boolean {
    if (result.adminAccess === true) return false;
    return result.shareID === undefined || !this.#features.consumableCapacity;
  }

  /** A copy that later changes do not touch. */
  snapshot(): AllocatedState {
    const copy = new AllocatedState(this.#features);
    for (const [id, holders] of this.#holders) copy.#holders.set(id, holders);
    return copy;
  }
}
