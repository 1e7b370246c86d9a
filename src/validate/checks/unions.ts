// Checks structs that must have exactly one field set.

import { invalid } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';

/** Reports a struct with no member set or with several. */
export function checkUnion(struct: Field, members: readonly string[], context: RuleContext): void {
  const setMembers = members.filter((name) => struct.child(name).isSet);
  if (setMembers.length === 1) return;
  const all = members.map((name) => `\`${name}\``).join(', ');
  if (setMembers.length === 0) context.report(struct, invalid('', `must specify one of: ${all}`));
  else context.report(struct, invalid(setMembers.join(', '), `must specify exactly one of: ${all}`), 'remove one of them');
}
