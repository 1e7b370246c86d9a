// Slices in the order of their places, from which many may go at a time.

import type { ResourceSlice } from '../../core/api/resource-slice.js';
import { lowerBound } from '../../core/base/lower-bound.js';

/** A slice with its place in the input. */
export interface Placed {
  /** The slice as it was given, and with the taints of rules. */
  plain: ResourceSlice;
  slice: ResourceSlice;
  readonly place: number;
  /** It was taken out of all lists. */
  isGone: boolean;
}

/**
 * A list of slices in order. One that goes stays as a tombstone until the list is read, or until half of it are such: to close up the list each time
 * would take 50 us among 100,000, and seconds for all of them.
 */
export class PlacedSlices {
  #list: Placed[] = [];
  #tombstones = 0;

  get size(): number {
    return this.#list.length - this.#tombstones;
  }

  /** The slices in order. Read anew after each change: the list may have become another one. */
  get items(): readonly Placed[] {
    if (this.#tombstones > 0) this.#sweep();
    return this.#list;
  }

  /** Adds a slice. Requires: none of its place is there. */
  add(placed: Placed): void {
    const list = this.#list;
    const last = list.at(-1);
    if (last === undefined || last.place < placed.place) {
      list.push(placed);
      return;
    }
    const index = lowerBound(list.length, (at) => (list[at] as Placed).place >= placed.place);
    const isTombstone = list[index]?.place === placed.place;
    list.splice(index, isTombstone ? 1 : 0, placed);
    if (isTombstone) this.#tombstones--;
  }

  /** Takes out a slice that is gone. Requires: it was there. */
  takeOut({ isGone }: Placed): void {
    if (isGone && ++this.#tombstones > this.#list.length / 2) this.#sweep();
  }

  #sweep(): void {
    this.#list = this.#list.filter(({ isGone }) => !isGone);
    this.#tombstones = 0;
  }
}
