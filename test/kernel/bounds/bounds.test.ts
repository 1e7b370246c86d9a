import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/kernel/kernel.js';
import * as L from '../../../src/kernel/layout.js';
import type { Problem, ProblemConstraint, SearchAnswer, Slot } from '../../../src/kernel/problem.js';
import { referenceKernel } from '../../../src/kernel/reference.js';
import { hardArbitrary } from '../../support/hard-problems.js';
import { bounded, release } from '../../support/kernels.js';
import { limitedArbitrary } from '../../support/limited.js';
import { problemArbitrary } from '../../support/problems.js';
import { HARD_KINDS, randomHard } from '../../support/random-hard.js';
import { MIXED_KINDS, randomMixed } from '../../support/random-mixed.js';

const STEP_LIMIT = 20_000;

function solve(kernel: Kernel, problem: Problem, work = Number.POSITIVE_INFINITY): SearchAnswer {
  const search = kernel.start(problem, STEP_LIMIT);
  try {
    for (;;) {
      const answer = search.run(work);
      if (answer !== undefined) return answer;
    }
  } finally {
    search.end();
  }
}

/** An answer without its steps, of which bounds save some. */
function whatOf({ steps: _, ...answer }: SearchAnswer): object {
  return answer;
}

const SWITCHES = {
  'equal devices': L.BOUND_DEVICE_SYMMETRY,
  'too few devices': L.BOUND_TOO_FEW,
  'too few devices with enough budget': L.BOUND_TOO_FEW | L.BOUND_BUDGETS,
  'competing requests': L.BOUND_MATCHING,
  'sums of budgets': L.BOUND_SUMS,
  'a common value': L.BOUND_VALUES,
  'alike constraints': L.BOUND_PAIRS,
  'distinct values': L.BOUND_DISTINCT,
  nogoods: L.BOUND_NOGOODS,
  'nogoods beside equal devices': L.BOUND_NOGOODS | L.BOUND_DEVICE_SYMMETRY,
  probing: L.BOUND_PROBING,
  'probing, devices counted': L.BOUND_PROBING | L.BOUND_TOO_FEW | L.BOUND_MATCHING | L.BOUND_BUDGETS | L.BOUND_DEVICE_SYMMETRY,
  'limits of claims': L.BOUND_LIMITS | L.BOUND_TOO_FEW,
  'limits of claims, probing': L.BOUND_LIMITS | L.BOUND_TOO_FEW | L.BOUND_MATCHING | L.BOUND_PROBING,
  'competing requests for shared devices': L.BOUND_MATCHING | L.BOUND_BUDGETS,
  'sums of budgets, shared devices counted': L.BOUND_SUMS | L.BOUND_BUDGETS,
  'a common value, shared devices counted': L.BOUND_VALUES | L.BOUND_BUDGETS,
  'alike constraints, shared devices counted': L.BOUND_PAIRS | L.BOUND_BUDGETS,
  'all bounds': L.BOUND_ALL,
} as const;

/** Each bound alone from the first step on, and all of them from within a search on. */
const KERNELS: readonly (readonly [string, Kernel])[] = [
  ...(await Promise.all(Object.entries(SWITCHES).map(async ([name, bounds]) => [name, await bounded(bounds)] as const))),
  ...(await Promise.all([3, 9].map(async (steps) => [`all bounds after ${steps} steps`, await bounded(L.BOUND_ALL, steps)] as const))),
];

/** Problems that scripts/hard-problems.mjs grows, while they are small. */
const grownArbitrary = fc
  .tuple(fc.constantFrom(...HARD_KINDS), fc.nat(1_000_000), fc.integer({ min: 4, max: 8 }))
  .map(([kind, seed, size]) => randomHard(kind, seed, size));

/** Problems that scripts/hard-problems.mjs measures. */
const mixedArbitrary = fc.tuple(fc.constantFrom(...MIXED_KINDS), fc.nat(1_000_000)).map(([kind, seed]) => randomMixed(kind, seed));

/** A request for one device, then one for all devices in this order. */
function oneThenAll(one: readonly number[], all: readonly number[], list: readonly number[]): Problem {
  const requests = [
    { prioritized: false, slots: [{ stages: Uint8Array.from(one), count: 1, adminAccess: false }] },
    { prioritized: false, slots: [{ stages: Uint8Array.from(all), count: list.length, all: list, adminAccess: false }] },
  ];
  return { deviceCount: one.length, occupied: [], claimLimit: 32, claims: [{ requests, constraints: [] }] };
}

/** Two requests for one device each, which can have a shareable one both, and one for two devices; each side needs a value of its own. */
function apartOrTogether(): Problem {
  const stages = Uint8Array.from([0, 0, 0]);
  const shares = new Map([[2, [{ budget: 0, amount: 1n }]]]);
  const requests = [1, 1, 2].map((count) => ({ prioritized: false, slots: [{ stages, count, adminAccess: false, shares }] }));
  const row = Uint32Array.from([0, 0, 1], (value) => value | L.ENTRY_SINGLE);
  const over = (chosen: readonly number[]) => {
    return { kind: 'match' as const, valueCount: 2, sets: [], rows: [0, 1, 2].map((index) => (chosen.includes(index) ? row : undefined)) };
  };
  const none = { ledgers: [], counterSets: [], draws: new Map(), shared: new Set<number>() };
  const resources = { ...none, budgets: [2n], shareable: new Set([2]) };
  return { deviceCount: 3, occupied: [], claimLimit: 32, claims: [{ requests, constraints: [over([0, 1]), over([2])] }], resources };
}

