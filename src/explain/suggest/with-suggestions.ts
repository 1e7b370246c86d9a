// Adds suggestions to an explanation, for the node that is closest to an allocation.

import { CallEnded } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import type { Incremental } from '../../core/base/incremental.js';
import { append } from '../../core/base/lists.js';
import { withJson } from '../../core/base/plain-json.js';
import type { Explanation } from '../explanation.js';
import { claimRemedies } from './claim-remedies.js';
import { nodeWithoutExcluded } from './edits/anti-affinity.js';
import { nodesNearMatch } from './edits/pod-affinity.js';
import { podSubject } from './edits/pod-subject.js';
import { type Question, withWholeView } from './question.js';
import { givesUpGoal, type Remedy } from './search.js';
import { fitsWithClassesSpelled, hasMisspeltClass, remediesOf, suggestionsOf } from './suggest.js';

/** The most causes whose closest node is searched, if earlier ones yield no remedy. */
const MOST_CAUSES = 4;

/** The most nodes tried with another class, if the class of a claim does not exist. */
const MOST_NODES = 64;

/**
 * Returns the nodes to search one by one: the closest node of each cause, if no node is feasible; otherwise empty. An error that ends the
 * scheduler's attempt comes first and excludes other causes.
 */
function nodesToSuggestFor(explanation: Explanation): readonly string[] {
  const { kind, groups } = explanation;
  if (kind !== 'unallocatable' && kind !== 'error') return [];
  return groups.slice(0, endsAttempt(explanation) ? 1 : MOST_CAUSES).flatMap(({ nodes }) => nodes.slice(0, 1));
}

/** Returns whether an error ends the scheduler's attempt, regardless of other nodes. */
function endsAttempt({ kind, error }: Explanation): boolean {
  return kind === 'error' && error?.nodeLocal === false;
}

/**
 * Adds suggestions to an explanation, for the closest node that yields any. `questionOf`: the question about a node; undefined if there is
 * none. Adds no suggestions if `questionOf` throws an AllocationError, or the call ends.
 */
export function* withSuggestions(
  explanation: Explanation,
  questionOf: (node: string) => Incremental<Question | undefined>,
): Incremental<Explanation> {
  try {
    const fitting = yield* nodeForMisspeltClass(explanation, questionOf);
    const [closest, ...others] = nodesToSuggestFor(explanation);
    const nearest = closest === undefined ? [] : [...(yield* nodesByRelations(closest, explanation, questionOf)), ...others];
    const isOpen = nearest.length > 0 && !endsAttempt(explanation);
    const ofClaims = isOpen ? yield* claimRemedies(nodesOf(explanation), questionOf) : [];
    const found: Remedy[] = [...ofClaims];
    for (const node of [...(fitting === undefined ? [] : [fitting]), ...nearest]) {
      const remedies = yield* remediesOn(node, explanation, questionOf);
      append(found, remedies);
      // If a filter rejects this node, the remedy on another node may drop no requirement.
      if (remedies.length > 0 && !(isRejected(node, explanation) && found.every(givesUpGoal))) break;
    }
    return withRemedies(explanation, found);
  } catch (error) {
    // The search for a class also calls `questionOf`.
    if (error instanceof AllocationError || error instanceof CallEnded) return explanation;
    throw error;
  }
}

function withRemedies(explanation: Explanation, remedies: readonly Remedy[]): Explanation {
  return remedies.length === 0 ? explanation : { ...explanation, suggestions: withJson(suggestionsOf(remedies)) };
}

/**
 * Returns the closest node, or another one of its cause without a pod that the pod excludes; then the nodes with pods that nearly satisfy the
 * affinity of the pod.
 */
function* nodesByRelations(
  closest: string,
  { nodes, groups }: Explanation,
  questionOf: (node: string) => Incremental<Question | undefined>,
): Incremental<readonly string[]> {
  const { rejections = [] } = nodes.find(({ node }) => node === closest) ?? {};
  const codes = new Set(rejections.map(({ code }) => code));
  if (!codes.has('pod-affinity') && !codes.has('pod-anti-affinity')) return [closest];
  const question = yield* questionOf(closest);
  const subject = question?.pod && podSubject(question.pod, question.checkpoint);
  if (subject === undefined) return [closest];
  if (codes.has('pod-anti-affinity'))
    return [(yield* nodeWithoutExcluded(subject, groups[0]?.nodes.slice(0, MOST_NODES) ?? [])) ?? closest];
  const near = yield* nodesNearMatch(subject);
  return [closest, ...near.filter((name) => name !== closest && nodes.some(({ node }) => node === name))];
}

function isRejected(name: string, { nodes }: Explanation): boolean {
  return nodes.some(({ node, rejections = [] }) => node === name && rejections.length > 0);
}

/** Returns the nodes of an explanation, the closest of each cause first. */
function nodesOf({ groups }: Explanation): readonly string[] {
  return [...groups.flatMap(({ nodes }) => nodes.slice(0, 1)), ...groups.flatMap(({ nodes }) => nodes.slice(1))];
}

/** An error of one node does not affect the others. */
function* remediesOn(
  node: string,
  explanation: Explanation,
  questionOf: (node: string) => Incremental<Question | undefined>,
): Incremental<readonly Remedy[]> {
  try {
    const question = yield* questionOf(node);
    return question === undefined
      ? []
      : yield* remediesOf(yield* withWholeView(endsAttempt(explanation) ? onThisNode(question) : question));
  } catch (error) {
    if (error instanceof AllocationError) return [];
    throw error;
  }
}

/** Returns the question without the option to add a node. */
function onThisNode(question: Question): Question {
  return { ...question, world: { ...question.world, nodes: undefined } };
}

/**
 * Returns the first node on which the claims fit with similar names of existing classes, in place of missing ones. In this
 * case, all nodes have the same error. Nodes that pass the filters come before nodes that a filter rejects.
 */
function* nodeForMisspeltClass(
  explanation: Explanation,
  questionOf: (node: string) => Incremental<Question | undefined>,
): Incremental<string | undefined> {
  if (!isAboutClaims(explanation)) return undefined;
  const nodes = explanation.groups[0]?.nodes.slice(0, MOST_NODES) ?? [];
  const [first] = nodes;
  // The claims are equal on each node, so one node is enough.
  const question = first === undefined ? undefined : yield* questionOf(first);
  if (first !== undefined && (question === undefined || !(yield* hasMisspeltClass(question)))) return undefined;
  for (const asksFilters of [true, false]) {
    for (const node of nodes) {
      const question = yield* questionOf(node);
      if (question !== undefined && (yield* fitsWithClassesSpelled(question, asksFilters))) return node;
    }
  }
  return undefined;
}

/** Returns whether the claims are rejected before any node is considered: by an error of the allocation, or by the scheduler. */
function isAboutClaims({ error, nodes }: Explanation): boolean {
  return error?.code === 'unknown-device-class' || nodes[0]?.rejections?.[0]?.code === 'claims';
}
