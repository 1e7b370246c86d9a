// Pauses a simulation, so that other work on the event loop can run.

import { giveWayByMessage } from '../platform/channel.js';

/** Milliseconds of work between two pauses. A pause costs a few hundredths of a millisecond. */
const PAUSE_AFTER = 4;

/** Reports when a pause is due. */
export class Pauses {
  #last = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#last >= PAUSE_AFTER;
  }

  /** Pauses if a pause is due. */
  async takeIfDue(): Promise<void> {
    if (this.isDue) await this.take();
  }

  /** Resolves after other work has run. */
  async take(): Promise<void> {
    await giveWayByMessage();
    this.#last = performance.now();
  }
}
