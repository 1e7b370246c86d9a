// Shows the progress of a long run on the terminal.

import { printable } from '../../../core/base/printable.js';
import type { Terminal } from '../streams.js';

/** The delay before the first line, and the shortest time of a line. */
const FIRST_MILLISECONDS = 1000;
const MILLISECONDS_BETWEEN = 200;

/** The most characters of a line: a line that is wider than the terminal cannot be removed. */
const MAX_LENGTH = 78;

/** Receives and shows the progress of a command. */
export class Progress {
  readonly #command: string;
  readonly #show: Terminal['progress'];
  #next: number;
  #isShown = false;

  constructor(command: string, terminal: Terminal | undefined) {
    this.#command = command;
    this.#show = terminal?.progress;
    this.#next = performance.now() + FIRST_MILLISECONDS;
  }

  /** False if progress is not shown. */
  get isSeen(): boolean {
    return this.#show !== undefined;
  }

  /** Shows the progress. `words` is called only when the line is updated. */
  update(words: () => string): void {
    if (this.#show === undefined) return;
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + MILLISECONDS_BETWEEN;
    this.#isShown = true;
    const line = printable(`${this.#command}: ${words()}`);
    this.#show(line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 3)}...` : line);
  }

  /** Removes the line. */
  end(): void {
    if (this.#isShown) this.#show?.('');
    this.#isShown = false;
  }
}
