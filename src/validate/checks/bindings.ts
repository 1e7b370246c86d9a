// Finds the two lists of device conditions that decide when a pod is bound.

import type { Field } from '../tree/field.js';

const CONDITION_LISTS = ['bindingConditions', 'bindingFailureConditions'] as const;

/** Returns the condition lists that a device has. */
export function conditionLists(device: Field): readonly Field[] {
  return CONDITION_LISTS.filter((name) => device.fields[name] !== undefined).map((name) => device.child(name));
}
