// Keeps slices in input order, with efficient removal of many slices.

import type { ResourceSlice } from '../../core/api/resource-slice.js';
import { lowerBound } from '../../core/base/lower-bound.js';

/** A slice with its place in the input. */
export interface Placed {
  /** The slice from the input. */
  plain: ResourceSlice;
  /** The slice with the taints of DeviceTaintRules. */
  slice: ResourceSlice;
  readonly place: number;
  /** True after it is removed from all lists. */
  isGone: boolean;
}

/**
 * A list of slices in order. A removed slice stays as a tombstone until the list is read, or until half of the list are tombstones. Compacting the list each
 * time would take 50 us for 100,000 slices, and seconds to remove all of them.
 */
export class PlacedSlices {
  #list: Placed[] = [];
  #tombstones = 0;

  get size(): number {
    return this.#list.length - this.#tombstones;
  }

  /** The slices in order. Callers must read it again after each change, because the list may be replaced. */
  get items(): readonly Placed[] {
    if (this.#tombstones > 0) this.#sweep();
    return this.#list;
  }

  /** Adds a slice. Requires: no other slice has its place. */
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

  /** Removes a slice with `isGone`. Requires: it was in the list. */
  takeOut({ isGone }: Placed): void {
    if (isGone && ++this.#tombstones > this.#list.length / 2) this.#sweep();
  }

  #sweep(): void {
    this.#list = this.#list.filter(({ isGone }) => !isGone);
    this.#tombstones = 0;
  }
}
