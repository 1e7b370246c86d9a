// Computes the amounts left of counters in pools, and the blocked devices: free devices whose counters have too little left, or that their
// compatibility group excludes.

import { AllocatedState } from '../../../allocator/encode/allocated-state.js';
import { encodeResources, findResources } from '../../../allocator/encode/resources.js';
import { devicesOf, type Pool, type PoolDevice } from '../../../allocator/pools/pool.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import type { Device } from '../../../core/api/resource-slice.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Features } from '../../../core/features/features.js';
import { Shortages, shortageInWords } from '../../../explain/shortage.js';
import { Draws } from './draws.js';
import type { CounterLeft } from './inventory.js';

/** The amounts left of counters and capacities in the pools of nodes, computed node by node. */
export class BlockedDevices {
  readonly draws: Draws;
  readonly #features: Features;
  readonly #allocated: AllocatedState;
  readonly #reasons = new Map<Device, string>();
  readonly #counters = new Map<Pool, CounterLeft[]>();

  constructor({ resourceClaims }: ObjectSet, features: Features) {
    this.#features = features;
    this.#allocated = new AllocatedState(features);
    for (const { status } of resourceClaims) this.#allocated.add(status.allocation?.results ?? []);
    this.draws = new Draws(features, this.#allocated);
  }

  /** Processes the pools of a node. Throws `input-too-large` for excessive amounts. */
  look(pools: readonly Pool[]): void {
    const devices = inOneGo(devicesOf(pools, UNLIMITED));
    const found = inOneGo(findResources(pools, devices, this.#features, UNLIMITED));
    if (found === undefined) return;
    const resources = inOneGo(encodeResources(found, devices, this.#allocated, { budgets: [], kinds: [] }, UNLIMITED));
    const shortages = new Shortages({ pools, devices, resources: found }, resources, this.#allocated);
    for (const index of resources.draws.keys()) {
      const { key, device } = devices[index] as PoolDevice;
      const reason = this.#allocated.isAllocated(key) ? undefined : inOneGo(shortages.ofDevice(index));
      if (reason !== undefined) this.#reasons.set(device, shortageInWords(reason));
    }
    const balances = [...inOneGo(shortages.balances()).values()];
    for (const { pool, counterSet, counter, value, left } of balances) {
      const counters = entryIn(this.#counters, pool, (): CounterLeft[] => []);
      counters.push({ counterSet, counter, left: left.toString(), value: value.toString() });
    }
    this.draws.note(balances);
  }

  /** Returns the reason why a device is blocked; undefined if it is not. */
  reasonOf(device: Device): string | undefined {
    return this.#reasons.get(device);
  }

  /** Returns the amounts left of the counters of the pool that devices consume. */
  countersOf(pool: Pool): readonly CounterLeft[] {
    return this.#counters.get(pool) ?? [];
  }
}
