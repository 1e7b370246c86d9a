// Finds the parts of a ResourceSlice that several rules check.

import type { Decoded } from '../tree/decoded.js';
import { isStruct } from '../tree/decoded.js';
import type { Field } from '../tree/field.js';

/** The list fields of an attribute. */
export const LIST_VALUES = ['bools', 'ints', 'strings', 'versions'] as const;

/** Returns the spec of the slice that contains a device. */
export function specOf(device: Field): Field {
  return above(device, 2);
}

/** Returns the device that contains an attribute, a capacity or another value of a map. */
export function deviceOf(value: Field): Field {
  return above(value, 2);
}

/** Returns whether the devices of a slice each specify their nodes. */
export function isPerDevice(spec: Field): boolean {
  return spec.child('perDeviceNodeSelection').flag;
}

/** Returns the number of list items or map keys; 0 if absent. */
export function sizeOf(value: Decoded | undefined): number {
  return value instanceof Map ? value.size : Array.isArray(value) ? value.length : 0;
}

/** Returns whether a device of a slice meets a condition. It receives plain values, not fields, since a slice may have many devices. */
export function someDevice(spec: Field, isLikeThat: (device: Readonly<Record<string, Decoded | undefined>>) => boolean): boolean {
  return spec.child('devices').list.some((device) => isStruct(device) && isLikeThat(device));
}

/** Returns whether a device of a slice consumes shared counters. */
export function consumesCounters(spec: Field): boolean {
  return someDevice(spec, (device) => sizeOf(device['consumesCounters']) > 0);
}

function above(field: Field, levels: number): Field {
  let other = field;
  for (let level = 0; level < levels; level++) other = other.parent ?? other;
  return other;
}
