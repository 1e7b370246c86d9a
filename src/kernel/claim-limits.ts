// What the limit of a claim does to a search. A branch with more devices than that has no solution, whatever devices it picks; but as it goes back
// further than one that failed, it hides errors that others would come to.

import { BOUND_LIMITS, ENTRY_ERROR, STAGE_ERROR } from './layout.js';
import type { Problem, ProblemClaim } from './problem.js';

/**
 * `none`: no choice of alternatives brings a claim above its limit. `bound`: some would, and there is no error that it could hide, so that they can be left
 * out before. `end`: branches end there, and it matters which.
 */
export type LimitRole = 'none' | 'bound' | 'end';

/** The role of limits in a search with some BOUND_* switches. */
export function roleOfLimits(problem: Problem, switches: number): LimitRole {
  if (!isAbove(problem, Math.max)) return 'none';
  // Where a claim needs more in any case, that is the answer.
  return (switches & BOUND_LIMITS) === 0 || isAbove(problem, Math.min) || mayErr(problem) ? 'end' : 'bound';
}

type Choose = (one: number, other: number) => number;

/** Whether some claim is above its limit when its requests take these alternatives. */
function isAbove({ claims, claimLimit }: Problem, choose: Choose): boolean {
  return claims.some(({ requests }) => countOf(requests, choose) > claimLimit);
}

function countOf(requests: ProblemClaim['requests'], choose: Choose): number {
  let sum = 0;
  for (const { slots } of requests) sum += slots.reduce((chosen, { count }) => choose(chosen, count), slots[0]?.count ?? 0);
  return sum;
}

/** Whether a search could end with an error, as far as stages and entries tell. */
function mayErr({ claims }: Problem): boolean {
  return claims.some(({ requests, constraints }) => {
    const slots = requests.flatMap((request) => request.slots);
    return slots.some(({ stages, all }, ordinal) => {
      const rows = constraints.flatMap(({ rows: own }) => own[ordinal] ?? []);
      const mayRefuse = all !== undefined && rows.length > 0;
      return mayRefuse || stages.some((stage) => stage >= STAGE_ERROR) || rows.some((row) => row.includes(ENTRY_ERROR));
    });
  });
}
