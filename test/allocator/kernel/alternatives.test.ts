// Tests claims with whole alternatives: the reference kernel against brute force,
// the solver against the reference kernel, and both on small problems.

import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { tieClaims } from '../../../src/allocator/kernel/alternatives.js';
import { checkProblem } from '../../../src/allocator/kernel/check-problem.js';
import { STAGE_ERROR } from '../../../src/allocator/kernel/layout.js';
import type { Problem, ProblemClaim, Slot } from '../../../src/allocator/kernel/problem.js';
import { referenceKernel } from '../../../src/allocator/kernel/reference.js';
import { cases } from '../../support/extent.js';
import { bounded, debug, kernels, release } from '../../support/kernels.js';
import { problemArbitrary } from '../../support/problems.js';
import { solve } from '../../support/solve.js';
import { tiedArbitrary, tiedProblem } from '../../support/tied.js';
import { whatOf } from './bounds/with-bounds.js';
import { bruteForce } from './brute-force.js';

const DEVICES = 4;

/** A claim with requests for one device each, from the given devices. */
function claim(...requests: readonly (readonly number[])[]): ProblemClaim {
  const slots = requests.map((devices): Slot => {
    const stages = Uint8Array.from({ length: DEVICES }, (_, device) => (devices.includes(device) ? 0 : 1));
    return { stages, count: 1, adminAccess: false };
  });
  return { requests: slots.map((slot) => ({ prioritized: false, slots: [slot] })), constraints: [] };
}

function problem(claims: readonly ProblemClaim[], groups: readonly number[]): Problem {
  return tiedProblem({ deviceCount: DEVICES, occupied: [], claimLimit: 32, claims }, groups);
}

const EVERY_KERNEL = [...kernels, ['wasm with bounds', await bounded()] as const];

describe.each(EVERY_KERNEL)('%s', (_name, kernel) => {
  const devicesOf = (asked: Problem): readonly number[] | string => {
    const answer = solve(kernel, asked);
    return answer.kind === 'found' ? answer.selections.map(({ device }) => device) : answer.kind;
  };

  it('takes the first alternative that works, whole', () => {
    expect(devicesOf(problem([claim([0], [0]), claim([1], [2])], [2]))).toEqual([1, 2]);
    expect(devicesOf(problem([claim([0], [3]), claim([1], [2])], [2]))).toEqual([0, 3]);
  });

  it('serves an alternative of fewer requests with fewer devices', () => {
    expect(devicesOf(problem([claim([0], [0], [1]), claim([2]), claim([3], [1])], [3]))).toEqual([2]);
    expect(devicesOf(problem([claim([0], [0]), claim(), claim([1])], [2, 1]))).toEqual([1]);
  });

  it('tries every device within an alternative before the next one', () => {
    // The later claim requests device 0, which only the second choice of the first alternative leaves.
    expect(devicesOf(problem([claim([0, 1]), claim([2]), claim([0])], [2, 1]))).toEqual([1, 0]);
    expect(devicesOf(problem([claim([0]), claim([2]), claim([0])], [2, 1]))).toEqual([2, 0]);
  });

  it('goes back into alternatives of earlier claims after those of later ones', () => {
    expect(devicesOf(problem([claim([0]), claim([1]), claim([0], [2]), claim([0], [3])], [2, 2]))).toEqual([1, 0, 2]);
  });

  it('considers no device of another alternative', () => {
    const bad = claim([0], [1]);
    for (const { slots } of bad.requests) for (const { stages } of slots) stages.fill(STAGE_ERROR);
    expect(devicesOf(problem([claim([0], [1]), bad], [2]))).toEqual([0, 1]);
    expect(devicesOf(problem([claim([0], [0]), bad], [2]))).toBe('error');
  });

  it('comes to the next alternative where one exceeds the limit of the claim', () => {
    const many: ProblemClaim = { requests: Array.from({ length: 3 }, (_, index) => claim([index]).requests).flat(), constraints: [] };
    const limited = { ...problem([many, claim([3])], [2]), claimLimit: 2 };
    expect(devicesOf(limited)).toEqual([3]);
    expect(devicesOf({ ...problem([many, many], [2]), claimLimit: 2 })).toBe('exceeded');
  });
});

test('a problem with alternatives that are not laid out in order is rejected', () => {
  const empty: Slot = { count: 0, adminAccess: false, stages: new Uint8Array(DEVICES).fill(1) };
  const tied = tieClaims([claim([0]), claim([1], [2])], empty);
  const withSlots = (change: (slots: readonly Slot[]) => readonly Slot[]): Problem => ({
    deviceCount: DEVICES,
    occupied: [],
    claimLimit: 32,
    claims: [{ ...tied, requests: tied.requests.map(({ slots }) => ({ prioritized: true, slots: change(slots) })) }],
  });
  expect(() => checkProblem(withSlots((slots) => slots))).not.toThrow();
  expect(() => checkProblem(withSlots((slots) => slots.slice(0, 1)))).toThrow('slots of alternatives');
  expect(() => checkProblem(withSlots((slots) => [...slots].reverse()))).toThrow('slots of alternatives');
  expect(() => checkProblem(withSlots((slots) => slots.map(({ alternative: _, ...slot }) => slot)))).toThrow('slots of alternatives');
  expect(() => checkProblem(problem([claim([0])], [1]))).not.toThrow();
  expect(() => checkProblem({ ...withSlots((slots) => slots), claims: [{ ...tied, alternatives: 33 }] })).toThrow(
    'alternatives of a claim',
  );
  const stray = claim([0]).requests.map((request) => ({ ...request, slots: [{ ...(request.slots[0] as Slot), alternative: 0 }] }));
  expect(() => checkProblem({ ...withSlots((slots) => slots), claims: [{ requests: stray, constraints: [] }] })).toThrow(
    'alternative of a slot',
  );
});

test('the reference gives the first event of all paths', () => {
  fc.assert(
    fc.property(tiedArbitrary, (asked) => {
      const expected = bruteForce(asked, 1000);
      if (expected !== undefined) expect(whatOf(solve(referenceKernel, { ...asked, claimLimit: 32 }))).toEqual(expected);
    }),
    { numRuns: cases(40, 300) },
  );
});

test('the solver gives the selections, the outcome and the steps of the reference', () => {
  fc.assert(
    fc.property(tiedArbitrary, (asked) => {
      const expected = solve(referenceKernel, asked);
      expect(solve(release, asked)).toEqual(expected);
      expect(solve(debug, asked)).toEqual(expected);
    }),
    { numRuns: cases(40, 300) },
  );
});

test('claims that are not tied are as before', () => {
  fc.assert(
    fc.property(problemArbitrary, (asked) => {
      const tied = tiedProblem(
        asked,
        asked.claims.map(() => 1),
      );
      expect(tied).toEqual(asked);
    }),
    { numRuns: 20 },
  );
});
