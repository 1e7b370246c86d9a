// Builds kernels with some of the bounds, and random problems whose answers the bounds must not change.

import * as fc from 'fast-check';
import { expect } from 'vitest';
import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import * as L from '../../../../src/allocator/kernel/layout.js';
import type { Problem, SearchAnswer } from '../../../../src/allocator/kernel/problem.js';
import { referenceKernel } from '../../../../src/allocator/kernel/reference.js';
import { hardArbitrary } from '../../../support/hard-problems.js';
import { bounded, release } from '../../../support/kernels.js';
import { limitedArbitrary } from '../../../support/limited.js';
import { problemArbitrary } from '../../../support/problems.js';
import { HARD_KINDS, randomHard } from '../../../support/random-hard.js';
import { MIXED_KINDS, randomMixed } from '../../../support/random-mixed.js';
import { randomSymmetric } from '../../../support/random-symmetric.js';
import { solve } from '../../../support/solve.js';
import { tiedArbitrary } from '../../../support/tied.js';

/** Returns an answer without its steps, of which bounds save some. */
export function whatOf({ steps: _, ...answer }: SearchAnswer): object {
  return answer;
}

/** The bounds by the property that they check. */
const SWITCHES = {
  'equal devices': L.BOUND_DEVICE_SYMMETRY,
  'too few devices': L.BOUND_TOO_FEW,
  'too few devices with enough budget': L.BOUND_TOO_FEW | L.BOUND_BUDGETS,
  'competing requests': L.BOUND_MATCHING,
  'sums of budgets': L.BOUND_SUMS,
  'a common value': L.BOUND_VALUES,
  'packing of constraints': L.BOUND_CONSTRAINT_PACKING,
  'distinct values': L.BOUND_DISTINCT,
  'empty intersections': L.BOUND_EMPTY_INTERSECTION,
  'empty intersections, probing': L.BOUND_EMPTY_INTERSECTION | L.BOUND_PROBING,
  nogoods: L.BOUND_NOGOODS,
  'nogoods beside equal devices': L.BOUND_NOGOODS | L.BOUND_DEVICE_SYMMETRY,
  probing: L.BOUND_PROBING,
  'probing, devices counted': L.BOUND_PROBING | L.BOUND_TOO_FEW | L.BOUND_MATCHING | L.BOUND_BUDGETS | L.BOUND_DEVICE_SYMMETRY,
  'limits of claims': L.BOUND_LIMITS | L.BOUND_TOO_FEW,
  'limits of claims, probing': L.BOUND_LIMITS | L.BOUND_TOO_FEW | L.BOUND_MATCHING | L.BOUND_PROBING,
  'competing requests for shared devices': L.BOUND_MATCHING | L.BOUND_BUDGETS,
  'sums of budgets, shared devices counted': L.BOUND_SUMS | L.BOUND_BUDGETS,
  'a common value, shared devices counted': L.BOUND_VALUES | L.BOUND_BUDGETS,
  'packing of constraints, shared devices counted': L.BOUND_CONSTRAINT_PACKING | L.BOUND_BUDGETS,
} as const;

const tested = Object.values(SWITCHES).reduce((all: number, bounds) => all | bounds, 0);
if (tested !== L.BOUND_ALL) throw new Error('a bound has no entry in the table of switches');

/** Each bound alone, or with the bounds that it needs, from the first step on. */
export const ALONE: readonly (readonly [string, Kernel])[] = await Promise.all(
  Object.entries(SWITCHES).map(async ([name, bounds]) => [name, await bounded(bounds)] as const),
);

/** All bounds, from the first step on or from a later step on. */
export const ALL_BOUNDS: readonly (readonly [string, Kernel])[] = await Promise.all(
  [0, 3, 9].map(async (steps) => [`all bounds after ${steps} steps`, await bounded(L.BOUND_ALL, steps)] as const),
);

/** Problems that scripts/hard-problems.mjs grows, at small sizes. */
const grownArbitrary = fc
  .tuple(fc.constantFrom(...HARD_KINDS), fc.nat(1_000_000), fc.integer({ min: 4, max: 8 }))
  .map(([kind, seed, size]) => randomHard(kind, seed, size));

/** Problems that scripts/hard-problems.mjs measures. */
const mixedArbitrary = fc.tuple(fc.constantFrom(...MIXED_KINDS), fc.nat(1_000_000)).map(([kind, seed]) => randomMixed(kind, seed));

/** Kinds of random problems, and the plain search that gives the expected answers. */
export const PROBLEMS: Readonly<Record<string, readonly [fc.Arbitrary<Problem>, Kernel]>> = {
  any: [problemArbitrary, referenceKernel],
  hard: [hardArbitrary, referenceKernel],
  grown: [grownArbitrary, release],
  limited: [limitedArbitrary, release],
  mixed: [mixedArbitrary, release],
  symmetric: [fc.nat().map(randomSymmetric), referenceKernel],
  tied: [tiedArbitrary, release],
};

/** The number of problems of each kind in the long run. */
export const RUNS = 120;

/** Expects that a kernel with bounds answers random problems of one kind as plain search does, in no more steps. */
export function expectSameAnswers(kernel: Kernel, kind: string, numRuns: number): void {
  const [problems, plain] = PROBLEMS[kind] as (typeof PROBLEMS)[string];
  fc.assert(
    fc.property(problems, fc.integer({ min: 1, max: 100_000 }), (problem, work) => {
      const expected = solve(plain, problem);
      if (expected.kind === 'step-limit') return;
      const got = solve(kernel, problem, work);
      expect(whatOf(got)).toEqual(whatOf(expected));
      expect(got.steps).toBeLessThanOrEqual(expected.steps);
    }),
    { numRuns },
  );
}
