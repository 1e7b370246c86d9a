// Counts the work of finding a reason. The finder yields at the end of a slice, and stops at a fixed amount of work.

import type { Checkpoint } from '../../../core/base/checkpoint.js';

/** The most work for one reason, in units that are equal on every machine. A unit takes less than 0.1 microseconds. */
const MOST_WORK = 2_000_000;
const UNITS_A_STEP = 16;

/** Finding a reason needs too much work. This error does not leave the host of the solver. */
export class TooMuchWork extends Error {}

export class ReasonWork {
  readonly #checkpoint: Checkpoint;
  #left = MOST_WORK;

  constructor(checkpoint: Checkpoint) {
    this.#checkpoint = checkpoint;
  }

  /** Counts work before it is done. Throws TooMuchWork, CallEnded. */
  take(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new TooMuchWork();
    this.#checkpoint.step(units / UNITS_A_STEP);
  }

  /** True if the slice of the call is over, so that the computation must yield. */
  get isDue(): boolean {
    return this.#checkpoint.due(0);
  }
}
