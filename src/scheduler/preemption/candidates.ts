// Chooses the node on which pods are removed for another pod. Source: pickOneNodeForPreemption of
// pkg/scheduler/framework/preemption/preemption.go of Kubernetes 1.37.1.

import { compareBytes } from '../../core/base/byte-order.js';
import type { Victim } from './victims.js';

/** A node on which the pod fits after the removal of victims. */
export interface Candidate {
  readonly node: string;
  /** At least one, the most important first. */
  readonly victims: readonly Victim[];
  /** The number of victims whose removal violates a budget. */
  readonly violations: number;
}

/** Added to each priority, so that fewer pods are better also where priorities are negative. */
const SHIFT = 2 ** 31;

/** Each returns a score; the node with the lowest one is better. */
const CRITERIA: readonly ((candidate: Candidate) => number)[] = [
  ({ violations }) => violations,
  ({ victims }) => (victims[0] as Victim).priority,
  ({ victims }) => victims.reduce((sum, { priority }) => sum + priority + SHIFT, 0),
  ({ victims }) => victims.length,
  ({ victims }) => -startOfHighest(victims),
];

function startOfHighest(victims: readonly Victim[]): number {
  const highest = victims.reduce((most, { priority }) => Math.max(most, priority), Number.NEGATIVE_INFINITY);
  return victims.reduce((least, { priority, start }) => (priority === highest ? Math.min(least, start) : least), Number.POSITIVE_INFINITY);
}

/** Returns the best candidate, the first by name among equals, where the scheduler's choice is random; undefined for an empty list. */
export function bestCandidate(candidates: readonly Candidate[]): Candidate | undefined {
  let left = candidates;
  for (const criterion of CRITERIA) {
    if (left.length < 2) break;
    const scores = left.map(criterion);
    const least = scores.reduce((one, other) => Math.min(one, other), Number.POSITIVE_INFINITY);
    left = left.filter((_, place) => scores[place] === least);
  }
  return left.reduce((first: Candidate | undefined, one) => (first && compareBytes(first.node, one.node) <= 0 ? first : one), undefined);
}
