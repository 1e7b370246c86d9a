// A pool, once its slices are gathered for one node.

import type { CounterSet, Device, ResourceSlice } from '../../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';

/** A pool seen from one node. */
export interface Pool {
  readonly driver: string;
  readonly name: string;
  /** Set: no device of the pool is ever selected. */
  readonly problem?: PoolProblem;
  /** Slices with devices that the node reaches, sorted by name. Empty with a problem. */
  readonly slices: readonly ResourceSlice[];
  /** The other slices of the pool, which matter for counters. Known only where the pool is not complete on the node alone. */
  readonly otherSlices: readonly ResourceSlice[];
  readonly counterSets: ReadonlyMap<string, CounterSet>;
}

/** Why a pool does not count. */
export interface PoolProblem {
  readonly kind: 'incomplete' | 'invalid';
  /** In words, such as `duplicate device name gpu-0`. */
  readonly reason: string;
}

/** A device with where it comes from. */
export interface SliceDevice {
  readonly slice: ResourceSlice;
  readonly device: Device;
}

/** A device with its key. Nodes that see the same slice share it. */
export interface PoolDevice extends SliceDevice {
  /** Tells devices of a cluster apart, see `deviceKey`. */
  readonly key: string;
}

/** The name of a device in messages: `driver/pool/device`. */
export function deviceName({ slice, device }: SliceDevice): string {
  return deviceId(slice.spec.driver, slice.spec.pool.name, device.name);
}

/** Makes the `deviceName` of its parts. */
export function deviceId(driver: string, pool: string, device: string): string {
  return `${driver}/${pool}/${device}`;
}

/** A key for a device. Pool names contain slashes, so messages' form of a name could stand for two devices. */
export function deviceKey(driver: string, pool: string, device: string): string {
  // Joined, a key is one string; joined by + it would keep its parts as well.
  return [driver, pool, device].join('\0');
}

/** The place of each device in a slice. A table of all slices would take milliseconds whenever it grows. */
const DEVICES = Symbol('devices');

interface Listed {
  readonly [DEVICES]?: readonly PoolDevice[];
}

/** The devices of pools that count, in search order. */
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

/** The `deviceKey` of a device of a slice, as far as its devices were listed; undefined: then, or when it has no such device. */
export function listedKeyOf(slice: ResourceSlice & Listed, name: string): string | undefined {
  for (const { device, key } of slice[DEVICES] ?? []) if (device.name === name) return key;
  return undefined;
}

/** The device of a slice that has a name; undefined: there is none. */
export function deviceIn(slice: ResourceSlice, name: string): PoolDevice | undefined {
  for (const listed of listDevices(slice)) if (listed.device.name === name) return listed;
  return undefined;
}

/** The devices of a slice, always the same objects. */
export function listDevices(slice: ResourceSlice): readonly PoolDevice[] {
  return listedDevices(slice) ?? inOneGo(listingDevices(slice, UNLIMITED));
}

/** The devices of a slice; undefined: they were never listed. */
export function listedDevices(slice: ResourceSlice & Listed): readonly PoolDevice[] | undefined {
  return slice[DEVICES];
}

/** Devices that get their keys between two pauses. */
const DEVICES_A_PORTION = 32;

function listPortion(slice: ResourceSlice, from: number, listed: PoolDevice[]): void {
  const { driver, pool, devices } = slice.spec;
  const end = Math.min(devices.length, from + DEVICES_A_PORTION);
  for (let index = from; index < end; index++) {
    const device = devices[index] as Device;
    listed.push({ slice, device, key: deviceKey(driver, pool.name, device.name) });
  }
}

/** Does what `listDevices` does, in increments. */
export function* listingDevices(slice: ResourceSlice & Listed, checkpoint: Checkpoint): Incremental<readonly PoolDevice[]> {
  const { devices } = slice.spec;
  const listed: PoolDevice[] = [];
  for (let from = 0; from < devices.length; from += DEVICES_A_PORTION) {
    listPortion(slice, from, listed);
    if (checkpoint.due(DEVICES_A_PORTION)) yield;
  }
  // Another call may have listed them meanwhile.
  if (slice[DEVICES] !== undefined) return slice[DEVICES];
  // Not enumerable, so that a copy with other devices has none.
  Object.defineProperty(slice, DEVICES, { value: listed });
  return listed;
}
