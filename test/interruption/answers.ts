// Checks the answer of an interrupted call: it equals the answer of the undisturbed call, or says that the call was interrupted, with partial results.

import { isDeepStrictEqual } from 'node:util';
import { ApiError } from '../../src/classic/api/api-error.js';
import { CAME_TO_LIMIT } from '../../src/explain/certificate/certify.js';
import { AllocationError } from '../../src/index.js';
import { NO_CLUSTER_SCORES } from '../../src/placement/filtered-pod.js';
import type { By } from './disturbance.js';

/** Plain JSON. */
export type Plain = { readonly [key: string]: unknown };

/** A documented error. */
export interface Told {
  readonly code: string;
  readonly message: string;
}

/** Returns a documented error as JSON. Throws any other one. */
export function told(error: unknown): Told {
  if (error instanceof AllocationError && error.code !== 'internal') return { code: error.code, message: error.message };
  if (error instanceof ApiError) return { code: error.reason, message: error.message };
  if (error instanceof DOMException && error.name === 'AbortError') return { code: 'AbortError', message: '' };
  throw error;
}

/** Compares an answer with that of the undisturbed call. Returns what is wrong; undefined if it is valid. */
export type Judge = (answer: Plain, whole: Plain, by: By) => string | undefined;

/** Removes numbers of steps from an answer: a search without memory for its bounds needs more steps. */
export function withoutSteps(answer: Plain): Plain {
  return JSON.parse(JSON.stringify(answer, (key, value: unknown) => (key === 'steps' ? 0 : value)));
}

const { uncertified: CAME_TO_END } = CAME_TO_LIMIT as { readonly uncertified: string };

const equal = (left: unknown, right: unknown): boolean => isDeepStrictEqual(left, right);

function isInterrupted(answer: Plain, by: By): boolean {
  return answer['kind'] === 'interrupted' && answer['by'] === by;
}

/** An outcome on one node. */
export const outcome: Judge = (answer, whole, by) => {
  if (equal(answer, whole) || (by === 'memory' && equal(withoutSteps(answer), withoutSteps(whole)))) return undefined;
  if (isInterrupted(answer, by))
    return Object.keys(answer).length === 3 && typeof answer['steps'] === 'number' ? undefined : 'has more than steps';
  if (answer['uncertified'] === CAME_TO_END) {
    const { uncertified: _, ...rest } = answer;
    const { certificate: __, uncertified: ___, ...others } = whole;
    if (equal(rest, others)) return undefined;
  }
  return `is another outcome: ${JSON.stringify(answer)}, not ${JSON.stringify(whole)}`;
};

const list = (value: unknown): readonly unknown[] => (value ?? []) as readonly unknown[];
const isAmong = (some: unknown, all: unknown): boolean => list(some).every((one) => list(all).some((other) => equal(one, other)));
const isBegin = (some: unknown, all: unknown): boolean => list(some).every((one, index) => equal(one, list(all)[index]));

/** The result of a filter; `outcomes` by node. */
export const filtered: Judge = (answer, whole, by) => {
  if (equal(answer, whole)) return undefined;
  const outcomes = answer['outcomes'] as Record<string, Plain>;
  const others = whole['outcomes'] as Record<string, Plain>;
  for (const [node, one] of Object.entries(outcomes)) {
    const wrong = equal(one, others[node]) ? undefined : outcome(one, others[node] ?? {}, by);
    if (wrong !== undefined) return `${node}: ${wrong}`;
  }
  if (answer['kind'] === 'complete') {
    const { outcomes: _, ...rest } = answer;
    const { outcomes: __, ...all } = whole;
    return equal(rest, all) ? undefined : 'is another complete result';
  }
  if (!isInterrupted(answer, by)) return `is interrupted by ${String(answer['by'])}`;
  if (!isAmong(answer['feasibleSoFar'], whole['feasible'] ?? whole['feasibleSoFar'])) return 'has other feasible nodes';
  const isRanked = !list(answer['notLookedAt']).includes(NO_CLUSTER_SCORES);
  if (isRanked && list(answer['interrupted']).length === 0) return 'has no interrupted node';
  return undefined;
};

