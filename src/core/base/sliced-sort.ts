// Sorting that can be interrupted: tens of thousands of names take longer than a call may keep the event loop.

import { append } from './lists.js';

/** Lets a slice end, and the work go on from here later. */
interface Pauses {
  pause(): void;
}

/** Items that are sorted at once, and items that are merged between two clock checks. With portions of 16, 5,000 names take 1.9 ms, as with 32 and 64; with 128 2.3. */
export const PORTION = 32;
const MERGED_BETWEEN_CHECKPOINTS = 128;

/** Sorts portions of a list, and merges what is in order then: the fewer runs, the less is left to do. */
export class SlicedSort<T> {
  readonly #compare: (left: T, right: T) => number;
  /** The items, as runs that are in order, and where each run ends. */
  #items: T[];
  #ends: number[] = [];
  /** The merged runs so far, with the one that is being merged, and where each run ends. */
  #merged: T[] = [];
  #mergedEnds: number[] = [];
  /** The numbers of items taken of the two runs that are being merged. */
  #left = 0;
  #right = 0;
  #isInRuns = false;

  constructor(items: Iterable<T>, compare: (left: T, right: T) => number) {
    this.#items = [...items];
    this.#compare = compare;
  }

  /** The items, in order as soon as `advance` says so. */
  get items(): readonly T[] {
    return this.#items;
  }

  get #isDone(): boolean {
    return this.#isInRuns && this.#ends.length < 2;
  }

  /** Does a part of the work, of some microseconds; true: the items are in order. */
  advance(): boolean {
    if (this.#isDone) return true;
    if (this.#merged.length < this.#items.length) {
      if (this.#isInRuns) this.#merge(MERGED_BETWEEN_CHECKPOINTS);
      else this.#sortPortion();
    }
    if (this.#merged.length === this.#items.length) {
      this.#takeMerged();
      this.#isInRuns = true;
    }
    return this.#isDone;
  }

  /** The items in order; those that compare equal stay as they came. What a checkpoint interrupts goes on from there. */
  run(checkpoint: Pauses): readonly T[] {
    while (!this.#isDone) {
      checkpoint.pause();
      this.advance();
    }
    return this.#items;
  }

  #takeMerged(): void {
    [this.#items, this.#merged] = [this.#merged, []];
    [this.#ends, this.#mergedEnds] = [this.#mergedEnds, []];
  }

  #sortPortion(): void {
    const [items, merged, ends] = [this.#items, this.#merged, this.#mergedEnds];
    const first = merged.length;
    const portion = items.slice(first, first + PORTION).sort(this.#compare);
    // One that goes on where the last one ended belongs to its run.
    if (first > 0 && this.#compare(merged[first - 1] as T, portion[0] as T) <= 0) ends.pop();
    append(merged, portion);
    ends.push(merged.length);
  }

  /** Merges up to so many items of two runs. */
  #merge(most: number): void {
    const [items, ends, merged] = [this.#items, this.#ends, this.#merged];
    const run = 2 * this.#mergedEnds.length;
    const first = ends[run - 1] ?? 0;
    const middle = ends[run] as number;
    const end = ends[run + 1] ?? middle;
    let [left, right] = [first + this.#left, middle + this.#right];
    for (let count = 0; count < most && (left < middle || right < end); count++) {
      const takesLeft = right === end || (left < middle && this.#compare(items[left] as T, items[right] as T) <= 0);
      merged.push(items[takesLeft ? left++ : right++] as T);
    }
    const isOver = left === middle && right === end;
    if (isOver) this.#mergedEnds.push(end);
    this.#left = isOver ? 0 : left - first;
    this.#right = isOver ? 0 : right - middle;
  }
}
