// Compiles node selectors to predicates on the labels and the name of a node. Source:
// k8s.io/component-helpers/scheduling/corev1/nodeaffinity v0.37.2, NewNodeSelector and Match, and k8s.io/apimachinery/pkg/labels for requirements.

import type { Checkpoint } from '../base/checkpoint.js';
import { aggregate, invalidList, notSupported } from '../base/field-error.js';
import { type Incremental, inOneGo } from '../base/incremental.js';
import { FEW_REQUIREMENTS, MergedRequirements, parsingRequirement, SELECTOR_OPERATORS } from './label-selector.js';
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

const LABEL_OPERATORS: readonly string[] = [...SELECTOR_OPERATORS, 'Gt', 'Lt'];
const FIELD_OPERATORS: readonly string[] = ['In', 'NotIn'];

/**
 * Compiles a node selector. One matching term is enough. Empty terms, and selectors without terms, match no node. Throws
 * NodeSelectorError for an error in any term, even if another term would match.
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
  const merged = matchExpressions.length > FEW_REQUIREMENTS ? new MergedRequirements() : undefined;
  const ofMerged: Parsed[] = [];
  for (let index = 0; index < matchExpressions.length; index++) {
    const requirement = matchExpressions[index] as NodeSelectorRequirement;
    const { matches, errors } = yield* parsingRequirement(requirement, LABEL_OPERATORS, `${path}.matchExpressions[${index}].`, checkpoint);
    if (merged === undefined) requirements.push({ matches: ({ metadata }) => matches(metadata.labels), errors });
    else if (errors.length > 0) ofMerged.push({ matches: () => false, errors });
    else yield* merged.adding(requirement, checkpoint);
    if (checkpoint.due()) yield;
  }
  if (merged !== undefined) requirements.push({ matches: ({ metadata }) => merged.matches(metadata.labels), errors: errorsOf(ofMerged) });
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
