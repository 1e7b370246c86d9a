// A line on the terminal that reports how far a long run is.

import { printable } from '../../../core/base/printable.js';
import type { Terminal } from '../streams.js';

/** Shorter runs show nothing, and nobody reads faster. */
const FIRST_MILLISECONDS = 1000;
const MILLISECONDS_BETWEEN = 200;

/** Names of files and pods are cut: a line that is longer than the terminal is wide cannot be taken away. */
const MAX_LENGTH = 78;

/** A line that is told what a command does. */
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

  /** False where nobody looks. */
  get isSeen(): boolean {
    return this.#show !== undefined;
  }

  /** Returns what is done now; the words are requested when it is time to show them. */
  tell(words: () => string): void {
    if (this.#show === undefined) return;
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + MILLISECONDS_BETWEEN;
    this.#isShown = true;
    const line = printable(`${this.#command}: ${words()}`);
    this.#show(line.length > MAX_LENGTH ? `${line.slice(0, MAX_LENGTH - 3)}...` : line);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#isShown) this.#show?.('');
    this.#isShown = false;
  }
}