/** An explanation. */
export const explained: Judge = (answer, whole, by) => {
  if (equal(answer, whole)) return undefined;
  const [nodes, others] = [list(answer['nodes']) as readonly Plain[], list(whole['nodes']) as readonly Plain[]];
  if (
    !equal(
      nodes.map(({ node }) => node),
      others.map(({ node }) => node),
    )
  )
    return `is about other nodes: ${JSON.stringify(answer)}`;
  for (const [index, one] of nodes.entries()) {
    const wrong = explainedNode(one, others[index] as Plain, by);
    if (wrong !== undefined) return `${String(one['node'])}: ${wrong}`;
  }
  const kinds = nodes.map(({ kind }) => kind);
  if (answer['kind'] !== whole['kind'] && !kinds.includes(answer['kind'])) return `is ${String(answer['kind'])}`;
  if (answer['kind'] === 'interrupted' && whole['kind'] !== 'interrupted' && answer['by'] !== by)
    return `is interrupted by ${String(answer['by'])}`;
  const texts = (of: Plain): readonly unknown[] => (list(of['suggestions']) as readonly Plain[]).map(({ text }) => text);
  if (!isAmong(texts(answer), texts(whole))) return 'has other suggestions';
  return undefined;
};

const explainedNode: Judge = (answer, whole, by) => {
  if (isInterrupted(answer, by)) return undefined;
  return answer['kind'] === whole['kind'] ? undefined : `is ${String(answer['kind'])}`;
};

/** A result whose lists may be incomplete. */
const withLists =
  (begins: readonly string[], parts: readonly string[] = []): Judge =>
  (answer, whole, by) => {
    if (equal(answer, whole)) return undefined;
    if (!isInterrupted(answer, by))
      return `is ${String(answer['kind'])} by ${String(answer['by'])}, and another answer: ${JSON.stringify(answer)}, not ${JSON.stringify(whole)}`;
    for (const name of begins) if (!isBegin(answer[name], whole[name])) return `has other ${name}`;
    for (const name of parts) if (!isAmong(answer[name], whole[name])) return `has other ${name}`;
    return undefined;
  };

export const simulated = withLists(['log']);
/** A count of pods. A complete count may lack the cause that stops it, and the upper bound of any placement. */
export const fitted: Judge = (answer, whole, by) => {
  if (answer['kind'] !== 'complete') return placed(answer, whole, by);
  const { explanation, runsOut: _, runsOutOn: __, optimum, ...rest } = answer;
  const { explanation: wholeExplanation, runsOut: ___, runsOutOn: ____, optimum: wholeOptimum, ...others } = whole;
  if (!equal(rest, others)) return `is another count: ${JSON.stringify(rest)}`;
  if (!equal(optimum, wholeOptimum) && (optimum as Plain)['by'] !== by) return 'has another optimum';
  return explained(explanation as Plain, wholeExplanation as Plain, by);
};
const placed = withLists(['placements']);
/** Results that are complete or interrupted. */
export const orInterrupted = withLists([]);

/** The events of classic DRA. */
export const run: Judge = (answer, whole, by) => {
  if (equal(answer, whole)) return undefined;
  if (answer['settled'] !== false || answer['by'] !== by) return 'is neither settled nor interrupted';
  return isBegin(answer['events'], whole['events']) ? undefined : 'has other events';
};

/** The verdict on a certificate. */
export const verdict: Judge = (answer, whole, by) =>
  equal(answer, whole) || (answer['valid'] === false && answer['by'] === by) ? undefined : 'is another verdict';

/** A call without an answer. */
export const nothing: Judge = (answer, whole) => (equal(answer, whole) ? undefined : 'is another answer');

/** The nodes that pass filters. */
export const filteredNodes: Judge = (answer, whole, by) => {
  const wrong = orInterrupted(answer, whole, by);
  if (wrong !== undefined || answer['kind'] !== 'interrupted') return wrong;
  return isBegin(answer['passingSoFar'], whole['passing']) ? undefined : 'has other nodes';
};
