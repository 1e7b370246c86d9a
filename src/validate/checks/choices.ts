// Checks texts that must be one of a few values.

import { nearestName } from '../../core/base/nearest-name.js';
import { notSupported, required } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';

/** Reports an unsupported text and suggests the nearest supported one. */
export function checkChoice(value: Field, supported: readonly string[], context: RuleContext): void {
  if (!supported.includes(value.text)) context.report(value, notSupported(value.text, supported), nearestName(value.text, supported));
}

/** Reports an empty text as missing and an unsupported text as `checkChoice` does. */
export function checkRequiredChoice(value: Field, supported: readonly string[], context: RuleContext): void {
  if (value.text === '') context.report(value, required(`one of ${supported.map((each) => `"${each}"`).join(', ')}`));
  else checkChoice(value, supported, context);
}
