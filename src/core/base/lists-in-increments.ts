// Maps, filters and searches lists in increments. The callbacks of functions with `Each` are computations in increments too.

import type { Checkpoint } from './checkpoint.js';
import { finished, type Incremental } from './incremental.js';

/** Returns the results for all items, in order. */
export function mapping<T, U>(items: ArrayLike<T>, change: (item: T, index: number) => U, checkpoint: Checkpoint): Incremental<U[]> {
  if (items.length > 1) return mappingMany(items, change, checkpoint);
  checkpoint.step(items.length);
  return finished(items.length === 0 ? [] : [change(items[0] as T, 0)]);
}

function* mappingMany<T, U>(items: ArrayLike<T>, change: (item: T, index: number) => U, checkpoint: Checkpoint): Incremental<U[]> {
  const results: U[] = [];
  for (let index = 0; index < items.length; index++) {
    results.push(change(items[index] as T, index));
    if (checkpoint.due()) yield;
  }
  return results;
}

/** Returns the results for each item, in order. */
export function* mappingEach<T, U>(
  items: ArrayLike<T>,
  change: (item: T, index: number) => Incremental<U>,
  checkpoint: Checkpoint,
): Incremental<U[]> {
  const results: U[] = [];
  for (let index = 0; index < items.length; index++) {
    results.push(yield* change(items[index] as T, index));
    if (checkpoint.due()) yield;
  }
  return results;
}

/** Returns the items for which a condition holds. */
export function* filtering<T>(items: ArrayLike<T>, holds: (item: T, index: number) => boolean, checkpoint: Checkpoint): Incremental<T[]> {
  const chosen: T[] = [];
  for (let index = 0; index < items.length; index++) {
    if (holds(items[index] as T, index)) chosen.push(items[index] as T);
    if (checkpoint.due()) yield;
  }
  return chosen;
}

/** Returns the items for which a condition holds. */
export function* filteringEach<T>(
  items: ArrayLike<T>,
  holds: (item: T, index: number) => Incremental<boolean>,
  checkpoint: Checkpoint,
): Incremental<T[]> {
  const chosen: T[] = [];
  for (let index = 0; index < items.length; index++) {
    if (yield* holds(items[index] as T, index)) chosen.push(items[index] as T);
    if (checkpoint.due()) yield;
  }
  return chosen;
}

/** Returns the first item for which a condition holds. Later items are not tested. */
export function* finding<T>(
  items: ArrayLike<T>,
  holds: (item: T, index: number) => boolean,
  checkpoint: Checkpoint,
): Incremental<T | undefined> {
  for (let index = 0; index < items.length; index++) {
    if (holds(items[index] as T, index)) return items[index];
    if (checkpoint.due()) yield;
  }
  return undefined;
}

/** Returns whether a condition holds for at least one item. Later items are not tested. */
export function* testingSome<T>(
  items: ArrayLike<T>,
  holds: (item: T, index: number) => boolean,
  checkpoint: Checkpoint,
): Incremental<boolean> {
  for (let index = 0; index < items.length; index++) {
    if (holds(items[index] as T, index)) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

/** Returns whether a condition holds for at least one item. Later items are not tested. */
export function* testingSomeEach<T>(
  items: ArrayLike<T>,
  holds: (item: T, index: number) => Incremental<boolean>,
  checkpoint: Checkpoint,
): Incremental<boolean> {
  for (let index = 0; index < items.length; index++) {
    if (yield* holds(items[index] as T, index)) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

/** Returns whether a condition holds for all items. Items after the first for which it does not hold are not tested. */
export function* testingEvery<T>(
  items: ArrayLike<T>,
  holds: (item: T, index: number) => boolean,
  checkpoint: Checkpoint,
): Incremental<boolean> {
  return !(yield* testingSome(items, (item, index) => !holds(item, index), checkpoint));
}
