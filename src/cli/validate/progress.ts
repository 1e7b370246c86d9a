// A line on the terminal that tells how far a long run is.

import { objectsIn } from '../../validate/objects.js';
import type { Terminal } from '../streams.js';
import type { Source } from './texts.js';

/** Shorter runs show nothing, and nobody reads faster. */
const FIRST_MILLISECONDS = 1000;
const MILLISECONDS_BETWEEN = 200;

/** Objects between two looks at the clock. */
const OBJECTS_BETWEEN = 16;

/** A line that is told how many objects are done. */
export class Progress {
  readonly #show: Terminal['progress'];
  readonly #all: number;
  #next: number;
  #isShown = false;

  constructor(terminal: Terminal | undefined, sources: readonly Source[]) {
    this.#show = terminal?.progress;
    this.#all = this.#show === undefined ? 0 : countObjects(sources);
    this.#next = performance.now() + FIRST_MILLISECONDS;
  }

  /** Undefined where nobody looks. */
  get onObject(): ((before: number) => void) | undefined {
    const show = this.#show;
    return show === undefined ? undefined : (before) => this.#update(before, show);
  }

  #update(before: number, show: (line: string) => void): void {
    if (before % OBJECTS_BETWEEN !== 0) return;
    const now = performance.now();
    if (now < this.#next) return;
    this.#next = now + MILLISECONDS_BETWEEN;
    this.#isShown = true;
    show(`validate: ${before} of ${this.#all} objects`);
  }

  /** Takes the line away. */
  end(): void {
    if (this.#isShown) this.#show?.('');
  }
}

function countObjects(sources: readonly Source[]): number {
  let count = 0;
  for (const _ of objectsIn(sources.map(({ document }) => document.value))) count++;
  return count;
}
