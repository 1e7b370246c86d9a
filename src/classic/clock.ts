// The clock of a simulation: it goes on by steps, and jumps where everybody waits.

/** The instant at which simulations begin. */
const START = Date.UTC(2023, 4, 6);

/** Milliseconds since the beginning. */
export class Clock {
  #now = 0;

  /** Milliseconds since the beginning. */
  get now(): number {
    return this.#now;
  }

  /** Goes on to a later instant. */
  advanceTo(time: number): void {
    if (time > this.#now) this.#now = time;
  }

  /** The instant as objects have it, to the second. */
  timestamp(): string {
    return new Date(START + this.#now).toISOString().replace(/\.\d+Z$/, 'Z');
  }
}
