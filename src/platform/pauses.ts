// Pauses long work, so that other work on the event loop can run.

import { Checkpoint } from '../core/base/checkpoint.js';
import { type Incremental, inSlices } from '../core/base/incremental.js';
import { yieldByMessage } from './channel.js';

/** Milliseconds of work between two pauses. A pause costs a few hundredths of a millisecond. */
const PAUSE_AFTER = 4;

/** Schedules pauses. */
export class Pauses {
  #last = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#last >= PAUSE_AFTER;
  }

  /** Pauses if a pause is due. */
  async takeIfDue(): Promise<void> {
    if (this.isDue) await this.take();
  }

  /** Runs a computation in increments, and pauses between two of them if a pause is due. */
  async run<T>(computation: Generator<unknown, T, undefined>): Promise<T> {
    for (;;) {
      const step = computation.next();
      if (step.done === true) return step.value;
      if (this.isDue) await this.take();
    }
  }

  /** Resolves after other work has run. */
  async take(): Promise<void> {
    await yieldByMessage();
    this.#last = performance.now();
  }
}

/** Runs a computation in increments, with pauses if it takes long. */
export function withPauses<T>(begin: (checkpoint: Checkpoint) => Incremental<T>): Promise<T> {
  const checkpoint = new Checkpoint();
  return inSlices(checkpoint, begin(checkpoint), yieldByMessage);
}
