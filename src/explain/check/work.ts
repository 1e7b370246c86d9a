// The work of a check. Prover and checker count it alike, and the prover has half of what the checker does by default: it makes no certificate that is rejected as too much.

import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';

/** The work that a check does by default, in steps of about 10 ns: a second or so. */
export const DEFAULT_WORK = 100_000_000;

/** The steps in a unit of checkpoints. */
const STEPS_OF_UNIT = 100;

/** There is no more work to be done than was. */
export class TooMuchWork extends Error {}

/** Counts work, in steps of about 10 ns, and announces it to the checkpoint of a call. */
export class Work {
  readonly checkpoint: Checkpoint;
  readonly #most: number;
  #done = 0;

  constructor(most: number, checkpoint: Checkpoint = UNLIMITED) {
    this.#most = most;
    this.checkpoint = checkpoint;
  }

  /** Announces steps before they are taken, or soon after. Throws TooMuchWork, and what the checkpoint throws. */
  spend(steps: number): void {
    this.#done += steps;
    this.checkpoint.step(steps / STEPS_OF_UNIT);
    if (this.#done > this.#most) throw new TooMuchWork('it needs too much work');
  }
}
