// Selectors of controllers, which have to match the labels of their templates.

import { invalid } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';

/** Reports labels of a template that no selector matches. */
export function reportMismatch(labels: Field, context: RuleContext): void {
  context.report(labels, invalid([...labels.map.keys()].join(', '), '`selector` does not match template `labels`'));
}

/** Tells whether labels are among others. */
export function hasLabels(labels: Field, wanted: Field): boolean {
  return wanted.entries.every(({ step, text }) => labels.map.get(String(step)) === text);
}

/** Tells whether a selector wants nothing. */
export function isEmptySelector(selector: Field): boolean {
  return selector.child('matchLabels').size + selector.child('matchExpressions').size === 0;
}

/** Tells whether labels match a selector. Operators that there are not are left to others. */
export function matchesSelector(selector: Field, labels: Field): boolean {
  const equal = hasLabels(labels, selector.child('matchLabels'));
  return equal && selector.child('matchExpressions').items.every((requirement) => holds(requirement, labels.map));
}

function holds(requirement: Field, labels: ReadonlyMap<string, unknown>): boolean {
  const [key, values] = [requirement.child('key').text, requirement.child('values').list];
  switch (requirement.child('operator').text) {
    case 'In':
      return labels.has(key) && values.includes(labels.get(key) as string);
    case 'NotIn':
      return !labels.has(key) || !values.includes(labels.get(key) as string);
    case 'Exists':
      return labels.has(key);
    case 'DoesNotExist':
      return !labels.has(key);
    default:
      return true;
  }
}
