// Ctrl-C ends a simulation, which still reports its results so far.

/** Aborts a simulation on Ctrl-C. A second Ctrl-C ends the program. */
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
