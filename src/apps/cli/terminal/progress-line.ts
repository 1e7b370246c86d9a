// The progress line of a terminal, which is removed before other output.

/** Moves to the beginning of the line and deletes it. */
const CLEAR = '\r\x1b[K';

/** A line that is overwritten. */
export class ProgressLine {
  readonly #write: (text: string) => void;
  #isShown = false;

  /** `write` writes to the terminal. */
  constructor(write: (text: string) => void) {
    this.#write = write;
  }

  /** Replaces the line. An empty line removes it. */
  show(line: string): void {
    this.clear();
    if (line !== '') this.#write(line);
    this.#isShown = line !== '';
  }

  /** Removes the line before other output. */
  clear(): void {
    if (this.#isShown) this.#write(CLEAR);
    this.#isShown = false;
  }
}
