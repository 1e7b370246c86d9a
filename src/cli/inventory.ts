// The devices of a cluster: on which node they are, in which pool, and which claims have them.

import { objectName } from '../api/meta.js';
import type { Node } from '../api/node.js';
import type { ObjectSet } from '../api/objects.js';
import type { Device, DeviceTaint, ResourceSlice } from '../api/resource-slice.js';
import { taintRefusing } from '../encode/taints.js';
import type { Features } from '../features/features.js';
import { gatherPools } from '../pools/gather.js';
import { choiceIncludes } from '../pools/node-match.js';
import { deviceId, type Pool } from '../pools/pool.js';
import { poolKey, SliceIndex } from '../pools/slice-index.js';
import { withTaints } from '../pools/taint-rules.js';

/** What a device is: `shared` has claims and could take more. */
export type DeviceState = 'free' | 'taken' | 'shared';

/** A device and who has it. */
export interface InventoryDevice {
  readonly name: string;
  readonly state: DeviceState;
  /** Claims that have it or a share of it, as `namespace/name`. */
  readonly claims: readonly string[];
  /** Claims with admin access to it, which takes nothing. */
  readonly admins: readonly string[];
  /** Its own and those of DeviceTaintRules; none while the gates for them are off. */
  readonly taints: readonly DeviceTaint[];
  /** A taint keeps requests away that do not tolerate it. */
  readonly tainted: boolean;
}

/** A pool, or the part of it that belongs to one node. */
export interface InventoryPool {
  /** Absent for devices that more than one node can reach. */
  readonly node?: string;
  readonly driver: string;
  readonly pool: string;
  /** Why no device of the pool is ever picked. */
  readonly problem?: string;
  readonly devices: readonly InventoryDevice[];
}

/** Everything, by node; network-attached pools last. */
export interface Inventory {
  readonly pools: readonly InventoryPool[];
  /** Devices that claims have and no slice offers (any more), as `driver/pool/device`. */
  readonly gone: readonly { readonly device: string; readonly claims: readonly string[] }[];
}

/** Takes stock of these nodes. Throws AllocationError for a node selector that does not parse. */
export function takeInventory(objects: ObjectSet, nodes: readonly Node[], features: Features): Inventory {
  const holders = new Holders(objects, features);
  const slices = new SliceIndex(taintedSlices(objects, features));
  const pools: InventoryPool[] = [];
  const network = new Map<string, { pool: Pool; devices: Map<string, Device> }>();
  for (const node of nodes) {
    for (const pool of gatherPools(slices, node, features)) {
      // A pool with a problem has no slices any more: look at those of the input.
      const seen =
        pool.problem === undefined ? pool.slices : newest(slices.ofPool(pool.driver, pool.name).filter((slice) => reaches(slice, node)));
      const own = devicesOf(seen, node, true);
      const shared = devicesOf(seen, node, false);
      if (own.length > 0) pools.push(describePool(pool, own, holders, node.metadata.name));
      if (shared.length > 0 || own.length === 0) mergeInto(network, pool, shared);
    }
  }
  for (const { pool, devices } of network.values()) {
    // Only counter sets, or a broken pool that is local to nodes and has no devices: nothing to list unless something is wrong.
    if (devices.size > 0 || pool.problem !== undefined) pools.push(describePool(pool, [...devices.values()], holders));
  }
  return { pools, gone: holders.without(objects.resourceSlices) };
}

function taintedSlices({ resourceSlices, deviceTaintRules }: ObjectSet, features: Features): readonly ResourceSlice[] {
  if (!features.deviceTaintRules || deviceTaintRules.length === 0) return resourceSlices;
  return resourceSlices.map((slice) => withTaints(slice, deviceTaintRules));
}

function mergeInto(network: Map<string, { pool: Pool; devices: Map<string, Device> }>, pool: Pool, devices: readonly Device[]): void {
  const key = poolKey(pool.driver, pool.name);
  const entry = network.get(key) ?? { pool, devices: new Map<string, Device>() };
  for (const device of devices) if (!entry.devices.has(device.name)) entry.devices.set(device.name, device);
  network.set(key, entry);
}

function newest(slices: readonly ResourceSlice[]): ResourceSlice[] {
  const generation = slices.reduce((highest, { spec }) => (spec.pool.generation > highest ? spec.pool.generation : highest), 0n);
  return slices.filter(({ spec }) => spec.pool.generation === generation);
}

function reaches({ spec }: ResourceSlice, node: Node): boolean {
  return spec.perDeviceNodeSelection === true || choiceIncludes(spec, node, '');
}

/** The devices that a node reaches: its own ones, or those that other nodes reach as well. */
function devicesOf(slices: readonly ResourceSlice[], node: Node, own: boolean): Device[] {
  return slices.flatMap(({ spec }) =>
    spec.devices.filter((device) => {
      const choice = spec.perDeviceNodeSelection === true ? device : spec;
      return choiceIncludes(choice, node, '') && ((choice.nodeName ?? '') !== '') === own;
    }),
  );
}

function describePool({ driver, name, problem }: Pool, devices: readonly Device[], holders: Holders, node?: string): InventoryPool {
  return {
    ...(node === undefined ? {} : { node }),
    driver,
    pool: name,
    ...(problem === undefined ? {} : { problem: `${problem.kind}: ${problem.reason}` }),
    devices: devices.map((device) => holders.describe(driver, name, device)),
  };
}

interface Held {
  readonly claims: Set<string>;
  readonly admins: Set<string>;
  whole: boolean;
}

/** Which claims have which devices, from their allocations. */
class Holders {
  readonly #byDevice = new Map<string, Held>();
  readonly #taints: boolean;

  constructor({ resourceClaims }: ObjectSet, features: Features) {
    this.#taints = features.deviceTaints;
    for (const claim of resourceClaims) {
      for (const result of claim.status.allocation?.results ?? []) {
        const held = this.#of(deviceId(result.driver, result.pool, result.device));
        if (result.adminAccess === true) {
          held.admins.add(objectName(claim.metadata));
          continue;
        }
        held.claims.add(objectName(claim.metadata));
        if (result.shareID === undefined || !features.consumableCapacity) held.whole = true;
      }
    }
  }

  #of(id: string): Held {
    const known = this.#byDevice.get(id);
    if (known !== undefined) return known;
    const held: Held = { claims: new Set(), admins: new Set(), whole: false };
    this.#byDevice.set(id, held);
    return held;
  }

  describe(driver: string, pool: string, device: Device): InventoryDevice {
    const { name } = device;
    const taints = this.#taints ? device.taints : [];
    const tainted = taintRefusing(taints, []) !== undefined;
    const held = this.#byDevice.get(deviceId(driver, pool, name));
    if (held === undefined) return { name, state: 'free', claims: [], admins: [], taints, tainted };
    const state = held.whole ? 'taken' : held.claims.size > 0 ? 'shared' : 'free';
    return { name, state, claims: [...held.claims], admins: [...held.admins], taints, tainted };
  }

  without(slices: readonly ResourceSlice[]): Inventory['gone'] {
    const offered = new Set(slices.flatMap(({ spec }) => spec.devices.map((device) => deviceId(spec.driver, spec.pool.name, device.name))));
    const gone = [...this.#byDevice].filter(([id]) => !offered.has(id));
    return gone.map(([device, { claims, admins }]) => ({ device, claims: [...claims, ...admins] }));
  }
}
