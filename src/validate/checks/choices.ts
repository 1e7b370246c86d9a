// Texts of which there are a few only.

import { nearestName } from '../../core/base/nearest-name.js';
import { notSupported, required } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';

/** Reports a text that is none of those that there are, with the nearest one. */
export function checkChoice(value: Field, supported: readonly string[], context: RuleContext): void {
  if (!supported.includes(value.text)) context.report(value, notSupported(value.text, supported), nearestName(value.text, supported));
}

/** Likewise, where an empty text says that there is none. */
export function checkRequiredChoice(value: Field, supported: readonly string[], context: RuleContext): void {
  if (value.text === '') context.report(value, required(`one of ${supported.map((each) => `"${each}"`).join(', ')}`));
  else checkChoice(value, supported, context);
}
