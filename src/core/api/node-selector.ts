// Node selectors: whether labels and name of a node are what a slice or a device asks for.
// Source: k8s.io/component-helpers/scheduling/corev1/nodeaffinity v0.37.2, NewNodeSelector and Match, and
// k8s.io/apimachinery/pkg/labels for requirements.

import type { Checkpoint } from '../base/checkpoint.js';
import { aggregate, invalidList, invalidString, notSupported } from '../base/field-error.js';
import { parseInt64 } from '../base/integers.js';
import { LargeMap, numberOfText } from '../base/large-map.js';
import { labelKeyProblems, labelValueProblems } from '../base/name-rules.js';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './meta.js';
import type { Node } from './node.js';

/** True where a node is what is asked for. */
export type NodePredicate = (node: Node, checkpoint: Checkpoint) => boolean;

/** A term or requirement, and what is wrong with it. */
interface Parsed {
  readonly matches: NodePredicate;
  readonly errors: readonly string[];
}

/** A node selector is wrong. The message is that of the reference, several errors in brackets. */
export class NodeSelectorError extends Error {
  override readonly name = 'NodeSelectorError';
}

const LABEL_OPERATORS: readonly string[] = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];
const FIELD_OPERATORS: readonly string[] = ['In', 'NotIn'];

/**
 * Compiles a node selector. Any term may match; an empty term, and a selector without terms, match nothing.
 * Throws NodeSelectorError for an error in any term, whether or not another one would match.
 */
export function parseNodeSelector(selector: NodeSelector, checkpoint: Checkpoint): NodePredicate {
  const terms = checkpoint.map(selector.nodeSelectorTerms, (term, index): Parsed | undefined => {
    return isEmpty(term) ? undefined : parseTerm(term, `nodeSelectorTerms[${index}]`, checkpoint);
  });
  const parsed = checkpoint.keep(() => terms.filter((term) => term !== undefined));
  const errors = checkpoint.keep(() => errorsOf(parsed));
  if (errors.length > 0) throw new NodeSelectorError(aggregate(errors));
  return (node, own) => own.some(parsed, ({ matches }) => matches(node, own));
}

/**
 * Compiles one term by itself, as pods have them, where a term with an error matches no node and the others count all the same. Undefined for
 * a term that can match none: with an error, or empty.
 */
export function parseNodeSelectorTerm(term: NodeSelectorTerm, checkpoint: Checkpoint): NodePredicate | undefined {
  if (isEmpty(term)) return undefined;
  const { matches, errors } = parseTerm(term, '', checkpoint);
  return errors.length > 0 ? undefined : matches;
}

function isEmpty({ matchExpressions, matchFields }: NodeSelectorTerm): boolean {
  return matchExpressions.length === 0 && matchFields.length === 0;
}

const NO_ERRORS: readonly never[] = [];

function errorsOf(parsed: readonly Parsed[]): readonly string[] {
  return parsed.every(({ errors }) => errors.length === 0) ? NO_ERRORS : parsed.flatMap(({ errors }) => errors);
}

function parseTerm(term: NodeSelectorTerm, path: string, checkpoint: Checkpoint): Parsed {
  const expressions = checkpoint.map(term.matchExpressions, (requirement, index) =>
    parseExpression(requirement, `${path}.matchExpressions[${index}]`, checkpoint),
  );
  const fields = checkpoint.map(term.matchFields, (requirement, index) => parseField(requirement, `${path}.matchFields[${index}]`));
  const requirements = checkpoint.keep(() => [...expressions, ...fields]);
  // Mostly there is one, and no list is gone through.
  const [only] = requirements.length === 1 ? requirements : [];
  return {
    matches: only?.matches ?? ((node, own) => own.every(requirements, ({ matches }) => matches(node, own))),
    errors: checkpoint.keep(() => errorsOf(requirements)),
  };
}

