// Names that the API server checks: labels, subdomains and what is made of them.

import { labelProblems, subdomainProblems } from '../base/name-rules.js';
import type { Field } from './field.js';
import { invalid, required } from './messages.js';
import type { RuleContext } from './rule.js';

/** Reports a text that is no DNS label; an empty one is not there. */
export function checkLabel(name: Field, context: RuleContext): void {
  checkName(name, labelProblems, context);
}

/** Reports a text that is no DNS subdomain; an empty one is not there. */
export function checkSubdomain(name: Field, context: RuleContext): void {
  checkName(name, (text) => subdomainProblems(text, 'characters'), context);
}

function checkName(name: Field, problemsOf: (text: string) => readonly string[], context: RuleContext): void {
  if (name.text === '') return context.report(name, required());
  for (const problem of problemsOf(name.text)) context.report(name, invalid(name.text, problem));
}
