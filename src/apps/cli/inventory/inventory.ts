// The devices of a cluster as an inventory lists them: on which node they are, in which pool, and which claims have them.

import type { CelCompileError, CelRuntimeError } from '../../../cel/engine.js';
import type { DeviceTaint } from '../../../core/api/resource-slice.js';
import type { MostAtOnce } from './most-at-once.js';

/** The state of a device: `shared` has claims and could take more; `blocked` has none, and what others have keeps everybody from it. */
type DeviceState = 'free' | 'taken' | 'shared' | 'blocked';

/** The amount of a capacity that shares consume, and the whole of it, as quantities are printed. */
export interface ConsumedCapacity {
  readonly name: string;
  readonly consumed: string;
  readonly value: string;
}

/** The rest of a counter of a pool, and the whole of it. */
export interface CounterLeft {
  readonly counterSet: string;
  readonly counter: string;
  readonly left: string;
  readonly value: string;
}

/** A device and who has it. */
export interface InventoryDevice {
  readonly name: string;
  readonly state: DeviceState;
  /** Names the counter or compatibility groups that keep everybody from it. */
  readonly blockedBy?: string;
  /** Claims that have it or a share of it, as `namespace/name`. */
  readonly claims: readonly string[];
  /** Claims with admin access to it, which takes nothing. */
  readonly admins: readonly string[];
  /** The pods that these claims are reserved for or belong to, as `namespace/name`; others that claims are reserved for as `resource/namespace/name`. */
  readonly pods: readonly string[];
  /** Names what claims have of it that they cannot have at the same time. */
  readonly conflict?: string;
  /** Empty for a device that cannot be shared. */
  readonly capacity: readonly ConsumedCapacity[];
  /** Its own and those of DeviceTaintRules; none while the gates for them are off. */
  readonly taints: readonly DeviceTaint[];
  /** A taint keeps requests away that do not tolerate it. */
  readonly tainted: boolean;
  /** Each node that reaches it is cordoned, so that only pods that tolerate that are allocated it. */
  readonly cordoned: boolean;
}

/** A pool, or the part of it that belongs to one node. */
export interface InventoryPool {
  /** Absent for devices that more than one node can reach. */
  readonly node?: string;
  readonly driver: string;
  readonly pool: string;
  /** Why no device of the pool is ever selected. */
  readonly problem?: string;
  readonly devices: readonly InventoryDevice[];
  /** Counters that devices take of. */
  readonly counters: readonly CounterLeft[];
}

/** Devices of a slice that are in no pool, so that no request ever sees them. */
export interface InventoryLeftOut {
  /** Absent for devices that are not of one node. */
  readonly node?: string;
  readonly driver: string;
  readonly pool: string;
  readonly why: string;
  readonly devices: readonly InventoryDevice[];
}

/** Claims have what they cannot have at the same time, which no scheduler gives out. */
export interface InventoryConflict {
  readonly driver: string;
  readonly pool: string;
  readonly devices: readonly string[];
  readonly what: string;
}

/** The numbers of devices in pools. */
export interface DeviceTotals {
  readonly devices: number;
  /** Without those of cordoned nodes. */
  readonly free: number;
  /** Free devices that is available at the same time: partitions of one card exclude each other. */
  readonly atOnce: MostAtOnce;
  readonly taken: number;
  readonly shared: number;
  readonly blocked: number;
  /** Devices to which some claim has admin access. */
  readonly admin: number;
  readonly tainted: number;
  /** Devices of cordoned nodes, whatever their state. */
  readonly cordoned: number;
}

/** The devices of one driver. */
export interface DriverTotals extends DeviceTotals {
  readonly driver: string;
}

/** Devices on which a selector of a class ends with an error, as does an attempt of the scheduler. */
export interface FailingSelector {
  readonly devices: number;
  /** The first one, as `driver/pool/device`. */
  readonly first: { readonly device: string; readonly error: CelCompileError | CelRuntimeError };
}

/** The devices that a class chooses, or that nobody counted them: there was no time for it. */
export type ClassTotals = { readonly name: string; readonly extendedResourceName?: string } & (
  | (DeviceTotals & { readonly isCounted: true; readonly failing?: FailingSelector })
  | { readonly isCounted: false }
);

/** Everything, by node; network-attached pools last. */
export interface Inventory {
  readonly pools: readonly InventoryPool[];
  readonly leftOut: readonly InventoryLeftOut[];
  /** Devices that claims have and no slice offers (any more), as `driver/pool/device`. */
  readonly gone: readonly { readonly device: string; readonly claims: readonly string[] }[];
  /** The devices of pools, by driver and altogether. */
  readonly totals: { readonly drivers: readonly DriverTotals[]; readonly all: DeviceTotals };
  /** The devices of pools that each DeviceClass chooses, by its name. */
  readonly classes: readonly ClassTotals[];
  readonly conflicts: readonly InventoryConflict[];
}