function parseExpression({ key, operator, values }: NodeSelectorRequirement, path: string, checkpoint: Checkpoint): Parsed {
  if (!LABEL_OPERATORS.includes(operator))
    return { matches: () => false, errors: [notSupported(`${path}.operator`, operator, LABEL_OPERATORS)] };
  const keyProblems = labelKeyProblems(key);
  const ofKey = keyProblems.length === 0 ? NO_ERRORS : [invalidString(`${path}.key`, key, keyProblems.join('; '))];
  const ofOperator = checkValues(operator, values, `${path}.values`, checkpoint);
  const ofValues = checkpoint.keep((): string[] => []);
  checkpoint.forEach(values, (value, index) => {
    const problems = labelValueProblems(value);
    if (problems.length > 0) ofValues.push(invalidString(`${path}.values[${index}][${key}]`, value, problems.join('; ')));
  });
  const errors = checkpoint.keep(() => [...ofKey, ...ofOperator, ...ofValues]);
  return { matches: expressionPredicate({ key, operator, values }, valueSet(values, checkpoint)), errors };
}

function checkValues(operator: string, values: readonly string[], path: string, checkpoint: Checkpoint): readonly string[] {
  if (operator === 'In' || operator === 'NotIn') {
    return values.length === 0 ? [invalidList(path, values, "for 'in', 'notin' operators, values set can't be empty")] : NO_ERRORS;
  }
  if (operator === 'Exists' || operator === 'DoesNotExist') {
    return values.length > 0 ? [invalidList(path, values, 'values set must be empty for exists and does not exist')] : NO_ERRORS;
  }
  const errors = checkpoint.keep(() =>
    values.length === 1 ? [] : [invalidList(path, values, "for 'Gt', 'Lt' operators, exactly one value is required")],
  );
  checkpoint.forEach(values, (value, index) => {
    if (integerOf(value) !== undefined) return;
    errors.push(invalidString(`${path}[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer"));
  });
  return errors;
}

/** Longer lists are put into a set bit by bit, which grows in parts. */
const FEW_VALUES = 1024;

function valueSet(values: readonly string[], checkpoint: Checkpoint): { has(value: string): boolean } {
  if (values.length <= FEW_VALUES) return new Set(values);
  const known = checkpoint.keep(() => new LargeMap<string, true>(numberOfText));
  checkpoint.forEach(values, (value) => {
    known.set(value, true);
  });
  return { has: (value) => known.get(value) === true };
}

/** A label that is missing satisfies NotIn and DoesNotExist only; one that is no int64 satisfies neither Gt nor Lt. */
function expressionPredicate({ key, operator, values }: NodeSelectorRequirement, wanted: { has(value: string): boolean }): NodePredicate {
  const bound = integerOf(values[0] ?? '');
  return ({ metadata: { labels } }) => {
    const value = labels.get(key);
    if (operator === 'DoesNotExist') return value === undefined;
    if (value === undefined) return operator === 'NotIn';
    if (operator === 'Exists') return true;
    if (operator === 'In' || operator === 'NotIn') return wanted.has(value) === (operator === 'In');
    const number = integerOf(value);
    return number !== undefined && bound !== undefined && (operator === 'Gt' ? number > bound : number < bound);
  };
}

/** A node has one field, metadata.name; others count as empty. Without a name no field requirement is looked at. */
function parseField({ key, operator, values }: NodeSelectorRequirement, path: string): Parsed {
  return {
    errors: fieldErrors(operator, values, path),
    matches({ metadata: { name } }) {
      if (name === '') return true;
      const isEqual = (key === 'metadata.name' ? name : '') === values[0];
      return isEqual === (operator === 'In');
    },
  };
}

function fieldErrors(operator: string, values: readonly string[], path: string): readonly string[] {
  if (!FIELD_OPERATORS.includes(operator)) return [notSupported(`${path}.operator`, operator, FIELD_OPERATORS)];
  return values.length === 1 ? NO_ERRORS : [invalidList(`${path}.values`, values, 'must have one element')];
}

function integerOf(text: string): bigint | undefined {
  const integer = parseInt64(text);
  return typeof integer === 'bigint' ? integer : undefined;
}