/** Two requests that can have the one device both, as it is shareable; the first one takes nothing of its capacity, or both have no value that clashes. */
function twice(shares: Slot['shares'], constraints: ProblemConstraint[] = []): Problem {
  const stages = Uint8Array.of(0);
  const slots = [
    { stages, count: 1, adminAccess: false },
    { stages, count: 1, adminAccess: false, ...(shares && { shares }) },
  ];
  const requests = slots.map((slot) => ({ prioritized: false, slots: [slot] }));
  const none = { ledgers: [], counterSets: [], draws: new Map(), shared: new Set<number>() };
  const resources = { ...none, budgets: [1n], shareable: new Set([0]) };
  return { deviceCount: 1, occupied: [], claimLimit: 32, claims: [{ requests, constraints }], resources };
}

/** A request for all of some shareable devices, which take all of one budget together. */
function allShared(deviceCount: number): Problem {
  const devices = [...Array(deviceCount).keys()];
  const shares = new Map(devices.map((device) => [device, [{ budget: 0, amount: 1n }]]));
  const slots = [{ stages: new Uint8Array(deviceCount), count: deviceCount, all: devices, adminAccess: false, shares }];
  const none = { ledgers: [], counterSets: [], draws: new Map(), shared: new Set<number>() };
  const resources = { ...none, budgets: [BigInt(deviceCount)], shareable: new Set(devices) };
  return { deviceCount, occupied: [], claimLimit: 32, claims: [{ requests: [{ prioritized: false, slots }], constraints: [] }], resources };
}

/** A distinct constraint over both requests, for which the device has a list without a value. */
function withoutValue(): ProblemConstraint[] {
  const row = Uint32Array.of(0);
  return [{ kind: 'distinct', valueCount: 1, sets: [[]], rows: [row, row] }];
}

describe.each(KERNELS)('%s', (_name, kernel) => {
  it.each([
    // With device 1 taken the second request fails before it comes upon device 2; with device 2 taken it comes upon device 1.
    ['two equal devices on which a request for all fails', oneThenAll([4, 0, 0], [0, L.STAGE_ERROR + 4, L.STAGE_ERROR + 4], [0, 1, 2])],
    ['an erring device between two equal ones', oneThenAll([0, 4, 0], [0, L.STAGE_ERROR + 4, 0], [0, 1, 2])],
    ['an erring device in a list after one that is taken', oneThenAll([0, 4], [0, L.STAGE_ERROR + 4], [0, 1])],
    ['an erring device in a list before one that is taken', oneThenAll([0, 4], [0, L.STAGE_ERROR + 4], [1, 0])],
    ['constraints that want as much, of which one can share', apartOrTogether()],
    ['a list that does not ascend', oneThenAll([0, 0, 4], [L.STAGE_ERROR + 4, 0, 0], [2, 1, 0])],
    ['a request that takes nothing of a capacity', twice(new Map([[0, [{ budget: 0, amount: 1n }]]]))],
    // The bounds come when some of the devices are taken.
    ['all of some shared devices', allShared(6)],
    ['a device that clashes with nothing, not even with itself', twice(undefined, withoutValue())],
    // Devices taken with admin access may be in use by requests before, which must not find them in use.
    ['admin access to what others have', randomMixed('of all', 300737)],
  ])('leave the answer as it is for %s', (_what, problem) => {
    expect(whatOf(solve(kernel, problem))).toEqual(whatOf(solve(referenceKernel, problem)));
  });

  it.each([
    // Requests that want the same can have one device together.
    ['shared devices', 500339, 5],
    ['shared devices', 500235, 6],
    ['shared devices', 500243, 7],
    // The slots that devices can serve must be known before values are counted.
    ['shared devices', 100866, 8],
  ])('leave it as it is for %s %i', (kind, seed, size) => {
    const problem = randomHard(kind, seed, size);
    expect(whatOf(solve(kernel, problem))).toEqual(whatOf(solve(release, problem)));
  });

  it.each([
    ['any', problemArbitrary, referenceKernel],
    ['hard', hardArbitrary, referenceKernel],
    ['grown', grownArbitrary, release],
    ['limited', limitedArbitrary, release],
    ['mixed', mixedArbitrary, release],
  ])('leave the answer of plain search as it is in %s problems', (_kind, problems, plain) => {
    fc.assert(
      fc.property(problems, fc.integer({ min: 1, max: 100_000 }), (problem, work) => {
        const expected = solve(plain, problem);
        if (expected.kind === 'step-limit') return;
        const got = solve(kernel, problem, work);
        expect(whatOf(got)).toEqual(whatOf(expected));
        expect(got.steps).toBeLessThanOrEqual(expected.steps);
      }),
      { numRuns: 120 },
    );
  });
});
