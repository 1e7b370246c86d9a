import { describe, expect, it } from 'vitest';
import * as L from '../../../../src/allocator/kernel/layout.js';
import type { Problem, ProblemConstraint, Slot } from '../../../../src/allocator/kernel/problem.js';
import { referenceKernel } from '../../../../src/allocator/kernel/reference.js';
import { cases } from '../../../support/extent.js';
import { release } from '../../../support/kernels.js';
import { randomHard } from '../../../support/random-hard.js';
import { randomMixed } from '../../../support/random-mixed.js';
import { solve } from '../../../support/solve.js';
import { storedProblem } from '../../../support/stored-problems.js';
import { ALL_BOUNDS, ALONE, expectSameAnswers, PROBLEMS, RUNS, whatOf } from './with-bounds.js';

/** A request for one device, then one for all devices in this order. */
function oneThenAll(one: readonly number[], all: readonly number[], list: readonly number[]): Problem {
  const requests = [
    { prioritized: false, slots: [{ stages: Uint8Array.from(one), count: 1, adminAccess: false }] },
    { prioritized: false, slots: [{ stages: Uint8Array.from(all), count: list.length, all: list, adminAccess: false }] },
  ];
  return { deviceCount: one.length, occupied: [], claimLimit: 32, claims: [{ requests, constraints: [] }] };
}

/**
 * Two requests for one device each, which may share a device, and one for two devices. Each constraint needs its devices to have one value.
 */
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

/**
 * Two requests that can share the only device. Either the first one consumes
 * none of its capacity, or a constraint has no value that clashes.
 */
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

/**
 * A request for one of two devices, then one for two devices with distinct values. The devices
 * of the first request have lists, and only the first selected device may have one.
 */
function listsFirst(): Problem {
  const requests = [{ slots: [{ stages: 0, count: 1 }] }, { slots: [{ stages: 1, count: 2 }] }];
  return storedProblem({
    deviceCount: 3,
    stages: [
      [0, 4, 0],
      [0, 0, 0],
    ],
    rows: [['first 0', '1', 'first 0']],
    claims: [{ requests, constraints: [{ kind: 'distinct', valueCount: 2, rows: [null, 0] }] }],
  });
}

/** A request for all shareable devices, which together consume one whole budget. */
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

describe.each([...ALONE, ...ALL_BOUNDS])('%s', (_name, kernel) => {
  it.each([
    // With device 1 allocated, the second request fails before it reaches device 2; with device 2 allocated, it reaches device 1.
    ['two equal devices on which a request for all fails', oneThenAll([4, 0, 0], [0, L.STAGE_ERROR + 4, L.STAGE_ERROR + 4], [0, 1, 2])],
    ['an erring device between two equal ones', oneThenAll([0, 4, 0], [0, L.STAGE_ERROR + 4, 0], [0, 1, 2])],
    ['an erring device in a list after one that is taken', oneThenAll([0, 4], [0, L.STAGE_ERROR + 4], [0, 1])],
    ['an erring device in a list before one that is taken', oneThenAll([0, 4], [0, L.STAGE_ERROR + 4], [1, 0])],
    ['constraints that want as much, of which one can share', apartOrTogether()],
    ['a list that does not ascend', oneThenAll([0, 0, 4], [L.STAGE_ERROR + 4, 0, 0], [2, 1, 0])],
    ['a request that takes nothing of a capacity', twice(new Map([[0, [{ budget: 0, amount: 1n }]]]))],
    // The bounds start when some of the devices are selected.
    ['all of some shared devices', allShared(6)],
    // With the first list selected, the second list would follow a value.
    ['two equal lists while lists are no values', listsFirst()],
    ['a device that clashes with nothing, not even with itself', twice(undefined, withoutValue())],
    // Earlier requests may use devices that are selected with admin access. They must not find them in use.
    ['admin access to what others have', randomMixed('of all', 300737)],
  ])('leave the answer as it is for %s', (_what, problem) => {
    expect(whatOf(solve(kernel, problem))).toEqual(whatOf(solve(referenceKernel, problem)));
  });

  it.each([
    // Equal requests can share one device.
    ['shared devices', 500339, 5],
    ['shared devices', 500235, 6],
    ['shared devices', 500243, 7],
    // The slots that devices can serve must be determined before values are counted.
    ['shared devices', 100866, 8],
  ])('leave it as it is for %s %i', (kind, seed, size) => {
    const problem = randomHard(kind, seed, size);
    expect(whatOf(solve(kernel, problem))).toEqual(whatOf(solve(release, problem)));
  });
});

describe.each(ALL_BOUNDS)('%s', (_name, kernel) => {
  it.each(Object.keys(PROBLEMS))('leave the answer of plain search as it is in %s problems', (kind) => {
    expectSameAnswers(kernel, kind, cases(8, RUNS));
  });
});
