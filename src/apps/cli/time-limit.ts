// The time limit of a command. It counts from the start, so it also ends reading, checking and decoding the input.

import { Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';

/** A time limit that counts from its construction. */
export class TimeLimit {
  /** Throws CallEnded in work that uses the limit, when its time is over. */
  readonly checkpoint: Checkpoint;
  readonly #deadline: number;

  /** 0 and undefined mean no limit. */
  constructor(milliseconds = 0) {
    this.#deadline = milliseconds === 0 ? Number.POSITIVE_INFINITY : performance.now() + milliseconds;
    this.checkpoint = milliseconds === 0 ? UNLIMITED : new Checkpoint({ deadline: this.#deadline });
  }

  /** True if the time is over. */
  get isOver(): boolean {
    return performance.now() >= this.#deadline;
  }

  /** Returns the limits of a command's calls. `milliseconds` is the time that remains when a call reads it. */
  within<L extends { readonly milliseconds?: number }>(limits: L): L {
    if (this.#deadline === Number.POSITIVE_INFINITY) return limits;
    const left = (): number => this.left().milliseconds ?? 0;
    return {
      ...limits,
      get milliseconds() {
        return left();
      },
    };
  }

  /** Returns the remaining time as limits of a call. */
  left(): { readonly milliseconds?: number } {
    return this.#deadline === Number.POSITIVE_INFINITY ? {} : { milliseconds: Math.max(0, this.#deadline - performance.now()) };
  }
}
