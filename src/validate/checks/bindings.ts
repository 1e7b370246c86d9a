// The two lists of conditions of a device that decide when a pod is bound.

import type { Field } from '../tree/field.js';

/** The names of the lists. */
const CONDITION_LISTS = ['bindingConditions', 'bindingFailureConditions'] as const;

/** The lists of a device, as far as it has them. */
export function conditionLists(device: Field): readonly Field[] {
  return CONDITION_LISTS.filter((name) => device.fields[name] !== undefined).map((name) => device.child(name));
}
