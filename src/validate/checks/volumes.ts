// Checks fields that several kinds of volumes and claims have.

import { notSupported, required } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';
import { checkLabel, checkSubdomain } from './names.js';

/** Reports a missing text of a struct. */
export function checkGiven(owner: Field, name: string, context: RuleContext, what = ''): void {
  if (owner.child(name).text === '') context.report(owner.child(name), required(what));
}

/** Reports a reference to a Secret without a valid name or namespace. */
export function checkSecretReference(reference: Field, context: RuleContext): void {
  if (!reference.isSet) return;
  checkSubdomain(reference.child('name'), context);
  checkLabel(reference.child('namespace'), context);
}

/** Reports a set value that is not supported, at a path without indexes. */
export function checkMode(mode: Field, supported: readonly string[], context: RuleContext, path = mode.path): void {
  if (mode.isSet && !supported.includes(mode.text)) context.report(mode.as(path), notSupported(mode.text, supported));
}
