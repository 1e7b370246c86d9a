// Defines a pool whose slices are gathered for one node.

import type { CounterSet, Device, ResourceSlice } from '../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';

/** A pool as one node sees it. */
export interface Pool {
  readonly driver: string;
  readonly name: string;
  /** If set, no device of the pool is ever selected. */
  readonly problem?: PoolProblem;
  /** The slices with devices that the node reaches, sorted by name. Empty if there is a problem. */
  readonly slices: readonly ResourceSlice[];
  /** The other slices of the pool, which matter for counters. Filled only if the slices that the node sees are not the whole pool. */
  readonly otherSlices: readonly ResourceSlice[];
  readonly counterSets: ReadonlyMap<string, CounterSet>;
}

/** The reason why a pool is not used. */
export interface PoolProblem {
  readonly kind: 'incomplete' | 'invalid';
  /** A text, such as `duplicate device name gpu-0`. */
  readonly reason: string;
}

/** A device with its slice. */
export interface SliceDevice {
  readonly slice: ResourceSlice;
  readonly device: Device;
}

/** A device with its key. Nodes that see the same slice share it. */
export interface PoolDevice extends SliceDevice {
  /** Identifies the device in the cluster, see `deviceKey`. */
  readonly key: string;
}

/** Returns the name of a device in messages: `driver/pool/device`. */
export function deviceName({ slice, device }: SliceDevice): string {
  return deviceId(slice.spec.driver, slice.spec.pool.name, device.name);
}

/** Returns the same name from its parts. */
export function deviceId(driver: string, pool: string, device: string): string {
  return `${driver}/${pool}/${device}`;
}

/** Returns the key of a device. Pool names contain slashes, so names in messages are ambiguous. */
export function deviceKey(driver: string, pool: string, device: string): string {
  // `join` creates a flat string. Concatenation with + would keep the parts in memory too.
  return [driver, pool, device].join('\0');
}

/** The listed devices of a slice are a property of it. Growing a table of all slices would need milliseconds each time. */
const DEVICES = Symbol('devices');

interface Listed {
  readonly [DEVICES]?: readonly PoolDevice[];
}

/** Returns the devices of valid pools, in search order. */
export function* devicesOf(pools: readonly Pool[], checkpoint: Checkpoint): Incremental<readonly PoolDevice[]> {
  const devices: PoolDevice[] = [];
  for (const { slices } of pools) {
    for (const slice of slices) {
      const listed = listedDevices(slice) ?? (yield* listingDevices(slice, checkpoint));
      for (let index = 0; index < listed.length; index++) {
        devices.push(listed[index] as PoolDevice);
        if (checkpoint.due()) yield;
      }
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return devices;
}

/** Returns the `deviceKey` of a device of a slice, or undefined if the devices were not listed yet, or there is no such device. */
export function listedKeyOf(slice: ResourceSlice & Listed, name: string): string | undefined {
  for (const { device, key } of slice[DEVICES] ?? []) if (device.name === name) return key;
  return undefined;
}

/** Returns the device of a slice with a name, or undefined. */
export function deviceIn(slice: ResourceSlice, name: string): PoolDevice | undefined {
  for (const listed of listDevices(slice)) if (listed.device.name === name) return listed;
  return undefined;
}

/** Returns the devices of a slice, always the same objects. */
export function listDevices(slice: ResourceSlice): readonly PoolDevice[] {
  return listedDevices(slice) ?? inOneGo(listingDevices(slice, UNLIMITED));
}

/** Returns the devices of a slice, or undefined if they were not listed yet. */
export function listedDevices(slice: ResourceSlice & Listed): readonly PoolDevice[] | undefined {
  return slice[DEVICES];
}

/** The number of devices listed between two checkpoints. */
const DEVICES_A_PORTION = 32;

function listPortion(slice: ResourceSlice, from: number, listed: PoolDevice[]): void {
  const { driver, pool, devices } = slice.spec;
  const end = Math.min(devices.length, from + DEVICES_A_PORTION);
  for (let index = from; index < end; index++) {
    const device = devices[index] as Device;
    listed.push({ slice, device, key: deviceKey(driver, pool.name, device.name) });
  }
}

/** Like `listDevices`, in increments. */
export function* listingDevices(slice: ResourceSlice & Listed, checkpoint: Checkpoint): Incremental<readonly PoolDevice[]> {
  const { devices } = slice.spec;
  const listed: PoolDevice[] = [];
  for (let from = 0; from < devices.length; from += DEVICES_A_PORTION) {
    listPortion(slice, from, listed);
    if (checkpoint.due(DEVICES_A_PORTION)) yield;
  }
  // Another call may have listed them while this one yielded.
  if (slice[DEVICES] !== undefined) return slice[DEVICES];
  // The property is not enumerable, so that a copy with other devices lacks it.
  Object.defineProperty(slice, DEVICES, { value: listed });
  return listed;
}
