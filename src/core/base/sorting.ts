// Sorting in increments.

import type { Checkpoint } from './checkpoint.js';
import type { Incremental } from './incremental.js';
import { PORTION, SlicedSort } from './sliced-sort.js';

/** About the microseconds that a part of a sort takes. */
const UNITS_OF_PART = 16;

/** Returns the items in order, as a new list; those that compare equal stay as they came. */
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
