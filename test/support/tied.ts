// Problems whose claims have whole alternatives, made from problems without them.

import * as fc from 'fast-check';
import { emptySlot, tieClaims } from '../../src/allocator/kernel/alternatives.js';
import type { Problem, ProblemClaim } from '../../src/allocator/kernel/problem.js';
import { hardArbitrary } from './hard-problems.js';
import { limitedArbitrary } from './limited.js';
import { problemArbitrary } from './problems.js';

/** The problem with its claims combined in groups of these sizes, in order. A group of one leaves its claim unchanged, and so do further claims. */
export function tiedProblem(problem: Problem, groups: readonly number[]): Problem {
  const empty = emptySlot(problem.deviceCount);
  const left = [...problem.claims];
  const claims = groups.flatMap((size) => {
    const own = left.splice(0, size);
    return own.length < 2 ? own : [tieClaims(own, empty)];
  });
  return { ...problem, claims: [...claims, ...left] };
}

/** A copy of a claim with some of its requests, and with or without its constraints. */
function variant({ requests, constraints }: ProblemClaim, isKept: (request: number) => boolean, isConstrained: boolean): ProblemClaim {
  const kept = requests.map((_, index) => isKept(index));
  const slots = requests.flatMap((request, index) => request.slots.map(() => kept[index]));
  const own = isConstrained ? constraints : [];
  return {
    requests: requests
      .filter((_, index) => kept[index])
      .map((request) => ({ ...request, slots: request.slots.map((slot) => ({ ...slot })) })),
    constraints: own.map((constraint) => ({ ...constraint, rows: constraint.rows.filter((_, index) => slots[index]) })),
  };
}

/** The parts of a claim that an alternative can have: all requests, or a subset as bits. */
const part = fc.record({
  claim: fc.nat(5),
  requests: fc.constantFrom(15, 15, 15, 7, 14, 5, 10, 1, 2, 0),
  isConstrained: fc.constantFrom(true, true, false),
});

/** The alternatives of each claim, one or more. An empty list leaves an existing claim unchanged. */
const choices = fc.array(fc.array(part, { maxLength: 4 }), { minLength: 3, maxLength: 5 });

/** Small random problems in which some claims have alternatives. These are claims of the problem, or parts of them. */
export const tiedArbitrary: fc.Arbitrary<Problem> = fc
  .tuple(
    fc.oneof(
      { weight: 4, arbitrary: problemArbitrary },
      { weight: 1, arbitrary: limitedArbitrary },
      { weight: 1, arbitrary: hardArbitrary },
    ),
    choices,
  )
  .map(([problem, chosen]) => {
    const { claims } = problem;
    if (claims.length === 0) return problem;
    const empty = emptySlot(problem.deviceCount);
    const made = chosen.flatMap((own, index): readonly ProblemClaim[] => {
      const variants = own.map(({ claim, requests, isConstrained }) => {
        const isKept = (request: number): boolean => request > 3 || ((requests >> request) & 1) === 1;
        return variant(claims[claim % claims.length] as ProblemClaim, isKept, isConstrained);
      });
      if (variants.length > 0) return [tieClaims(variants, empty)];
      return index < claims.length ? [variant(claims[index] as ProblemClaim, () => true, true)] : [];
    });
    return { ...problem, claims: made };
  });
