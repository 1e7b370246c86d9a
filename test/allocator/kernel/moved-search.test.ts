// Tests a search that is copied in the middle and continues in another instance: its end must not change.

import { describe, expect, it } from 'vitest';
import type { Problem, SearchAnswer } from '../../../src/allocator/kernel/problem.js';
import type { WasmKernel } from '../../../src/allocator/kernel/solver.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { cases } from '../../support/extent.js';
import { FAMILIES, FAMILIES_WITH_ERROR } from '../../support/families.js';
import { bounded, debug, escalating, release } from '../../support/kernels.js';
import { HARD_KINDS, randomHard } from '../../support/random-hard.js';

const STEPS = 30_000;

/** Moves a search after every portion of work, between two kernels of one module. Returns the answer and the number of moves. */
function searchOnTheMove(problem: Problem, home: WasmKernel, away: WasmKernel, work: number): { answer: SearchAnswer; moves: number } {
  let moves = 0;
  let search = inOneGo(home.start(problem, STEPS));
  for (;;) {
    const answer = search.run(work);
    if (answer !== undefined) {
      search.end();
      return { answer, moves };
    }
    const moved = search.copy?.();
    if (moved === undefined) continue;
    const next = (moves % 2 === 0 ? away : home).resume(moved);
    search.end();
    search = next;
    moves++;
  }
}

function searchAtHome(problem: Problem, kernel: WasmKernel): SearchAnswer {
  const search = inOneGo(kernel.start(problem, STEPS));
  try {
    return search.run(Number.POSITIVE_INFINITY) as SearchAnswer;
  } finally {
    search.end();
  }
}

/** Compares the answers for each problem of a list. Returns the number of moves. */
function compare(problems: Iterable<Problem>, home: WasmKernel, away: WasmKernel, work: number): number {
  let all = 0;
  for (const problem of problems) {
    const { answer, moves } = searchOnTheMove(problem, home, away, work);
    expect(answer).toEqual(searchAtHome(problem, home));
    all += moves;
  }
  return all;
}

const random = function* (seeds: number): Generator<Problem> {
  for (const kind of HARD_KINDS) for (let seed = 0; seed < seeds; seed++) yield randomHard(kind, seed, 14);
};

describe('a search that moves', () => {
  it('has the answer that it has at home, with bounds that come late', () => {
    expect(compare(random(cases(4, 24)), escalating, escalating, 1000)).toBeGreaterThan(cases(20, 100));
  });

  it('has it in the middle of what bounds found out, with assertions', async () => {
    expect(compare(random(cases(2, 10)), await bounded(), await bounded(), 500)).toBeGreaterThan(cases(20, 100));
  });

  it('has it in plain search', () => {
    const some = FAMILIES.filter((_, index) => index % cases(35, 7) === 0).map(({ problem }) => problem);
    expect(compare(some, release, release, 20_000)).toBeGreaterThan(cases(10, 100));
    expect(compare(random(1), debug, debug, 20_000)).toBeGreaterThan(20);
  });

  it('has it in families that end with an error', () => {
    const some = FAMILIES_WITH_ERROR.filter((_, index) => index % 5 === 0).map(({ problem }) => problem);
    expect(compare(some, escalating, escalating, 2000)).toBeGreaterThan(20);
  });

  it('does not move before it has the bounds that it may still request', () => {
    const search = inOneGo(escalating.start(randomHard('counters', 1, 14)));
    expect(search.copy?.()).toBeUndefined();
    search.end();
  });

  it('is rejected by a solver with another layout of memory', () => {
    const search = inOneGo(release.start(randomHard('counters', 1, 14)));
    const moved = search.copy?.();
    search.end();
    expect(() => release.resume({ ...(moved as NonNullable<typeof moved>), problemBase: 8 })).toThrow('another solver');
  });
});
