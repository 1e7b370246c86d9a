// Problems in which the limit of a claim matters: alternatives of prioritized lists can exceed it.

import * as fc from 'fast-check';
import { ENTRY_ERROR, ENTRY_MISSING, STAGE_ERROR } from '../../src/allocator/kernel/layout.js';
import type { Problem, ProblemClaim, Slot } from '../../src/allocator/kernel/problem.js';
import { hardArbitrary } from './hard-problems.js';
import { problemArbitrary } from './problems.js';
import { randomHard } from './random-hard.js';

/** The stage of a device that does not match. */
const NO_MATCH = 4;

/** The problem without errors: devices that failed do not match. */
function withoutErrors(problem: Problem): Problem {
  const slot = (own: Slot): Slot =>
    own.all === undefined ? { ...own, stages: own.stages.map((stage) => (stage >= STAGE_ERROR ? NO_MATCH : stage)) } : own;
  const claims = problem.claims.map(
    (claim): ProblemClaim => ({
      requests: claim.requests.map((request) => ({ ...request, slots: request.slots.map(slot) })),
      constraints: claim.constraints.map((constraint) => ({
        ...constraint,
        rows: constraint.rows.map((row) => row?.map((entry) => (entry === ENTRY_ERROR ? ENTRY_MISSING : entry))),
      })),
    }),
  );
  return { ...problem, claims };
}

/** The largest number of devices of a claim when each request uses one alternative. */
function mostOf({ claims }: Problem, choose: (...counts: readonly number[]) => number): number {
  const counts = claims.map(({ requests }) => requests.reduce((sum, { slots }) => sum + choose(...slots.map(({ count }) => count)), 0));
  return Math.max(1, ...counts);
}

const any = fc.oneof(
  problemArbitrary,
  hardArbitrary,
  fc.tuple(fc.nat(1_000_000), fc.integer({ min: 4, max: 9 })).map(([seed, size]) => randomHard('prioritized lists', seed, size)),
);

/** Limits between the smallest and the largest count of the claims, mostly without errors. */
export const limitedArbitrary: fc.Arbitrary<Problem> = fc
  .tuple(any, fc.double({ min: 0, max: 1, noNaN: true }), fc.integer({ min: 0, max: 3 }))
  .map(([problem, share, errors]) => {
    const least = mostOf(problem, Math.min);
    const claimLimit = Math.max(1, least - 1 + Math.round(share * (mostOf(problem, Math.max) - least + 1)));
    const limited = { ...problem, claimLimit };
    return errors === 0 ? limited : withoutErrors(limited);
  });
