// Ctrl-C ends a simulation, and leaves it the time to report what was until then.

/** Ctrl-C ends a simulation with what was until then; a second one ends the program. */
export class Interruption {
  readonly #controller = new AbortController();
  readonly #abort = (): void => this.#controller.abort();

  constructor() {
    process.once('SIGINT', this.#abort);
    process.once('SIGTERM', this.#abort);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  end(): void {
    process.removeListener('SIGINT', this.#abort);
    process.removeListener('SIGTERM', this.#abort);
  }
}
