// Sorting in increments.

import type { Checkpoint } from './checkpoint.js';
import type { Incremental } from './incremental.js';
import { PORTION, SlicedSort } from './sliced-sort.js';

/** The approximate microseconds of one `advance`. */
const UNITS_OF_PART = 16;

/** Returns the items sorted in a new list; equal items stay in their order. */
export function* sorting<T>(items: Iterable<T>, compare: (left: T, right: T) => number, checkpoint: Checkpoint): Incremental<readonly T[]> {
  const list = [...items];
  if (list.length < 2) return list;
  if (list.length <= PORTION || !checkpoint.hasSlices) {
    return list.sort((left, right) => {
      checkpoint.step();
      return compare(left, right);
    });
  }
  const sort = new SlicedSort(list, compare);
  while (!sort.advance()) if (checkpoint.due(UNITS_OF_PART)) yield;
  return sort.items;
}
