// Checks selectors of controllers, which must match the labels of their templates.

import { labelKeyProblems, labelValueProblems } from '../../core/base/name-rules.js';
import { forbidden, invalid, required } from '../messages.js';
import type { RuleContext } from '../rule.js';
import type { Field } from '../tree/field.js';

/** Labels by key. */
type Labels = ReadonlyMap<string, unknown>;

const WITH_VALUES = ['In', 'NotIn'];
const WITHOUT_VALUES = ['Exists', 'DoesNotExist'];

/** Reports that the selector does not match the labels of a template. */
export function reportMismatch(labels: Field, context: RuleContext): void {
  context.report(labels, invalid([...labels.map.keys()].join(', '), '`selector` does not match template `labels`'));
}

/** Reports invalid keys, values and operators of a selector. Returns true if none exist. */
export function checkSelector(selector: Field, context: RuleContext): boolean {
  const labels = selector.child('matchLabels');
  let isRight = true;
  const report = (at: Field, message: string): void => {
    isRight = false;
    context.report(at, message);
  };
  for (const { step, text } of labels.entries) {
    const problems = [...labelKeyProblems(String(step)).map((why) => invalid(String(step), why)), ...valueProblems(text)];
    for (const problem of problems) report(labels, problem);
  }
  for (const requirement of selector.child('matchExpressions').items) {
    context.checkpoint.step();
    checkRequirement(requirement, report);
  }
  return isRight;
}

function valueProblems(text: string): readonly string[] {
  return labelValueProblems(text).map((why) => invalid(text, why));
}

function checkRequirement(requirement: Field, report: (at: Field, message: string) => void): void {
  const [key, operator, values] = [requirement.child('key'), requirement.child('operator'), requirement.child('values')];
  const { text } = operator;
  if (WITH_VALUES.includes(text)) {
    if (values.size === 0) report(values, required("must be specified when `operator` is 'In' or 'NotIn'"));
  } else if (!WITHOUT_VALUES.includes(text)) report(operator, invalid(text, 'not a valid selector operator'));
  else if (values.size > 0) report(values, forbidden("may not be specified when `operator` is 'Exists' or 'DoesNotExist'"));
  for (const why of labelKeyProblems(key.text)) report(key, invalid(key.text, why));
  for (const value of values.items) for (const problem of valueProblems(value.text)) report(value, problem);
}

/** Returns whether `labels` contain all `requiredLabels`. */
export function hasLabels(labels: Labels, requiredLabels: Field): boolean {
  return requiredLabels.entries.every(({ step, text }) => labels.get(String(step)) === text);
}

/** Returns whether a selector has no requirements. */
export function isEmptySelector(selector: Field): boolean {
  return selector.child('matchLabels').size + selector.child('matchExpressions').size === 0;
}

/** Returns whether labels match a valid selector. */
export function matchesSelector(selector: Field, labels: Labels): boolean {
  const equal = hasLabels(labels, selector.child('matchLabels'));
  return equal && selector.child('matchExpressions').items.every((requirement) => holds(requirement, labels));
}

function holds(requirement: Field, labels: Labels): boolean {
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
