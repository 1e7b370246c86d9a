// Node selectors: whether labels and name of a node are what a slice or a device asks for.
// Source: k8s.io/component-helpers/scheduling/corev1/nodeaffinity v0.37.2, NewNodeSelector and Match, and
// k8s.io/apimachinery/pkg/labels for requirements.

import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from '../api/meta.js';
import type { Node } from '../api/node.js';
import { aggregate, invalidList, invalidString, notSupported } from './field-error.js';
import { labelKeyProblems, labelValueProblems } from './label-rules.js';

type Predicate = (node: Node) => boolean;

/** A node selector is wrong. The message is that of the reference, several errors in brackets. */
export class NodeSelectorError extends Error {
  override readonly name = 'NodeSelectorError';
}

const LABEL_OPERATORS: readonly string[] = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];
const FIELD_OPERATORS: readonly string[] = ['In', 'NotIn'];
const INT64_DIGITS = 19;

/**
 * Compiles a node selector. Any term may match; an empty term, and a selector without terms, match nothing.
 * Throws NodeSelectorError for an error in any term, whether or not another one would match.
 */
export function parseNodeSelector(selector: NodeSelector): Predicate {
  const errors: string[] = [];
  const terms = selector.nodeSelectorTerms.flatMap((term, index) => {
    const isEmpty = term.matchExpressions.length === 0 && term.matchFields.length === 0;
    return isEmpty ? [] : [parseTerm(term, `nodeSelectorTerms[${index}]`, errors)];
  });
  if (errors.length > 0) throw new NodeSelectorError(aggregate(errors));
  return (node) => terms.some((matches) => matches(node));
}

function parseTerm(term: NodeSelectorTerm, path: string, errors: string[]): Predicate {
  const requirements = [
    ...term.matchExpressions.map((requirement, index) => parseExpression(requirement, `${path}.matchExpressions[${index}]`, errors)),
    ...term.matchFields.map((requirement, index) => parseField(requirement, `${path}.matchFields[${index}]`, errors)),
  ];
  return (node) => requirements.every((matches) => matches(node));
}

function parseExpression({ key, operator, values }: NodeSelectorRequirement, path: string, errors: string[]): Predicate {
  if (!LABEL_OPERATORS.includes(operator)) {
    errors.push(notSupported(`${path}.operator`, operator, LABEL_OPERATORS));
    return () => false;
  }
  const keyProblems = labelKeyProblems(key);
  if (keyProblems.length > 0) errors.push(invalidString(`${path}.key`, key, keyProblems.join('; ')));
  checkValues(operator, values, `${path}.values`, errors);
  values.forEach((value, index) => {
    const problems = labelValueProblems(value);
    if (problems.length > 0) errors.push(invalidString(`${path}.values[${index}][${key}]`, value, problems.join('; ')));
  });
  return expressionPredicate(key, operator, values);
}

function checkValues(operator: string, values: readonly string[], path: string, errors: string[]): void {
  if (operator === 'In' || operator === 'NotIn') {
    if (values.length === 0) errors.push(invalidList(path, values, "for 'in', 'notin' operators, values set can't be empty"));
  } else if (operator === 'Exists' || operator === 'DoesNotExist') {
    if (values.length > 0) errors.push(invalidList(path, values, 'values set must be empty for exists and does not exist'));
  } else {
    if (values.length !== 1) errors.push(invalidList(path, values, "for 'Gt', 'Lt' operators, exactly one value is required"));
    values.forEach((value, index) => {
      if (parseInt64(value) !== undefined) return;
      errors.push(invalidString(`${path}[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer"));
    });
  }
}

/** A label that is missing satisfies NotIn and DoesNotExist only; one that is no int64 satisfies neither Gt nor Lt. */
function expressionPredicate(key: string, operator: string, values: readonly string[]): Predicate {
  const wanted = new Set(values);
  const bound = parseInt64(values[0] ?? '');
  return ({ metadata: { labels } }) => {
    const value = labels.get(key);
    if (operator === 'DoesNotExist') return value === undefined;
    if (value === undefined) return operator === 'NotIn';
    if (operator === 'Exists') return true;
    if (operator === 'In' || operator === 'NotIn') return wanted.has(value) === (operator === 'In');
    const number = parseInt64(value);
    return number !== undefined && bound !== undefined && (operator === 'Gt' ? number > bound : number < bound);
  };
}

/** A node has one field, metadata.name; others count as empty. Without a name no field requirement is looked at. */
function parseField({ key, operator, values }: NodeSelectorRequirement, path: string, errors: string[]): Predicate {
  if (!FIELD_OPERATORS.includes(operator)) {
    errors.push(notSupported(`${path}.operator`, operator, FIELD_OPERATORS));
  } else if (values.length !== 1) {
    errors.push(invalidList(`${path}.values`, values, 'must have one element'));
  }
  return ({ metadata: { name } }) => {
    if (name === '') return true;
    const isEqual = (key === 'metadata.name' ? name : '') === values[0];
    return isEqual === (operator === 'In');
  };
}

/** An integer of 64 bits as Go's ParseInt reads it. */
function parseInt64(text: string): bigint | undefined {
  if (!/^[+-]?[0-9]+$/.test(text)) return undefined;
  const digits = text.replace(/^[+-]?0*/, '');
  if (digits.length > INT64_DIGITS) return undefined;
  const value = BigInt(digits) * (text.startsWith('-') ? -1n : 1n);
  return BigInt.asIntN(64, value) === value ? value : undefined;
}
