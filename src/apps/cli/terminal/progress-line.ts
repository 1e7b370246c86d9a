// The line of a terminal on which progress is shown, until something else is written.

/** Moves to the beginning of the line and deletes it. */
const CLEAR = '\r\x1b[K';

/** A line that is written over. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  #isShown = false;

  /** `write` writes to the terminal. */
  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Puts a line in place of the one before; an empty one removes it. */
  show(line: string): void {
    this.clear();
    if (line !== '') this.#write(line);
    this.#isShown = line !== '';
  }

  /** Takes the line away, so that others can write. */
  clear(): void {
    if (this.#isShown) this.#write(CLEAR);
    this.#isShown = false;
  }
}
