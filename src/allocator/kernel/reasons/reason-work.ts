// The work of finding a reason: it gives way with its call, and ends where it takes so long that the reason is not worth it.

import type { Checkpoint } from '../../../core/base/checkpoint.js';

/** Units of work of all that is tried to find one reason, on every machine the same. A unit takes less than a tenth of a microsecond. */
const MOST_WORK = 2_000_000;
const UNITS_A_STEP = 16;

/** Finding a reason takes too long. Never leaves the host of the solver. */
export class TooMuchWork extends Error {}

/** Counts the work of finding one reason, whatever of it is replayed. */
export class ReasonWork {
  readonly #checkpoint: Checkpoint;
  #left = 0;

  constructor(checkpoint: Checkpoint) {
    this.#checkpoint = checkpoint;
  }

  /** Begins to count, in each slice anew: what was done in earlier ones counts when it is replayed. */
  begin(): void {
    this.#left = MOST_WORK;
  }

  /** Announces work. Throws TooMuchWork, CallEnded. */
  take(units: number): void {
    this.#left -= units;
    if (this.#left < 0) throw new TooMuchWork();
    this.#checkpoint.step(units / UNITS_A_STEP);
  }

  /** Does something once, as `Checkpoint.keep`: the call may pause after it. */
  keep<T>(make: () => T): T {
    const { made, left } = this.#checkpoint.keep(() => {
      const result = make();
      return { made: result, left: this.#left };
    });
    this.#left = left;
    return made;
  }
}
