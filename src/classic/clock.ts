// Provides the clock of a simulation. It advances with each step, and jumps ahead when all actors wait.

/** The time at which simulations start. */
const START = Date.UTC(2023, 4, 6);

/** Counts the milliseconds since the start. */
export class Clock {
  #now = 0;

  /** The milliseconds since the start. */
  get now(): number {
    return this.#now;
  }

  /** Advances to a later time. */
  advanceTo(time: number): void {
    if (time > this.#now) this.#now = time;
  }

  /** Returns the time in the form of objects, in seconds. */
  timestamp(): string {
    return new Date(START + this.#now).toISOString().replace(/\.\d+Z$/, 'Z');
  }
}
