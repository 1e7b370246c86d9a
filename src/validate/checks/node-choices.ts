// Nodes that a slice or a device is on: by name, by a selector, all of them, or each device as it says.

import { invalid } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';

/** The fields of a slice or a device that say where it is, with those among them that were set. One that says no instead of being absent is reported. */
export function chosenNodes(owner: Field, fields: readonly string[], context: RuleContext): readonly string[] {
  return fields.filter((name) => {
    const field = owner.child(name);
    if (!field.isSet) return false;
    if (field.value === '') context.report(field, invalid('', 'must be either unset or set to a non-empty string'));
    if (field.value === false) context.report(field, invalid(false, 'must be either unset or set to true'));
    return field.value !== '' && field.value !== false;
  });
}
