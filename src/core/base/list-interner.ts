// Numbers for lists of texts. They are found item by item, because one text of all items could have megabytes.

import type { Checkpoint } from './checkpoint.js';
import type { Incremental } from './incremental.js';
import { LargeMap, numberOfText } from './large-map.js';

/** Numbers lists: lists with equal items in the same order have the same number. */
export class ListInterner {
  /** The numbers by the number of the preceding items and an item. */
  readonly #numbers = new LargeMap<string, number>(numberOfText);

  /** Returns the number of a list. */
  *numbering(items: readonly string[], checkpoint: Checkpoint): Incremental<number> {
    let number = 0;
    for (const item of items) {
      number = this.#next(number, item);
      if (checkpoint.due()) yield;
    }
    return number;
  }

  #next(before: number, item: string): number {
    const key = `${before} ${item}`;
    const existingNumber = this.#numbers.get(key);
    if (existingNumber !== undefined) return existingNumber;
    const number = this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return number;
  }
}
