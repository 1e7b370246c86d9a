// What a pool is once its slices are gathered for one node.

import type { CounterSet, Device, ResourceSlice } from '../api/resource-slice.js';

/** A pool seen from one node. */
export interface Pool {
  readonly driver: string;
  readonly name: string;
  /** Set: no device of the pool is ever picked. */
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
export interface PoolDevice {
  readonly pool: Pool;
  readonly slice: ResourceSlice;
  readonly device: Device;
  /** `driver/pool/device`, unique within a cluster. */
  readonly id: string;
}

/** How messages and keys name a device. */
export function deviceId(driver: string, pool: string, device: string): string {
  return `${driver}/${pool}/${device}`;
}

/** The devices of pools that count, in search order. */
export function devicesOf(pools: readonly Pool[]): PoolDevice[] {
  const devices: PoolDevice[] = [];
  for (const pool of pools) {
    for (const slice of pool.slices) {
      for (const device of slice.spec.devices) devices.push({ pool, slice, device, id: deviceId(pool.driver, pool.name, device.name) });
    }
  }
  return devices;
}
