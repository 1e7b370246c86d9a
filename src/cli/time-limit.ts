// The time of a command: it counts from the start, so that reading, checking and decoding the input end by it, too.

import { Checkpoint, UNLIMITED } from '../base/checkpoint.js';

/** A limit that counts from when it is made. */
export class TimeLimit {
  /** Ends work that announces itself, with CallEnded. */
  readonly checkpoint: Checkpoint;
  readonly #deadline: number;

  /** 0 and undefined: there is no limit. */
  constructor(milliseconds = 0) {
    this.#deadline = milliseconds === 0 ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
    this.checkpoint = milliseconds === 0 ? UNLIMITED : new Checkpoint({ deadline: this.#deadline });
  }

  /** The limit of what comes now. */
  left(): { readonly milliseconds?: number } {
    return this.#deadline === Number.POSITIVE_INFINITY ? {} : { milliseconds: Math.max(0, this.#deadline - performance.now()) };
  }
}
