// Sorts in the order of Go's sort.Slice: a pattern-defeating quicksort, which is not stable. With equal keys or unordered keys
// (NaN), the result depends on every step, so each step is reproduced. Source: Go sort, zsortfunc.go.

import type { Frame } from '../run/frame.js';
import { compare } from '../values/compare.js';
import type { Value } from '../values/values.js';

/** Ranges up to this length are sorted by insertion. */
const SHORT = 12;
/** For ranges of this length or more, the pivot is chosen from nine items, and a few of their items may first be moved into order. */
const LONG = 50;
const MOST_MOVES = 5;
/** The number of inversions found during the choice of a pivot if all items are in decreasing order. */
const ALL_DECREASING = 12;

/** Returns the indices of the keys in the order of the keys. Reports each comparison as work. */
export function sortedOrder(frame: Frame, keys: readonly Value[]): readonly number[] {
  const sorter = new Sorter(frame, keys);
  sorter.sort(0, keys.length, bitLength(keys.length));
  return sorter.order;
}

const bitLength = (value: number): number => 32 - Math.clz32(value);

class Sorter {
  readonly order: number[];
  readonly #frame: Frame;
  readonly #keys: readonly Value[];
  /** Pairs found in the wrong order during the choice of a pivot. */
  #inversions = 0;

  constructor(frame: Frame, keys: readonly Value[]) {
    this.#frame = frame;
    this.#keys = keys;
    this.order = Array.from(keys.keys());
  }

  #less(i: number, j: number): boolean {
    return compare(this.#keys[this.order[i] as number] as Value, this.#keys[this.order[j] as number] as Value, this.#frame) === -1;
  }

  #swap(i: number, j: number): void {
    const at = this.order[i] as number;
    this.order[i] = this.order[j] as number;
    this.order[j] = at;
  }

  /** Sorts from `start` to before `end`. After `badPivots` bad choices, it falls back to heapsort. */
  sort(start: number, end: number, badPivots: number): void {
    let [a, b, left] = [start, end, badPivots];
    let balanced = true;
    let partitioned = true;
    while (b - a > SHORT) {
      if (left === 0) return this.#heapSort(a, b);
      if (!balanced) {
        this.#scatter(a, b);
        left -= 1;
      }
      let pivot = this.#choosePivot(a, b);
      const decreasing = this.#inversions === ALL_DECREASING;
      if (decreasing) {
        this.#reverse(a, b);
        pivot = b - 1 - (pivot - a);
      }
      if (balanced && partitioned && (decreasing || this.#inversions === 0) && this.#insertFew(a, b)) return;
      if (a > 0 && !this.#less(a - 1, pivot)) {
        a = this.#partitionEqual(a, b, pivot);
        continue;
      }
      const { middle, unchanged } = this.#partition(a, b, pivot);
      partitioned = unchanged;
      balanced = Math.min(middle - a, b - middle) >= Math.floor((b - a) / 8);
      // The shorter side comes first, which limits the recursion depth.
      if (middle - a < b - middle) {
        this.sort(a, middle, left);
        a = middle + 1;
      } else {
        this.sort(middle + 1, b, left);
        b = middle;
      }
    }
    for (let i = a + 1; i < b; i += 1) this.#sink(i, a);
  }

  /** Moves an item to the left until it is in order; stops at `first`. */
  #sink(from: number, first: number): void {
    for (let at = from; at > first && this.#less(at, at - 1); at -= 1) this.#swap(at, at - 1);
  }

  #heapSort(a: number, b: number): void {
    const size = b - a;
    for (let root = Math.floor((size - 1) / 2); root >= 0; root -= 1) this.#siftDown(a, root, size);
    for (let last = size - 1; last >= 0; last -= 1) {
      this.#swap(a, a + last);
      this.#siftDown(a, 0, last);
    }
  }

  #siftDown(first: number, start: number, size: number): void {
    let root = start;
    for (;;) {
      let child = 2 * root + 1;
      if (child >= size) return;
      if (child + 1 < size && this.#less(first + child, first + child + 1)) child += 1;
      if (!this.#less(first + root, first + child)) return;
      this.#swap(first + root, first + child);
      root = child;
    }
  }

  /** Breaks patterns that cause bad pivots: swaps three items with pseudorandom ones, always the same for a given length. */
  #scatter(a: number, b: number): void {
    const size = b - a;
    const mask = (1n << BigInt(bitLength(size))) - 1n;
    let random = BigInt(size);
    const middle = a + Math.floor(size / 4) * 2;
    for (let at = middle - 1; at <= middle + 1; at += 1) {
      random ^= BigInt.asUintN(64, random << 13n);
      random ^= random >> 7n;
      random ^= BigInt.asUintN(64, random << 17n);
      const other = Number(random & mask);
      this.#swap(at, a + (other >= size ? other - size : other));
    }
  }

  #choosePivot(a: number, b: number): number {
    const quarter = Math.floor((b - a) / 4);
    const [i, j, k] = [a + quarter, a + quarter * 2, a + quarter * 3];
    this.#inversions = 0;
    if (b - a < LONG) return this.#median(i, j, k);
    return this.#median(this.#median(i - 1, i, i + 1), this.#median(j - 1, j, j + 1), this.#median(k - 1, k, k + 1));
  }

  #median(first: number, second: number, third: number): number {
    const [a, b] = this.#ordered(first, second);
    const [c] = this.#ordered(b, third);
    return this.#ordered(a, c)[1];
  }

  #ordered(a: number, b: number): [number, number] {
    if (!this.#less(b, a)) return [a, b];
    this.#inversions += 1;
    return [b, a];
  }

  #reverse(a: number, b: number): void {
    for (let i = a, j = b - 1; i < j; i += 1, j -= 1) this.#swap(i, j);
  }

  /** Moves a few items to their places. Returns whether all items are then sorted. */
  #insertFew(a: number, b: number): boolean {
    let at = a + 1;
    for (let moves = 0; moves < MOST_MOVES; moves += 1) {
      while (at < b && !this.#less(at, at - 1)) at += 1;
      if (at === b) return true;
      if (b - a < LONG) return false;
      this.#swap(at, at - 1);
      // The smaller item moves further left, even beyond the range.
      if (at - a >= 2) this.#sink(at - 1, 0);
      if (b - at >= 2) for (let next = at + 1; next < b && this.#less(next, next - 1); next += 1) this.#swap(next, next - 1);
    }
    return false;
  }

  /**
   * Moves items less than the pivot to the left and the others to the right.
   * Returns the new index of the pivot, and whether no item had to move.
   */
  #partition(a: number, b: number, pivot: number): { readonly middle: number; readonly unchanged: boolean } {
    this.#swap(a, pivot);
    let [i, j] = [a + 1, b - 1];
    for (let round = 0; ; round += 1) {
      while (i <= j && this.#less(i, a)) i += 1;
      while (i <= j && !this.#less(j, a)) j -= 1;
      if (i > j) {
        this.#swap(j, a);
        return { middle: j, unchanged: round === 0 };
      }
      this.#swap(i, j);
      i += 1;
      j -= 1;
    }
  }

  /** Moves items equal to the pivot to the left and greater ones to the right. Returns the index of the first greater item. */
  #partitionEqual(a: number, b: number, pivot: number): number {
    this.#swap(a, pivot);
    let [i, j] = [a + 1, b - 1];
    for (;;) {
      while (i <= j && !this.#less(a, i)) i += 1;
      while (i <= j && this.#less(a, j)) j -= 1;
      if (i > j) return i;
      this.#swap(i, j);
      i += 1;
      j -= 1;
    }
  }
}
