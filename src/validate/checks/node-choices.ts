// Checks the fields that place a slice or device on nodes: by name, by a selector, on all nodes, or per device.

import { invalid } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';

/** Returns which of the fields are set. Reports a field that is set to an empty string or to false, since it must be absent instead. */
export function chosenNodes(owner: Field, fields: readonly string[], context: RuleContext): readonly string[] {
  return fields.filter((name) => {
    const field = owner.child(name);
    if (!field.isSet) return false;
    if (field.value === '') context.report(field, invalid('', 'must be either unset or set to a non-empty string'));
    if (field.value === false) context.report(field, invalid(false, 'must be either unset or set to true'));
    return field.value !== '' && field.value !== false;
  });
}
