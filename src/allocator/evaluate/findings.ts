// The findings of a filter: what is known of nodes, from which a result is made for the caller.

import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { AllocationError } from '../../core/base/errors.js';
import type { Journal } from '../../core/base/journal.js';
import { type ScoredAllocation, scoreNode } from '../score.js';
import type { Outcome } from './outcome.js';

/** Why an allocation was interrupted: `by`, and what belongs to it. */
export type Interruption = Reason<Extract<Outcome, { kind: 'interrupted' }>>;
type Reason<T> = T extends unknown ? Omit<T, 'kind' | 'steps'> : never;

/** The scores of all nodes of a cluster by their places in the order of names, stored up to date from one call to the next. */
export interface LatestScores {
  /** The number of places. */
  readonly size: number;
  /** The score at a place; undefined: the node has not the devices. */
  scoreAt(place: number): number | undefined;
  /** The places whose scores changed. */
  readonly changes: Pick<Journal, 'end' | 'since'>;
}

/** Describes what is known of nodes, from which a result is made. Each list is a new one. */
export interface Findings {
  readonly claims: readonly ResourceClaim[];
  /** Nodes that failed; others may have the same errors. */
  readonly errors: ReadonlyMap<string, AllocationError>;
  /** Undefined: all nodes were considered. */
  interruption(): Interruption | undefined;
  feasible(): string[];
  scores(): Int32Array;
  /** The scores by place, the same object for the same claims, to be read before anything changes; undefined: these are not the latest, or not of all nodes. */
  latest(): LatestScores | undefined;
  /** The feasible node with the best score, whatever happened on other nodes. */
  best(): string | undefined;
  interrupted(): string[];
  /** The outcome on a node, the same each time; undefined: it was not considered. Requires: it has no error. */
  outcome(nodeName: string): Outcome | undefined;
}

/** Limits in the order in which they count. */
const LIMITS = ['signal', 'milliseconds', 'selector', 'steps'];

/** The one of two interruptions that counts, the earlier one of two of a kind. */
export function firstInterruption(earlier: Interruption | undefined, later: Interruption): Interruption {
  return earlier !== undefined && LIMITS.indexOf(earlier.by) <= LIMITS.indexOf(later.by) ? earlier : later;
}

/** Why an outcome was interrupted; undefined: it was not. */
export function interruptionOf(outcome: Outcome): Interruption | undefined {
  if (outcome.kind !== 'interrupted') return undefined;
  const { kind: _kind, steps: _steps, ...interruption } = outcome;
  return interruption;
}

/** Gives what the claims got in an outcome, as far as it scores. */
export function allocationsOf(outcome: Outcome): ScoredAllocation[] {
  if (outcome.kind !== 'allocated') return [];
  return outcome.allocations.map(({ devices, firstOfDevicesIndex }) => ({ results: devices.results ?? [], firstOfDevicesIndex }));
}

/** The score of a node with an outcome. */
export function scoreOfOutcome(claims: readonly ResourceClaim[], outcome: Outcome): number {
  return scoreNode(claims, allocationsOf(outcome));
}
