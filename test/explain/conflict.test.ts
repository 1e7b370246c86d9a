import { describe, expect, it } from 'vitest';
import { ENTRY_SINGLE } from '../../src/allocator/kernel/layout.js';
import type { Problem, ProblemConstraint, Slot } from '../../src/allocator/kernel/problem.js';
import { referenceKernel } from '../../src/allocator/kernel/reference.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { ConflictSearch, type FoundConflict, problemOf } from '../../src/explain/conflict.js';
import { Trials } from '../../src/explain/trials.js';

/** A slot for some of four devices. */
const slot = (count: number, ...devices: readonly number[]): Slot => ({
  count,
  adminAccess: false,
  stages: Uint8Array.from([0, 1, 2, 3], (device) => (devices.includes(device) ? 0 : 3)),
});

/** Devices 0 and 1 have a common value, devices 2 and 3 another one. */
const match = (...slots: readonly boolean[]): ProblemConstraint => ({
  kind: 'match',
  valueCount: 2,
  sets: [],
  rows: slots.map((isUnder) => (isUnder ? Uint32Array.from([0, 0, 1, 1], (value) => value | ENTRY_SINGLE) : undefined)),
});

const problem = (slots: readonly Slot[], constraints: readonly ProblemConstraint[] = []): Problem => ({
  deviceCount: 4,
  occupied: [],
  claimLimit: 32,
  claims: [{ requests: slots.map((one) => ({ prioritized: false, slots: [one] })), constraints }],
});

function find(of: Problem, trials = new Trials(referenceKernel, UNLIMITED)): FoundConflict | undefined {
  return inOneGo(new ConflictSearch(of, trials, UNLIMITED).find([], undefined));
}

/** A conflict in short. */
function told(of: Problem): object | undefined {
  const found = find(of);
  return found && { requests: [...found.part.requests], constraints: [...found.part.constraints], isMinimal: found.isMinimal };
}

describe('a minimal conflict', () => {
  it('is a request that cannot be served alone, with as few devices as cannot be had', () => {
    expect(told(problem([slot(1, 0), slot(4, 1, 2), slot(1, 3)]))).toEqual({ requests: [[1, 3]], constraints: [], isMinimal: true });
  });

  it('leaves out requests and constraints that it does not need', () => {
    const many = Array.from({ length: 20 }, (_, index) => slot(1, index === 7 || index === 12 ? 0 : 3));
    const free = { ...problem(many), occupied: [] };
    // Two of the others suffice: they both need device 3.
    expect(told(free)).toMatchObject({
      requests: [
        [expect.any(Number), undefined],
        [expect.any(Number), undefined],
      ],
      constraints: [],
    });
    const constraints = [match(true, false), match(true, true), match(false, true)];
    expect(told(problem([slot(1, 0), slot(1, 2)], constraints))).toEqual({
      requests: [
        [0, undefined],
        [1, undefined],
      ],
      constraints: [1],
      isMinimal: true,
    });
  });

  it('has the least counts', () => {
    expect(told(problem([slot(4, 0, 1, 2, 3)], [match(true)]))).toEqual({ requests: [[0, 3]], constraints: [0], isMinimal: true });
  });

  it('is none where there is a solution, and there where counting shows it though no trial is made', () => {
    expect(find(problem([slot(1, 0)]))).toBeUndefined();
    expect(find(problem([slot(2, 0)]), new Trials(referenceKernel, UNLIMITED, 1, 0))).toMatchObject({ isMinimal: false });
  });

  it('is not called minimal where trials come to no end', () => {
    const of = problem([slot(2, 0, 1), slot(2, 1, 2), slot(1, 3)]);
    let trials = 0;
    const kernel = {
      start: (...given: Parameters<typeof referenceKernel.start>) =>
        trials++ < 4 ? referenceKernel.start(...given) : referenceKernel.start(given[0], 0),
    };
    expect(find(of, new Trials(kernel, UNLIMITED))).toMatchObject({ isMinimal: false });
  });
});

it('the problem of a part keeps claims in their places, and constraints concern nobody where they are left out', () => {
  const whole = problem([slot(2, 0, 1), slot(1, 2)], [match(true, true), match(true, false)]);
  const part = problemOf(whole, { requests: new Map([[0, 1]]), constraints: new Set([1]) });
  expect(part.claims[0]?.requests).toMatchObject([{ slots: [{ count: 1 }] }]);
  expect(part.claims[0]?.constraints.map(({ rows }) => rows.map((row) => row !== undefined))).toEqual([[false], [true]]);
});
