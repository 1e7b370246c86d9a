// Defines the findings of a filter: the results of nodes, from which the caller's result is made.

import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { AllocationError } from '../../core/base/errors.js';
import type { Journal } from '../../core/base/journal.js';
import { type ScoredAllocation, scoreNode } from '../score.js';
import type { Outcome } from './outcome.js';

/** The reason why an allocation was interrupted, with its details. */
export type Interruption = Reason<Extract<Outcome, { kind: 'interrupted' }>>;
type Reason<T> = T extends unknown ? Omit<T, 'kind' | 'steps'> : never;

/** The current scores of all nodes of a cluster, by their place in the order of names. Updated from one call to the next. */
export interface LatestScores {
  readonly size: number;
  /** Returns the score at a place, or undefined if the node is not feasible. */
  scoreAt(place: number): number | undefined;
  /** The places whose scores changed. */
  readonly changes: Pick<Journal, 'end' | 'since'>;
}

/** The findings about nodes, from which a result is made. Each returned list is a new one. */
export interface Findings {
  readonly claims: readonly ResourceClaim[];
  /** The nodes that failed. Other nodes may have the same errors. */
  readonly errors: ReadonlyMap<string, AllocationError>;
  /** Returns undefined if all nodes were evaluated. */
  interruption(): Interruption | undefined;
  feasible(): string[];
  scores(): Int32Array;
  /**
   * Returns the scores by place, always the same object for the same claims. Read it before the next change. Undefined if these findings are not the latest, or
   * do not cover all nodes.
   */
  latest(): LatestScores | undefined;
  /** Returns the feasible node with the best score, even if other nodes failed. */
  best(): string | undefined;
  interrupted(): string[];
  /** Returns the outcome on a node, the same object each time, or undefined if it was not evaluated. Requires: it has no error. */
  outcome(nodeName: string): Outcome | undefined;
}

/** Limits in order of precedence. */
const LIMITS = ['signal', 'milliseconds', 'selector', 'steps'];

/** Returns the interruption that takes precedence; of two of the same kind, the earlier one. */
export function firstInterruption(earlier: Interruption | undefined, later: Interruption): Interruption {
  return earlier !== undefined && LIMITS.indexOf(earlier.by) <= LIMITS.indexOf(later.by) ? earlier : later;
}

/** Returns why an outcome was interrupted, or undefined if it was not. */
export function interruptionOf(outcome: Outcome): Interruption | undefined {
  if (outcome.kind !== 'interrupted') return undefined;
  const { kind: _kind, steps: _steps, ...interruption } = outcome;
  return interruption;
}

/** Returns the allocations of an outcome, as far as the score needs them. */
export function allocationsOf(outcome: Outcome): ScoredAllocation[] {
  if (outcome.kind !== 'allocated') return [];
  return outcome.allocations.map(({ devices, firstOfDevicesIndex }) => ({ results: devices.results ?? [], firstOfDevicesIndex }));
}

export function scoreOfOutcome(claims: readonly ResourceClaim[], outcome: Outcome): number {
  return scoreNode(claims, allocationsOf(outcome));
}
