// Compiles node selectors to predicates on the labels and the name of a node. Source:
// k8s.io/component-helpers/scheduling/corev1/nodeaffinity v0.37.2, NewNodeSelector and Match, and k8s.io/apimachinery/pkg/labels for requirements.

import type { Checkpoint } from '../base/checkpoint.js';
import { aggregate, invalidList, invalidString, notSupported } from '../base/field-error.js';
import { type Incremental, inOneGo } from '../base/incremental.js';
import { parseInt64 } from '../base/integers.js';
import { LargeMap, numberOfText } from '../base/large-map.js';
import { labelKeyProblems, labelValueProblems } from '../base/name-rules.js';
import type { NodeSelector, NodeSelectorRequirement, NodeSelectorTerm } from './meta.js';
import type { Node } from './node.js';

/** Returns whether a node matches. */
export type NodePredicate = (node: Node, checkpoint: Checkpoint) => boolean;

/** A compiled term or requirement, and its errors. */
interface Parsed {
  readonly matches: NodePredicate;
  readonly errors: readonly string[];
}

/** Thrown for an invalid node selector, with the message of the reference; more than one error is in brackets. */
export class NodeSelectorError extends Error {
  override readonly name = 'NodeSelectorError';
}

const LABEL_OPERATORS: readonly string[] = ['In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'Lt'];
const FIELD_OPERATORS: readonly string[] = ['In', 'NotIn'];

/**
 * Compiles a node selector. One matching term is enough; empty terms and selectors without terms match no node. Throws NodeSelectorError
 * for an error in any term, even if another term would match.
 */
export function parseNodeSelector(selector: NodeSelector, checkpoint: Checkpoint): NodePredicate {
  return inOneGo(parsingNodeSelector(selector, checkpoint));
}

/** Compiles as `parseNodeSelector` does, in increments. */
export function* parsingNodeSelector({ nodeSelectorTerms }: NodeSelector, checkpoint: Checkpoint): Incremental<NodePredicate> {
  const parsed: Parsed[] = [];
  for (let index = 0; index < nodeSelectorTerms.length; index++) {
    const term = nodeSelectorTerms[index] as NodeSelectorTerm;
    if (!isEmpty(term)) parsed.push(yield* parsingTerm(term, `nodeSelectorTerms[${index}]`, checkpoint));
    if (checkpoint.due()) yield;
  }
  const errors = errorsOf(parsed);
  if (errors.length > 0) throw new NodeSelectorError(aggregate(errors));
  return (node, matchCheckpoint) => {
    for (const { matches } of parsed) {
      matchCheckpoint.step();
      if (matches(node, matchCheckpoint)) return true;
    }
    return false;
  };
}

/**
 * Compiles a single term, as in pods, where a term with an error matches no node and the other terms still count. Undefined for a term that
 * matches no node: one with an error, or an empty one.
 */
export function parseNodeSelectorTerm(term: NodeSelectorTerm, checkpoint: Checkpoint): NodePredicate | undefined {
  return inOneGo(parsingNodeSelectorTerm(term, checkpoint));
}

/** Compiles as `parseNodeSelectorTerm` does, in increments. */
export function* parsingNodeSelectorTerm(term: NodeSelectorTerm, checkpoint: Checkpoint): Incremental<NodePredicate | undefined> {
  if (isEmpty(term)) return undefined;
  const { matches, errors } = yield* parsingTerm(term, '', checkpoint);
  return errors.length > 0 ? undefined : matches;
}

function isEmpty({ matchExpressions, matchFields }: NodeSelectorTerm): boolean {
  return matchExpressions.length === 0 && matchFields.length === 0;
}

const NO_ERRORS: readonly never[] = [];

function errorsOf(parsed: readonly Parsed[]): readonly string[] {
  return parsed.every(({ errors }) => errors.length === 0) ? NO_ERRORS : parsed.flatMap(({ errors }) => errors);
}

function* parsingTerm({ matchExpressions, matchFields }: NodeSelectorTerm, path: string, checkpoint: Checkpoint): Incremental<Parsed> {
  const requirements: Parsed[] = [];
  for (let index = 0; index < matchExpressions.length; index++) {
    const requirement = matchExpressions[index] as NodeSelectorRequirement;
    requirements.push(yield* parsingExpression(requirement, `${path}.matchExpressions[${index}]`, checkpoint));
    if (checkpoint.due()) yield;
  }
  for (let index = 0; index < matchFields.length; index++) {
    requirements.push(parseField(matchFields[index] as NodeSelectorRequirement, `${path}.matchFields[${index}]`));
    if (checkpoint.due()) yield;
  }
  // Most terms have one requirement and need no loop.
  const [only] = requirements.length === 1 ? requirements : [];
  return { matches: only?.matches ?? allOf(requirements), errors: errorsOf(requirements) };
}

function allOf(requirements: readonly Parsed[]): NodePredicate {
  return (node, checkpoint) => {
    for (const { matches } of requirements) {
      checkpoint.step();
      if (!matches(node, checkpoint)) return false;
    }
    return true;
  };
}

function* parsingExpression(requirement: NodeSelectorRequirement, path: string, checkpoint: Checkpoint): Incremental<Parsed> {
  const { key, operator, values } = requirement;
  if (!LABEL_OPERATORS.includes(operator))
    return { matches: () => false, errors: [notSupported(`${path}.operator`, operator, LABEL_OPERATORS)] };
  const keyProblems = labelKeyProblems(key);
  const errors = keyProblems.length === 0 ? [] : [invalidString(`${path}.key`, key, keyProblems.join('; '))];
  const ofCount = checkCount(operator, values, `${path}.values`);
  if (ofCount !== undefined) errors.push(ofCount);
  const isComparison = operator === 'Gt' || operator === 'Lt';
  const ofValues: string[] = [];
  const valueSet = values.length <= FEW_VALUES ? new Set(values) : new LargeMap<string, true>(numberOfText);
  for (let index = 0; index < values.length; index++) {
    const value = values[index] as string;
    if (isComparison && integerOf(value) === undefined)
      errors.push(invalidString(`${path}.values[${index}]`, value, "for 'Gt', 'Lt' operators, the value must be an integer"));
    const problems = labelValueProblems(value);
    if (problems.length > 0) ofValues.push(invalidString(`${path}.values[${index}][${key}]`, value, problems.join('; ')));
    if (valueSet instanceof LargeMap) valueSet.set(value, true);
    if (checkpoint.due()) yield;
  }
  const isListed = valueSet instanceof LargeMap ? (value: string) => valueSet.get(value) === true : (value: string) => valueSet.has(value);
  return { matches: expressionPredicate(requirement, isListed), errors: errors.concat(ofValues) };
}

/** Returns the error in the number of values. */
function checkCount(operator: string, values: readonly string[], path: string): string | undefined {
  const { length } = values;
  if (operator === 'In' || operator === 'NotIn')
    return length > 0 ? undefined : invalidList(path, values, "for 'in', 'notin' operators, values set can't be empty");
  if (operator === 'Exists' || operator === 'DoesNotExist')
    return length === 0 ? undefined : invalidList(path, values, 'values set must be empty for exists and does not exist');
  return length === 1 ? undefined : invalidList(path, values, "for 'Gt', 'Lt' operators, exactly one value is required");
}

/** Longer lists are added to a set in increments. */
const FEW_VALUES = 1024;

/**
 * Returns the predicate of a requirement. A missing label satisfies only NotIn and DoesNotExist; a label that is not an int64 satisfies neither
 * Gt nor Lt.
 */
function expressionPredicate({ key, operator, values }: NodeSelectorRequirement, isListed: (value: string) => boolean): NodePredicate {
  const bound = integerOf(values[0] ?? '');
  return ({ metadata: { labels } }) => {
    const value = labels.get(key);
    if (operator === 'DoesNotExist') return value === undefined;
    if (value === undefined) return operator === 'NotIn';
    if (operator === 'Exists') return true;
    if (operator === 'In' || operator === 'NotIn') return isListed(value) === (operator === 'In');
    const number = integerOf(value);
    return number !== undefined && bound !== undefined && (operator === 'Gt' ? number > bound : number < bound);
  };
}

/**
 * Compiles a requirement on a field. A node has one field, metadata.name; others count as empty. Requirements do not apply to a node
 * without a name.
 */
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
