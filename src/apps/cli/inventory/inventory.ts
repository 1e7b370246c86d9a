// The data of an inventory: devices with their nodes, pools and claims.

import type { CelCompileError, CelRuntimeError } from '../../../cel/engine.js';
import type { DeviceTaint } from '../../../core/api/resource-slice.js';
import type { MostAtOnce } from './most-at-once.js';

/**
 * The state of a device. `shared`: it has claims and accepts more. `blocked`: it has no claim, and other allocations make it
 * unavailable.
 */
type DeviceState = 'free' | 'taken' | 'shared' | 'blocked';

/** The consumed amount of a capacity, and its total amount, as printed quantities. */
export interface ConsumedCapacity {
  readonly name: string;
  readonly consumed: string;
  readonly value: string;
}

/** The amount left of a pool's counter, and its total amount. */
export interface CounterLeft {
  readonly counterSet: string;
  readonly counter: string;
  readonly left: string;
  readonly value: string;
}

/** A device and its claims. */
export interface InventoryDevice {
  readonly name: string;
  readonly state: DeviceState;
  /** The counter or compatibility groups that block it. */
  readonly blockedBy?: string;
  /** Claims that hold the device or a share of it, as `namespace/name`. */
  readonly claims: readonly string[];
  /** Claims with admin access, which occupies no device. */
  readonly admins: readonly string[];
  /** The pods that these claims are reserved for or belong to, as `namespace/name`; other consumers as `resource/namespace/name`. */
  readonly pods: readonly string[];
  /** The conflict between its claims. */
  readonly conflict?: string;
  /** Empty for a device that cannot be shared. */
  readonly capacity: readonly ConsumedCapacity[];
  /** Its taints, including DeviceTaintRules; empty while their gates are off. */
  readonly taints: readonly DeviceTaint[];
  /** True if a taint excludes requests that do not tolerate the taint. */
  readonly tainted: boolean;
  /** True if all nodes that can access it are cordoned, so that only pods that tolerate the cordon are allocated it. */
  readonly cordoned: boolean;
}

/** A pool, or the part of it that belongs to one node. */
export interface InventoryPool {
  /** Absent for devices that several nodes can reach. */
  readonly node?: string;
  readonly driver: string;
  readonly pool: string;
  /** The reason why no device of the pool is ever allocated. */
  readonly problem?: string;
  readonly devices: readonly InventoryDevice[];
  /** Counters that devices consume. */
  readonly counters: readonly CounterLeft[];
}

/** Devices of a slice that are in no pool, so that no request considers them. */
export interface InventoryLeftOut {
  /** Absent for devices that are not local to one node. */
  readonly node?: string;
  readonly driver: string;
  readonly pool: string;
  readonly why: string;
  readonly devices: readonly InventoryDevice[];
}

/** A conflict between claims, which no scheduler would allocate. */
export interface InventoryConflict {
  readonly driver: string;
  readonly pool: string;
  readonly devices: readonly string[];
  readonly what: string;
}

/** Numbers of devices in pools. */
export interface DeviceTotals {
  readonly devices: number;
  /** Excluding devices of cordoned nodes. */
  readonly free: number;
  /** The free devices that can be allocated at the same time: partitions of one card exclude each other. */
  readonly atOnce: MostAtOnce;
  readonly taken: number;
  readonly shared: number;
  readonly blocked: number;
  /** Devices to which a claim has admin access. */
  readonly admin: number;
  readonly tainted: number;
  /** Devices of cordoned nodes, in any state. */
  readonly cordoned: number;
}

/** The devices of one driver. */
export interface DriverTotals extends DeviceTotals {
  readonly driver: string;
}

/** Devices on which a selector of a class fails, which ends an attempt of the scheduler. */
export interface FailingSelector {
  readonly devices: number;
  /** The first one, as `driver/pool/device`. */
  readonly first: { readonly device: string; readonly error: CelCompileError | CelRuntimeError };
}

/** The devices that a class matches. `isCounted` is false if the time limit ended the count. */
export type ClassTotals = { readonly name: string; readonly extendedResourceName?: string } & (
  | (DeviceTotals & { readonly isCounted: true; readonly failing?: FailingSelector })
  | { readonly isCounted: false }
);

/** The whole inventory by node; network-attached pools come last. */
export interface Inventory {
  readonly pools: readonly InventoryPool[];
  readonly leftOut: readonly InventoryLeftOut[];
  /** Devices of claims that no slice offers (any more), as `driver/pool/device`. */
  readonly removedDevices: readonly { readonly device: string; readonly claims: readonly string[] }[];
  /** The devices of pools, by driver and in total. */
  readonly totals: { readonly drivers: readonly DriverTotals[]; readonly all: DeviceTotals };
  /** The devices of pools that each DeviceClass matches, by name. */
  readonly classes: readonly ClassTotals[];
  readonly conflicts: readonly InventoryConflict[];
}
