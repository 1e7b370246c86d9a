import { describe, expect, it } from 'vitest';
import { ENTRY_SINGLE } from '../../src/allocator/kernel/layout.js';
import type { Problem, ProblemConstraint, ProblemResources } from '../../src/allocator/kernel/problem.js';
import { referenceKernel } from '../../src/allocator/kernel/reference.js';
import { UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { findObstacles, type Names } from '../../src/explain/obstacles.js';
import { Trials } from '../../src/explain/trials.js';

const names: Names = {
  counter: (budget) => `counter ${budget}`,
  groups: 'groups',
};

/** One claim that requests two of two devices. */
function problem(
  constraints: readonly ProblemConstraint[],
  resources?: ProblemResources,
  shares?: Map<number, { budget: number; amount: bigint }[]>,
): Problem {
  const slot = { count: 2, adminAccess: false, stages: new Uint8Array(2), ...(shares === undefined ? {} : { shares }) };
  return {
    deviceCount: 2,
    occupied: [],
    claimLimit: 32,
    claims: [{ requests: [{ prioritized: false, slots: [slot] }], constraints }],
    ...(resources === undefined ? {} : { resources }),
  };
}

/** A constraint for which devices have different values. */
const match: ProblemConstraint = { kind: 'match', valueCount: 2, sets: [], rows: [Uint32Array.of(ENTRY_SINGLE, 1 | ENTRY_SINGLE)] };

/** Budget 0 suffices for one device, budget 1 for both. */
const counters = (budgets: readonly bigint[] = [1n, 9n]): ProblemResources => ({
  budgets,
  ledgers: [budgets.map((_, index) => index)],
  counterSets: [],
  draws: new Map(
    [0, 1].map((device) => [device, { ledger: 0, charges: budgets.map((_, budget) => ({ budget, amount: 1n })), memberships: [] }]),
  ),
  shareable: new Set(),
  shared: new Set(),
});

const obstacles = (of: Problem): string[] => [...inOneGo(findObstacles(of, names, new Trials(referenceKernel, UNLIMITED), UNLIMITED))];

describe('what is in the way', () => {
  it('is the one counter that does not suffice', () => {
    expect(obstacles(problem([], counters()))).toEqual(['counter 0']);
  });

  it('is several counters together where none of them is the only one', () => {
    expect(obstacles(problem([], counters([1n, 1n])))).toEqual(['counter 0 and counter 1']);
  });

  it('is a counter below zero', () => {
    expect(obstacles(problem([], counters([9n, -1n])))).toEqual(['counter 1']);
  });

  it('is nothing where a constraint keeps devices apart as well', () => {
    expect(obstacles(problem([match], counters()))).toEqual([]);
  });

  it('is a group', () => {
    const draw = (set: number) => ({ ledger: 0, charges: [], memberships: [{ counterSet: 0, set }] });
    const resources: ProblemResources = {
      ...counters([]),
      counterSets: [{ valueCount: 2, sets: [[0], [1]] }],
      draws: new Map([
        [0, draw(0)],
        [1, draw(1)],
      ]),
    };
    expect(obstacles(problem([], resources))).toEqual(['groups']);
  });

  it('is the capacity of shared devices', () => {
    const resources: ProblemResources = { ...counters([]), budgets: [1n], ledgers: [], draws: new Map(), shareable: new Set([0, 1]) };
    const shares = new Map([0, 1].map((device) => [device, [{ budget: 0, amount: 1n }]]));
    expect(obstacles(problem([], resources, shares))).toEqual(['the capacities of shared devices']);
  });

  it('is nothing where there are too few devices', () => {
    expect(obstacles({ ...problem([match], counters()), occupied: [0] })).toEqual([]);
  });
});
