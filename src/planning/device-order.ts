// Reorders the devices of slices. The order decides which devices are selected first, so driver authors can compare orders.

import type { ResourceSlice } from '../core/api/resource-slice.js';
import { compareBytes } from '../core/base/byte-order.js';

/**
 * Orders of devices: as in the slices, reversed, or by name.
 * @example
 * ```ts
 * // Goes on from the example of simulate.
 * import { compareReports, DEVICE_ORDERS } from 'dra-allocator/simulate';
 *
 * const runs = DEVICE_ORDERS.map((devices) => ({ name: devices, report: simulate(cluster, { trace, devices }) }));
 * console.log(runs.map(({ name }) => name), compareReports(runs).differing); // [ 'given', 'reversed', 'by-name' ] 0
 * ```
 */
export const DEVICE_ORDERS = ['given', 'reversed', 'by-name'] as const;

/** Returns the slice with its devices in an order. */
export function inDeviceOrder(slice: ResourceSlice, order: (typeof DEVICE_ORDERS)[number]): ResourceSlice {
  if (order === 'given' || slice.spec.devices.length < 2) return slice;
  const devices = [...slice.spec.devices];
  if (order === 'reversed') devices.reverse();
  else devices.sort((left, right) => compareBytes(left.name, right.name));
  return { ...slice, spec: { ...slice.spec, devices } };
}
