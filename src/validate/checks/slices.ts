// Parts of a ResourceSlice, as several rules check them.

import type { Decoded } from '../tree/decoded.js';
import { isStruct } from '../tree/decoded.js';
import type { Field } from '../tree/field.js';

/** The fields of an attribute that have lists. */
export const LIST_VALUES = ['bools', 'ints', 'strings', 'versions'] as const;

/** The spec of the slice of a device. */
export function specOf(device: Field): Field {
  return above(device, 2);
}

/** The device of an attribute, a capacity, or another value of a map. */
export function deviceOf(value: Field): Field {
  return above(value, 2);
}

/** Returns whether every device of a slice says on its own on which nodes it is. */
export function isPerDevice(spec: Field): boolean {
  return spec.child('perDeviceNodeSelection').flag;
}

/** The number of items of a list, or of keys of a map, that may be absent. */
export function sizeOf(value: Decoded | undefined): number {
  return value instanceof Map ? value.size : Array.isArray(value) ? value.length : 0;
}

/** Returns whether any of the devices of a slice is like that. Nothing but values is considered, as there may be many. */
export function someDevice(spec: Field, isLikeThat: (device: Readonly<Record<string, Decoded | undefined>>) => boolean): boolean {
  return spec.child('devices').list.some((device) => isStruct(device) && isLikeThat(device));
}

/** Returns whether any device of a slice takes something from shared counters. */
export function consumesCounters(spec: Field): boolean {
  return someDevice(spec, (device) => sizeOf(device['consumesCounters']) > 0);
}

function above(field: Field, levels: number): Field {
  let other = field;
  for (let level = 0; level < levels; level++) other = other.parent ?? other;
  return other;
}
