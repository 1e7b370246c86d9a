// Tests searches in runs of limited work: long work is divided among runs, and the end equals a search in one go.

import { describe, expect, it } from 'vitest';
import { planBounds } from '../../../src/allocator/kernel/bounds/bounds.js';
import { slotKindsOf } from '../../../src/allocator/kernel/bounds/slot-kinds.js';
import type { Kernel } from '../../../src/allocator/kernel/kernel.js';
import { BOUND_ALL } from '../../../src/allocator/kernel/layout.js';
import { planProblem } from '../../../src/allocator/kernel/memory/memory.js';
import { NO_RESOURCES, type Problem, type SearchAnswer } from '../../../src/allocator/kernel/problem.js';
import { sumsOf } from '../../../src/allocator/kernel/reasons/sums.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { cases } from '../../support/extent.js';
import { FAMILIES, FAMILIES_WITH_ERROR } from '../../support/families.js';
import { bounded, escalating } from '../../support/kernels.js';
import { HARD_KINDS, randomHard } from '../../support/random-hard.js';

interface Ended {
  readonly answer: SearchAnswer;
  readonly ended: readonly number[];
  readonly runs: number;
}

function searchInRuns(kernel: Kernel, problem: Problem, work: number): Ended {
  const search = inOneGo(kernel.start(problem, 3000));
  try {
    for (let runs = 1; ; runs++) {
      const answer = search.run(work);
      if (answer !== undefined) return { answer, ended: search.ended, runs };
    }
  } finally {
    search.end();
  }
}

function expectTheSame(kernel: Kernel, problems: Iterable<Problem>, work: number): void {
  for (const problem of problems) {
    const { answer, ended } = searchInRuns(kernel, problem, work);
    const atOnce = searchInRuns(kernel, problem, Number.POSITIVE_INFINITY);
    expect({ answer, ended }).toEqual({ answer: atOnce.answer, ended: atOnce.ended });
    expect(atOnce.runs).toBe(1);
  }
}

describe('a search in runs of limited work', () => {
  it('ends as in one go, in families', () => {
    const problems = [...FAMILIES, ...FAMILIES_WITH_ERROR].filter((_, index) => index % 5 === 0).map(({ problem }) => problem);
    expectTheSame(escalating, problems, 1);
    expectTheSame(escalating, problems, 3000);
  });

  it.each(HARD_KINDS)('ends as in one go, in problems of the kind %s, with assertions', async (kind) => {
    const problems = Array.from({ length: cases(2, 12) }, (_, seed) => randomHard(kind, seed, 14));
    expectTheSame(await bounded(), problems, 1);
    expectTheSame(await bounded(undefined, 64), problems, 700);
  });

  // The build with assertions counts the work of each increment.
  it('asks the bounds about one case at a time', async () => {
    const kernel = await bounded(undefined, 256);
    for (const { problem } of FAMILIES) expect(searchInRuns(kernel, problem, 5000).answer.kind).not.toBe('step-limit');
  });

  // The search for packings of blocks exceeds the cost limit of a question.
  it.each([
    [1051, 14],
    [1532, 26],
    [1036, 26],
  ])('asks about blocks with much in them in one go: seed %i, size %i', async (seed, size) => {
    expectTheSame(await bounded(), [randomHard('partitions', seed, size)], 5000);
  });

  it('lays out bounds table by table', () => {
    const tables = 40;
    const stages = Array.from({ length: tables }, (_, number) =>
      Uint8Array.from({ length: 64 }, (_, device) => (device === number ? 4 : 0)),
    );
    const requests = stages.map((own) => ({ prioritized: false, slots: [{ stages: own, count: 1, adminAccess: false }] }));
    const charges = [{ budget: 0, amount: 1n }];
    const draws = new Map(Array.from({ length: 64 }, (_, device) => [device, { ledger: 0, charges, memberships: [] }]));
    const resources = { ...NO_RESOURCES, budgets: [30n], ledgers: [[0]], draws };
    const problem: Problem = { deviceCount: 64, occupied: [], claimLimit: 64, claims: [{ requests, constraints: [] }], resources };
    for (const parts of [slotKindsOf(problem, ['none']), sumsOf(problem), planBounds(planProblem(problem), BOUND_ALL, 256)]) {
      let count = 0;
      while (parts.next().done !== true) count++;
      expect(count).toBeGreaterThanOrEqual(tables);
    }
  });
});
