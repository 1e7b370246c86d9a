// Tries a selector on the devices of the input: results, costs, and the values read.

import type { Device, DeviceAttribute, ResourceSlice } from '../../core/api/resource-slice.js';
import { UNLIMITED } from '../../core/base/checkpoint.js';
import type { Selector } from '../engine.js';

/** One attribute or capacity that was read. */
export interface ReadValue {
  readonly kind: 'attribute' | 'capacity';
  /** `domain/name`. */
  readonly name: string;
  /** The name without the domain of the driver. */
  readonly shortName: string;
  /** Undefined if the device does not have the attribute or capacity. */
  readonly value?: DeviceAttribute | string;
}

/** The outcome of a selector on one device. */
export interface DeviceTrial {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly matches?: boolean;
  readonly error?: string;
  readonly cost: number;
  readonly read: readonly ReadValue[];
}

/** Tries a selector on every device, in the order of the input. */
export function tryDevices(selector: Selector, slices: readonly ResourceSlice[]): readonly DeviceTrial[] {
  return slices.flatMap(({ spec }) => spec.devices.map((device) => tryDevice(selector, spec.driver, spec.pool.name, device)));
}

/** Tries a selector on one device. Throws the errors of the checkpoint. */
export function tryDevice(selector: Selector, driver: string, pool: string, device: Device, checkpoint = UNLIMITED): DeviceTrial {
  const { attributes, capacity, allowMultipleAllocations = false } = device;
  const { matches, error, cost, read } = selector.trial({ driver, attributes, capacity, allowMultipleAllocations }, checkpoint);
  return {
    driver,
    pool,
    device: device.name,
    ...(matches === undefined ? {} : { matches }),
    ...(error === undefined ? {} : { error: error.message }),
    cost,
    read: [
      ...read.attributes.map((name) => readValue('attribute', name, driver, attributes)),
      ...read.capacity.map((name) =>
        readValue('capacity', name, driver, new Map([...capacity].map(([key, { value }]) => [key, value.toString()]))),
      ),
    ],
  };
}

function readValue(
  kind: ReadValue['kind'],
  name: string,
  driver: string,
  values: ReadonlyMap<string, DeviceAttribute | string>,
): ReadValue {
  const shortName = name.startsWith(`${driver}/`) ? name.slice(driver.length + 1) : name;
  const value = values.get(name) ?? values.get(shortName);
  return { kind, name, shortName, ...(value === undefined ? {} : { value }) };
}
