// Solves problems with a kernel from start to end.

import type { Kernel } from '../../src/allocator/kernel/kernel.js';
import type { Problem, Search, SearchAnswer } from '../../src/allocator/kernel/problem.js';
import { inOneGo } from '../../src/core/base/incremental.js';

/** The step limit of searches of random problems. */
export const STEP_LIMIT = 20_000;

/** Solves a problem in one go, or in slices of `work` units. */
export function solve(kernel: Kernel, problem: Problem, work = Number.POSITIVE_INFINITY, stepLimit = STEP_LIMIT): SearchAnswer {
  return withSearch(kernel, problem, stepLimit, (search) => {
    for (;;) {
      const answer = search.run(work);
      if (answer !== undefined) return answer;
    }
  });
}

/** An answer, and whether a bound ended the search before the first selection. */
export interface SolvedWithBounds {
  readonly answer: SearchAnswer;
  readonly isEndedAtRoot: boolean;
}

/** Solves a problem in one go, by default without a limit. */
export function solveWithBounds(kernel: Kernel, problem: Problem, stepLimit = Number.POSITIVE_INFINITY): SolvedWithBounds {
  return withSearch(kernel, problem, stepLimit, (search) => {
    const answer = search.run(Number.POSITIVE_INFINITY) as SearchAnswer;
    return { answer, isEndedAtRoot: answer.kind === 'failed' && answer.steps === 1 && search.ended.some((count) => count > 0) };
  });
}

function withSearch<T>(kernel: Kernel, problem: Problem, stepLimit: number, run: (search: Search) => T): T {
  const search = inOneGo(kernel.start(problem, stepLimit));
  try {
    return run(search);
  } finally {
    search.end();
  }
}
