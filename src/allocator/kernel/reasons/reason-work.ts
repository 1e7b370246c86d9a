// The work of finding a reason: it yields with its call, and ends where it takes so long that the reason is not worth it.

import type { Checkpoint } from '../../../core/base/checkpoint.js';

/** Units of work of all that is tried to find one reason, on every machine the same. A unit takes less than a tenth of a microsecond. */
const MOST_WORK = 2_000_000;
const UNITS_A_STEP = 16;

/** Finding a reason takes too long. Never leaves the host of the solver. */
export class TooMuchWork extends Error {}

/** Counts the work of finding one reason. */
export class ReasonWork {
  readonly #checkpoint: Checkpoint;
  #left = MOST_WORK;

  constructor(checkpoint: Checkpoint) {
    this.#checkpoint = checkpoint;
  }

  /** Announces work. Throws TooMuchWork, CallEnded. */
  take(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new TooMuchWork();
    this.#checkpoint.step(units / UNITS_A_STEP);
  }

  /** True when the slice of the call is over, so that the computation yields. */
  get isDue(): boolean {
    return this.#checkpoint.due(0);
  }
}
