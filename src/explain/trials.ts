// Runs searches of an explanation to decide whether a problem has a solution. Limits on steps and time can leave a problem undecided.

import type { Kernel } from '../allocator/kernel/kernel.js';
import type { Problem, Search, SearchAnswer } from '../allocator/kernel/problem.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';

/** The most steps of one search: enough for nearly every claim, and less than a second. */
const STEPS_OF_ONE = 100_000;

/** The most steps of all searches of one node. */
const STEPS_OF_ALL = 2_000_000;

/** The minimal cost of a search, for its setup. */
const STEPS_OF_BEGINNING = 1000;

/** The work between two clock checks: well below a millisecond. */
const WORK_BETWEEN_CLOCKS = 4096;
const UNITS_OF_RUN = 64;

/** The searches for one node. */
export class Trials {
  readonly #kernel: Kernel;
  readonly #checkpoint: Checkpoint;
  readonly #stepsOfOne: number;
  #left: number;

  constructor(kernel: Kernel, checkpoint: Checkpoint, stepsOfOne = STEPS_OF_ONE, stepsOfAll = STEPS_OF_ALL) {
    this.#kernel = kernel;
    this.#checkpoint = checkpoint;
    this.#stepsOfOne = stepsOfOne;
    this.#left = stepsOfAll;
  }

  get #stepsOfNext(): number {
    return Math.min(this.#stepsOfOne, this.#left);
  }

  /** Returns whether a problem has a solution; undefined if the search reached its limits. Throws like `answer`. */
  *hasSolution(problem: Problem): Incremental<boolean | undefined> {
    const answer = yield* this.answer(problem);
    return answer === undefined ? undefined : answer.kind === 'found';
  }

  /** Returns the answer to a problem; undefined if the search reached its limits. Throws `CallEnded`, `input-too-large`, `out-of-memory`. */
  *answer(problem: Problem): Incremental<SearchAnswer | undefined> {
    const checkpoint = this.#checkpoint;
    checkpoint.check();
    if (this.#left <= 0) return undefined;
    return yield* this.#search(yield* this.#kernel.start(problem, this.#stepsOfNext, checkpoint));
  }

  *#search(search: Search): Incremental<SearchAnswer | undefined> {
    try {
      for (;;) {
        const answer = search.run(WORK_BETWEEN_CLOCKS);
        if (answer !== undefined) return answer.kind === 'step-limit' ? undefined : answer;
        if (this.#checkpoint.due(UNITS_OF_RUN)) yield;
      }
    } finally {
      this.#left -= Math.max(search.steps, STEPS_OF_BEGINNING);
      search.end();
    }
  }
}
