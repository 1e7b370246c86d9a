// Counts the work of a check. The prover counts in the same way and uses half of the checker's default limit, so no certificate
// exceeds the limit.

import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';

/** The default work limit of a check, in steps of about 10 ns: about a second. */
export const DEFAULT_WORK = 100_000_000;

/** The steps in a unit of checkpoints. */
const STEPS_OF_UNIT = 100;

/** The work limit is exceeded. */
export class TooMuchWork extends Error {}

/** Counts work in steps of about 10 ns, and reports it to the checkpoint of a call. */
export class Work {
  readonly checkpoint: Checkpoint;
  readonly #most: number;
  #done = 0;

  constructor(most: number, checkpoint: Checkpoint = UNLIMITED) {
    this.#most = most;
    this.checkpoint = checkpoint;
  }

  /** Adds steps, before the work or soon after it. Throws TooMuchWork, and the errors of the checkpoint. */
  spend(steps: number): void {
    this.#done += steps;
    this.checkpoint.step(steps / STEPS_OF_UNIT);
    if (this.#done > this.#most) throw new TooMuchWork('it needs too much work');
  }
}
