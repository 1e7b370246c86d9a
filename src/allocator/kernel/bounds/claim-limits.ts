// The effects of the limit of a claim on a search. A branch with more devices than that has no solution, whatever devices it picks; but as it goes back
// further than one that failed, it hides errors that others of its claim would come to. It hides none of other claims: whether requests can stay within the
// limit follows from their counts alone, so that no branch that it cuts off would come to the end of the claim.

import { largestOf, smallestOf } from '../../../core/base/lists.js';
import { BOUND_LIMITS, ENTRY_ERROR, STAGE_ERROR } from '../layout.js';
import type { Problem, ProblemClaim, ProblemConstraint, Slot } from '../problem.js';

/**
 * `none`: no choice of alternatives brings the claim above its limit. `bound`: some would, and there is no error that it could hide, so that they can be left
 * out before. `end`: branches end there, and it matters which.
 */
export type LimitRole = 'none' | 'bound' | 'end';

/** For each claim the role of its limit in a search with some BOUND_* switches. */
export function rolesOfLimits({ claims, claimLimit }: Problem, switches: number): LimitRole[] {
  return claims.map((claim, index) => {
    if (countOf(claim, largestOf) <= claimLimit) return 'none';
    // If the first claim needs more in any case, that is the answer; a later one fails then.
    const isAnswer = index === 0 && countOf(claim, smallestOf) > claimLimit;
    return (switches & BOUND_LIMITS) === 0 || isAnswer || mayHide(claim) ? 'end' : 'bound';
  });
}

/** The number of claims up to the last one whose branches end at its limit: in them the order of devices matters. */
export function claimsBeforeEnd(roles: readonly LimitRole[]): number {
  return roles.lastIndexOf('end') + 1;
}

/** The devices of a claim when it takes this of its alternatives, and its requests take these of theirs. */
function countOf({ requests, alternatives }: ProblemClaim, choose: (counts: Iterable<number>) => number): number {
  const countIn = (alternative?: number): number => {
    let sum = 0;
    for (const { slots } of requests) sum += choose(slots.filter((slot) => slot.alternative === alternative).map(({ count }) => count));
    return sum;
  };
  return alternatives === undefined ? countIn() : choose(Array.from({ length: alternatives }, (_, index) => countIn(index)));
}

/**
 * Returns whether a claim has a request after one on which a search could end with an error, as far as stages and entries tell: what exceeds the limit at that request, or
 * before it, does so before it checks a device of it, whatever devices were selected.
 */
function mayHide({ requests, constraints }: ProblemClaim): boolean {
  let ordinal = 0;
  return requests.slice(0, -1).some(({ slots }) => slots.some((slot) => mayErr(slot, constraints, ordinal++)));
}

function mayErr({ stages, all }: Slot, constraints: readonly ProblemConstraint[], ordinal: number): boolean {
  const rows = constraints.flatMap((constraint) => constraint.rows[ordinal] ?? []);
  const mayRefuse = all !== undefined && rows.length > 0;
  return mayRefuse || stages.some((stage) => stage >= STAGE_ERROR) || rows.some((row) => row.includes(ENTRY_ERROR));
}
