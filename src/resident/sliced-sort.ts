// Sorting that can be interrupted: tens of thousands of names take longer than a call may keep the event loop.

import type { Checkpoint } from '../encode/checkpoint.js';

/** Items that are sorted at once, and items that are merged between two looks at the clock. */
const PORTION = 64;
const MERGED_BETWEEN_CHECKPOINTS = 256;

/** Sorts a list from runs that are in order to ones of twice the length. */
export class SlicedSort<T> {
  readonly #compare: (left: T, right: T) => number;
  /** Runs in order up to `#width`, and what they are merged into so far. */
  #runs: T[];
  #merged: T[] = [];
  #width = 0;
  /** How many were taken of the two runs that are being merged. */
  #left = 0;
  #right = 0;

  constructor(items: Iterable<T>, compare: (left: T, right: T) => number) {
    this.#runs = [...items];
    this.#compare = compare;
  }

  /** The items in order; those that compare equal stay as they came. What a checkpoint interrupts goes on from there. */
  run(checkpoint: Checkpoint): readonly T[] {
    if (this.#width === 0) this.#sortPortions(checkpoint);
    while (this.#width < this.#runs.length) {
      while (this.#merged.length < this.#runs.length) {
        checkpoint();
        this.#merge(MERGED_BETWEEN_CHECKPOINTS);
      }
      this.#runs = this.#merged;
      this.#merged = [];
      this.#width *= 2;
    }
    return this.#runs;
  }

  #sortPortions(checkpoint: Checkpoint): void {
    while (this.#merged.length < this.#runs.length) {
      checkpoint();
      const first = this.#merged.length;
      this.#merged.push(...this.#runs.slice(first, first + PORTION).sort(this.#compare));
    }
    this.#runs = this.#merged;
    this.#merged = [];
    this.#width = PORTION;
  }

  /** Merges up to so many items of two runs. */
  #merge(most: number): void {
    const runs = this.#runs;
    const first = this.#merged.length - this.#left - this.#right;
    const middle = Math.min(first + this.#width, runs.length);
    const end = Math.min(middle + this.#width, runs.length);
    let [left, right] = [first + this.#left, middle + this.#right];
    for (let count = 0; count < most && (left < middle || right < end); count++) {
      const takesLeft = right === end || (left < middle && this.#compare(runs[left] as T, runs[right] as T) <= 0);
      this.#merged.push(runs[takesLeft ? left++ : right++] as T);
    }
    const isOver = left === middle && right === end;
    this.#left = isOver ? 0 : left - first;
    this.#right = isOver ? 0 : right - middle;
  }
}
