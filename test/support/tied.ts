// Problems whose claims have whole alternatives, made of problems whose claims have none.

import * as fc from 'fast-check';
import { emptySlot, tieClaims } from '../../src/kernel/alternatives.js';
import type { Problem, ProblemClaim } from '../../src/kernel/problem.js';
import { hardArbitrary } from './hard-problems.js';
import { limitedArbitrary } from './limited.js';
import { problemArbitrary } from './problems.js';

/** The problem with its claims tied in groups of these sizes, in order; a group of one is the claim as it is, and claims beyond are left as they are. */
export function tiedProblem(problem: Problem, groups: readonly number[]): Problem {
  const empty = emptySlot(problem.deviceCount);
  const left = [...problem.claims];
  const claims = groups.flatMap((size) => {
    const own = left.splice(0, size);
    return own.length < 2 ? own : [tieClaims(own, empty)];
  });
  return { ...problem, claims: [...claims, ...left] };
}

/** A claim again, with some of its requests. */
function variant({ requests, constraints }: ProblemClaim, isKept: (request: number) => boolean): ProblemClaim {
  const kept = requests.map((_, index) => isKept(index));
  const slots = requests.flatMap((request, index) => request.slots.map(() => kept[index]));
  return {
    requests: requests
      .filter((_, index) => kept[index])
      .map((request) => ({ ...request, slots: request.slots.map((slot) => ({ ...slot })) })),
    constraints: constraints.map((constraint) => ({ ...constraint, rows: constraint.rows.filter((_, index) => slots[index]) })),
  };
}

/** For each claim which ones are its alternatives, by number, and which of their requests these have, by bits. None: the claim stays as it is. */
const choices = fc.array(
  fc.array(fc.record({ claim: fc.nat(5), requests: fc.constantFrom(15, 15, 15, 7, 14, 5, 10, 0) }), { maxLength: 4 }),
  {
    minLength: 3,
    maxLength: 3,
  },
);

/** Small random problems of which some claims have alternatives: these are claims of the problem, or parts of such. */
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
    const all = chosen.flatMap((own, index): { readonly claims: readonly ProblemClaim[] }[] => {
      const variants = own.map(({ claim, requests }) =>
        variant(claims[claim % claims.length] as ProblemClaim, (request) => request > 3 || ((requests >> request) & 1) === 1),
      );
      if (variants.length > 0) return [{ claims: variants }];
      return index < claims.length ? [{ claims: [variant(claims[index] as ProblemClaim, () => true)] }] : [];
    });
    return tiedProblem(
      { ...problem, claims: all.flatMap((one) => one.claims) },
      all.map((one) => one.claims.length),
    );
  });
