// The claims that hold each device, and the capacity that they leave.

import { deviceId } from '../../../allocator/pools/pool.js';
import { objectName } from '../../../core/api/meta.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import type { AllocatedDevice, ResourceClaim } from '../../../core/api/resource-claim.js';
import type { Device, ResourceSlice } from '../../../core/api/resource-slice.js';
import { excludingTaint } from '../../../core/api/taints.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { some } from '../../../core/base/words.js';
import type { Features } from '../../../core/features/features.js';
import type { Quantity } from '../../../core/quantity/quantity.js';
import type { ConsumedCapacity, Inventory, InventoryDevice } from './inventory.js';

/** The most claims in a message; others are only counted. */
const MAX_NAMES = 5;

interface Held {
  readonly claims: Set<string>;
  readonly admins: Set<string>;
  readonly pods: Set<string>;
  /** The numbers of its allocations as a whole and as shares. */
  whole: number;
  shares: number;
  /** The amounts that shares consume, by capacity. */
  readonly consumed: Map<string, Quantity>;
}

/** The devices of all claims, from their allocations. */
export class Holders {
  readonly #byDevice = new Map<string, Held>();
  readonly #features: Features;

  constructor({ resourceClaims }: ObjectSet, features: Features) {
    this.#features = features;
    for (const claim of resourceClaims) {
      const pods = consumersOf(claim);
      for (const result of claim.status.allocation?.results ?? []) this.#add(objectName(claim.metadata), pods, result);
    }
  }

  #add(claim: string, pods: readonly string[], result: AllocatedDevice): void {
    const held = this.#of(deviceId(result.driver, result.pool, result.device));
    for (const pod of pods) held.pods.add(pod);
    if (result.adminAccess === true) {
      held.admins.add(claim);
      return;
    }
    held.claims.add(claim);
    if (result.shareID === undefined) held.whole++;
    else held.shares++;
    for (const [name, amount] of result.consumedCapacity ?? []) held.consumed.set(name, held.consumed.get(name)?.add(amount) ?? amount);
  }

  #of(id: string): Held {
    return entryIn(this.#byDevice, id, () => ({
      claims: new Set<string>(),
      admins: new Set<string>(),
      pods: new Set<string>(),
      whole: 0,
      shares: 0,
      consumed: new Map(),
    }));
  }

  /** Returns a device with its claims. `blockedBy`: the reason why it is blocked if it is free. */
  describe(driver: string, pool: string, device: Device, blockedBy: string | undefined): Omit<InventoryDevice, 'cordoned'> {
    const { name } = device;
    const taints = this.#features.deviceTaints ? device.taints : [];
    const tainted = excludingTaint(taints, [], UNLIMITED) !== undefined;
    const held = this.#byDevice.get(deviceId(driver, pool, name));
    const capacity = this.#capacityOf(device, held);
    const state = this.#stateOf(held);
    const conflict = held === undefined ? undefined : conflictOf(held, device);
    const blocked = state === 'free' && blockedBy !== undefined;
    return {
      name,
      state: blocked ? 'blocked' : state,
      ...(blocked ? { blockedBy } : {}),
      claims: [...(held?.claims ?? [])],
      admins: [...(held?.admins ?? [])],
      pods: [...(held?.pods ?? [])],
      ...(conflict === undefined ? {} : { conflict }),
      capacity,
      taints,
      tainted,
    };
  }

  /** Returns the capacities of a device that can be shared. */
  #capacityOf({ allowMultipleAllocations, capacity }: Device, held: Held | undefined): ConsumedCapacity[] {
    if (!this.#features.consumableCapacity || allowMultipleAllocations !== true) return [];
    return Array.from(capacity, ([name, { value }]) => ({
      name,
      consumed: held?.consumed.get(name)?.toString() ?? '0',
      value: value.toString(),
    }));
  }

  /** Returns the devices of claims that are in none of these slices. */
  without(slices: readonly ResourceSlice[]): Inventory['removedDevices'] {
    const offered = new Set(slices.flatMap(({ spec }) => spec.devices.map((device) => deviceId(spec.driver, spec.pool.name, device.name))));
    const removedDevices = [...this.#byDevice].filter(([id]) => !offered.has(id));
    return removedDevices.map(([device, { claims, admins }]) => ({ device, claims: [...claims, ...admins] }));
  }

  #stateOf(held: Held | undefined): InventoryDevice['state'] {
    if (held === undefined || held.claims.size === 0) return 'free';
    return held.whole > 0 || !this.#features.consumableCapacity ? 'taken' : 'shared';
  }
}

/** Returns the consumers of a claim: the entries of `reservedFor`, and the pod that owns it. */
function consumersOf({ metadata: { namespace, ownerReferences }, status: { reservedFor } }: ResourceClaim): readonly string[] {
  const reserved = reservedFor.map(({ apiGroup, resource, name }) => {
    const consumer = objectName({ namespace, name });
    return apiGroup === '' && resource === 'pods' ? consumer : `${resource}/${consumer}`;
  });
  const owners = ownerReferences.filter(({ apiVersion, kind }) => apiVersion === 'v1' && kind === 'Pod');
  return [...new Set([...reserved, ...owners.map(({ name }) => objectName({ namespace, name }))])];
}

/** Returns the conflict between the claims of a device; undefined if none exists. Gates do not matter: a claim keeps its devices. */
function conflictOf({ whole, shares, claims, consumed }: Held, { allowMultipleAllocations, capacity }: Device): string | undefined {
  const names = some([...claims], MAX_NAMES);
  if (whole > 1 || (whole === 1 && shares > 0)) return `allocated ${whole + shares} times, but not each time as a share: ${names}`;
  if (shares > 1 && allowMultipleAllocations !== true) return `allocated as ${shares} shares, but it cannot be shared: ${names}`;
  for (const [name, amount] of consumed) {
    const value = capacity.get(name)?.value;
    if (value !== undefined && amount.compare(value) > 0)
      return `shares consume ${amount.toString()} of its capacity ${name}, but it has only ${value.toString()}: ${names}`;
  }
  return undefined;
}
