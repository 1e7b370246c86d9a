// Pauses of a simulation, so that other work on the event loop has its turns.

import { giveWayByMessage } from '../platform/channel.js';

/** Milliseconds of work between two pauses: a pause takes some hundredths of one. */
const PAUSE_AFTER = 4;

/** Tells when a pause is due: after some milliseconds of work. */
export class Pauses {
  #last = performance.now();

  get isDue(): boolean {
    return performance.now() - this.#last >= PAUSE_AFTER;
  }

  /** Does nothing, or takes a pause that is due. */
  async takeIfDue(): Promise<void> {
    if (this.isDue) await this.take();
  }

  /** Resolves when other work had its turn. */
  async take(): Promise<void> {
    await giveWayByMessage();
    this.#last = performance.now();
  }
}
