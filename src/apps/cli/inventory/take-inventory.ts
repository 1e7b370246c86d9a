// Makes the inventory of a cluster.

import { checkpointInOneGo, deadlineOf, type Limits } from '../../../allocator/evaluate/limits.js';
import { gatherPools } from '../../../allocator/pools/gather.js';
import { newestSlices } from '../../../allocator/pools/newest-generations.js';
import { deviceId, type Pool } from '../../../allocator/pools/pool.js';
import { poolKey, SliceIndex } from '../../../allocator/pools/slice-index.js';
import { activeRules } from '../../../allocator/pools/taint-rules.js';
import { type Environment, STORED } from '../../../cel/engine.js';
import type { Node } from '../../../core/api/node.js';
import { choiceIncludes } from '../../../core/api/node-match.js';
import type { ObjectSet } from '../../../core/api/objects.js';
import type { Device, ResourceSlice } from '../../../core/api/resource-slice.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Features } from '../../../core/features/features.js';
import { BlockedDevices } from './blocked-devices.js';
import { ClassDevices } from './class-devices.js';
import { withoutFaulty } from './faulty-slices.js';
import { Holders } from './holders.js';
import type { Inventory, InventoryConflict, InventoryPool } from './inventory.js';
import { findLeftOut, type LeftOutDevices } from './left-out-devices.js';
import type { CountedDevice } from './tally.js';
import { totalsOf } from './totals.js';

/** The options of an inventory. */
interface InventoryOptions {
  /** True if `nodes` are all nodes of the cluster. */
  readonly allNodes?: boolean;
  /** The CEL environment in which the scheduler evaluates selectors. */
  readonly environment?: Environment;
  /** The limits for evaluating classes. */
  readonly limits?: Limits;
}

/** A device that a node reaches. */
interface ReachedDevice {
  readonly device: Device;
  readonly cordoned: boolean;
}

/** The devices of a pool that several nodes reach, by name. */
interface ReachedPool {
  readonly pool: Pool;
  readonly devices: Map<string, ReachedDevice>;
}

/** Returns the inventory of these nodes. Throws AllocationError for excessive amounts of counters. */
export function takeInventory(
  objects: ObjectSet,
  nodes: readonly Node[],
  features: Features,
  { allNodes = true, environment = STORED, limits = {} }: InventoryOptions = {},
): Inventory {
  const holders = new Holders(objects, features);
  const blocked = new BlockedDevices(objects, features);
  const { sound, faulty } = withoutFaulty(objects.resourceSlices);
  const slices = new SliceIndex(sound, activeRules(objects.deviceTaintRules, features));
  const counted: CountedDevice[] = [];
  const describe = (pool: Pool, devices: readonly ReachedDevice[], node?: string): InventoryPool => ({
    ...(node === undefined ? {} : { node }),
    driver: pool.driver,
    pool: pool.name,
    ...(pool.problem === undefined ? {} : { problem: `${pool.problem.kind}: ${pool.problem.reason}` }),
    devices: devices.map(({ device, cordoned }) => {
      const described = { ...holders.describe(pool.driver, pool.name, device, blocked.reasonOf(device)), cordoned };
      counted.push({ pool, device, described });
      return described;
    }),
    counters: blocked.countersOf(pool),
  });
  const pools: InventoryPool[] = [];
  const network = new Map<string, ReachedPool>();
  for (const node of nodes) {
    const gathered = inOneGo(gatherPools(slices, node, features, UNLIMITED));
    blocked.look(gathered);
    for (const pool of gathered) {
      // A pool with a problem no longer has slices, so the slices of the input are used.
      const seen =
        pool.problem === undefined
          ? pool.slices
          : newestSlices(slices.ofPool(pool.driver, pool.name).filter((slice) => mayReach(slice, node)));
      const localDevices = devicesOf(seen, node, true);
      const shared = devicesOf(seen, node, false);
      if (localDevices.length > 0) pools.push(describe(pool, localDevices, node.metadata.name));
      if (shared.length > 0 || localDevices.length === 0) mergeInto(network, pool, shared);
    }
  }
  for (const { pool, devices } of network.values()) {
    // Pools with only counter sets, and broken pools that are local to nodes and have no devices, are listed only with a problem.
    if (devices.size > 0 || pool.problem !== undefined) pools.push(describe(pool, [...devices.values()]));
  }
  const listed = new Set(pools.flatMap(({ driver, pool, devices }) => devices.map(({ name }) => deviceId(driver, pool, name))));
  const missing = [
    ...findLeftOut({ slices, nodes, allNodes, features, listed }),
    ...faulty.map(({ slice, why }): LeftOutDevices => ({ slice, why, devices: slice.spec.devices })),
  ];
  const leftOut = missing.map(({ slice: { spec }, devices, why, node }) => ({
    ...(node === undefined ? {} : { node }),
    driver: spec.driver,
    pool: spec.pool.name,
    why,
    devices: devices.map((device) => ({ ...holders.describe(spec.driver, spec.pool.name, device, undefined), cordoned: false })),
  }));
  const conflicts = [...conflictsIn([...pools, ...leftOut]), ...blocked.draws.conflicts];
  const { draws } = blocked;
  const classes = new ClassDevices(environment, checkpointInOneGo(limits, deadlineOf(limits)));
  return {
    pools,
    leftOut,
    removedDevices: holders.without(objects.resourceSlices),
    totals: totalsOf(counted, draws),
    classes: classes.totalsOf(objects.deviceClasses, counted, draws),
    conflicts,
  };
}

/** Returns the conflicts between claims. */
function conflictsIn(pools: readonly Pick<InventoryPool, 'driver' | 'pool' | 'devices'>[]): InventoryConflict[] {
  return pools.flatMap(({ driver, pool, devices }) =>
    devices.flatMap(({ name, conflict }) => (conflict === undefined ? [] : [{ driver, pool, devices: [name], what: conflict }])),
  );
}

/** Merges devices of several nodes. A device is cordoned if all nodes that reach it are. */
function mergeInto(network: Map<string, ReachedPool>, pool: Pool, devices: readonly ReachedDevice[]): void {
  const key = poolKey(pool.driver, pool.name);
  const { devices: reached } = entryIn(network, key, () => ({ pool, devices: new Map<string, ReachedDevice>() }));
  for (const each of devices) {
    const { name } = each.device;
    reached.set(name, {
      device: reached.get(name)?.device ?? each.device,
      cordoned: each.cordoned && reached.get(name)?.cordoned !== false,
    });
  }
}

/** Returns whether a node reaches a slice, or may reach some of its devices, which `devicesOf` returns. */
function mayReach({ spec }: ResourceSlice, node: Node): boolean {
  return spec.perDeviceNodeSelection === true || choiceIncludes(spec, node, '', UNLIMITED);
}

/** Returns the devices that a node reaches: its local ones, or those that other nodes reach too. */
function devicesOf(slices: readonly ResourceSlice[], node: Node, isLocal: boolean): ReachedDevice[] {
  const cordoned = node.spec.unschedulable;
  const devices = slices.flatMap(({ spec }) =>
    spec.devices.filter((device) => {
      const choice = spec.perDeviceNodeSelection === true ? device : spec;
      return choiceIncludes(choice, node, '', UNLIMITED) && ((choice.nodeName ?? '') !== '') === isLocal;
    }),
  );
  return devices.map((device) => ({ device, cordoned }));
}
