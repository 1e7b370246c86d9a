// The claims that have each device, and what they leave of it.

import { objectName } from '../../api/meta.js';
import type { ObjectSet } from '../../api/objects.js';
import type { AllocatedDevice } from '../../api/resource-claim.js';
import type { Device, ResourceSlice } from '../../api/resource-slice.js';
import { taintRefusing } from '../../api/taints.js';
import { UNLIMITED } from '../../base/checkpoint.js';
import { entryIn } from '../../base/entry-in.js';
import type { Features } from '../../features/features.js';
import { deviceId } from '../../pools/pool.js';
import type { Quantity } from '../../quantity/quantity.js';
import type { ConsumedCapacity, Inventory, InventoryDevice } from './inventory.js';

interface Held {
  readonly claims: Set<string>;
  readonly admins: Set<string>;
  /** The amounts that shares consume, by capacity. */
  readonly consumed: Map<string, Quantity>;
  whole: boolean;
}

/** The devices of all claims, from their allocations. */
export class Holders {
  readonly #byDevice = new Map<string, Held>();
  readonly #features: Features;

  constructor({ resourceClaims }: ObjectSet, features: Features) {
    this.#features = features;
    for (const claim of resourceClaims) {
      for (const result of claim.status.allocation?.results ?? []) this.#add(objectName(claim.metadata), result);
    }
  }

  #add(claim: string, result: AllocatedDevice): void {
    const held = this.#of(deviceId(result.driver, result.pool, result.device));
    if (result.adminAccess === true) {
      held.admins.add(claim);
      return;
    }
    held.claims.add(claim);
    if (result.shareID === undefined || !this.#features.consumableCapacity) held.whole = true;
    for (const [name, amount] of result.consumedCapacity ?? []) held.consumed.set(name, held.consumed.get(name)?.add(amount) ?? amount);
  }

  #of(id: string): Held {
    return entryIn(this.#byDevice, id, () => ({ claims: new Set<string>(), admins: new Set<string>(), consumed: new Map(), whole: false }));
  }

  /** A device and who has it; `blockedBy` is what keeps everybody from it if nobody has. */
  describe(driver: string, pool: string, device: Device, blockedBy: string | undefined): InventoryDevice {
    const { name } = device;
    const taints = this.#features.deviceTaints ? device.taints : [];
    const tainted = taintRefusing(taints, [], UNLIMITED) !== undefined;
    const held = this.#byDevice.get(deviceId(driver, pool, name));
    const capacity = this.#capacityOf(device, held);
    const state = stateOf(held);
    const blocked = state === 'free' && blockedBy !== undefined;
    return {
      name,
      state: blocked ? 'blocked' : state,
      ...(blocked ? { blockedBy } : {}),
      claims: [...(held?.claims ?? [])],
      admins: [...(held?.admins ?? [])],
      capacity,
      taints,
      tainted,
    };
  }

  /** Capacities of devices that can be shared. */
  #capacityOf({ allowMultipleAllocations, capacity }: Device, held: Held | undefined): ConsumedCapacity[] {
    if (!this.#features.consumableCapacity || allowMultipleAllocations !== true) return [];
    return Array.from(capacity, ([name, { value }]) => ({
      name,
      consumed: held?.consumed.get(name)?.toString() ?? '0',
      value: value.toString(),
    }));
  }

  /** Devices of claims that none of these slices has. */
  without(slices: readonly ResourceSlice[]): Inventory['gone'] {
    const offered = new Set(slices.flatMap(({ spec }) => spec.devices.map((device) => deviceId(spec.driver, spec.pool.name, device.name))));
    const gone = [...this.#byDevice].filter(([id]) => !offered.has(id));
    return gone.map(([device, { claims, admins }]) => ({ device, claims: [...claims, ...admins] }));
  }
}

function stateOf(held: Held | undefined): InventoryDevice['state'] {
  if (held?.whole === true) return 'taken';
  return held !== undefined && held.claims.size > 0 ? 'shared' : 'free';
}
