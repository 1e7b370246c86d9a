// Structs of which exactly one field is given.

import { invalid } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';

/** Reports a struct that has none of its alternatives, or several. */
export function checkUnion(struct: Field, members: readonly string[], context: RuleContext): void {
  const given = members.filter((name) => struct.child(name).isSet);
  if (given.length === 1) return;
  const all = members.map((name) => `\`${name}\``).join(', ');
  if (given.length === 0) context.report(struct, invalid('', `must specify one of: ${all}`));
  else context.report(struct, invalid(given.join(', '), `must specify exactly one of: ${all}`), 'leave one of them out');
}
