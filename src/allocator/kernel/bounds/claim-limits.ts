// Determines how the device limit of a claim affects a search. A branch above the limit has no solution. It backtracks further than a failed branch, so it can
// hide errors of the same claim. It hides no errors of other claims, because only the counts of the claim's requests determine whether the limit is exceeded.

import { largestOf, smallestOf } from '../../../core/base/lists.js';
import { BOUND_LIMITS, ENTRY_ERROR, STAGE_ERROR } from '../layout.js';
import type { Problem, ProblemClaim, ProblemConstraint, Slot } from '../problem.js';

/**
 * `none`: no choice of alternatives exceeds the limit. `bound`: some choices exceed it but hide no error, so a bound may prune them. `end`: branches end at the
 * limit, and the order of branches matters.
 */
export type LimitRole = 'none' | 'bound' | 'end';

/** Returns the role of each claim's limit in a search with the given BOUND_* switches. */
export function rolesOfLimits({ claims, claimLimit }: Problem, switches: number): LimitRole[] {
  return claims.map((claim, index) => {
    if (countOf(claim, largestOf) <= claimLimit) return 'none';
    // If the first claim always needs more, the answer is `exceeded`; a later claim fails.
    const isAnswer = index === 0 && countOf(claim, smallestOf) > claimLimit;
    return (switches & BOUND_LIMITS) === 0 || isAnswer || mayHide(claim) ? 'end' : 'bound';
  });
}

/** Returns the number of claims up to the last one with the role `end`. In these claims, the order of devices matters. */
export function claimsBeforeEnd(roles: readonly LimitRole[]): number {
  return roles.lastIndexOf('end') + 1;
}

/** Returns the number of devices of a claim if it and its requests use the alternatives that `choose` selects by count. */
function countOf({ requests, alternatives }: ProblemClaim, choose: (counts: Iterable<number>) => number): number {
  const countIn = (alternative?: number): number => {
    let sum = 0;
    for (const { slots } of requests) sum += choose(slots.filter((slot) => slot.alternative === alternative).map(({ count }) => count));
    return sum;
  };
  return alternatives === undefined ? countIn() : choose(Array.from({ length: alternatives }, (_, index) => countIn(index)));
}

/**
 * Returns whether a request before the last one may end with an error, according to stages and entries. A later request that exceeds the limit could hide that
 * error: it does so before it checks a device, whatever devices are selected.
 */
function mayHide({ requests, constraints }: ProblemClaim): boolean {
  let ordinal = 0;
  return requests.slice(0, -1).some(({ slots }) => slots.some((slot) => mayErr(slot, constraints, ordinal++)));
}

function mayErr({ stages, all }: Slot, constraints: readonly ProblemConstraint[], ordinal: number): boolean {
  const rows = constraints.flatMap((constraint) => constraint.rows[ordinal] ?? []);
  const mayReject = all !== undefined && rows.length > 0;
  return mayReject || stages.some((stage) => stage >= STAGE_ERROR) || rows.some((row) => row.includes(ENTRY_ERROR));
}
