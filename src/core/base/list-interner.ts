// Numbers for lists of texts, found item by item: one text of all items could be megabytes.

import type { Checkpoint } from './checkpoint.js';
import { LargeMap, numberOfText } from './large-map.js';

/** Lists of no more items than this are told in one go. */
const FEW_ITEMS = 64;

/** Tells lists apart by numbers: lists with equal items in the same order have the same one. */
export class ListInterner {
  /** By the number of what comes before it, and an item. */
  readonly #numbers = new LargeMap<string, number>(numberOfText);

  /** The number of a list. Gives way within a long one. */
  numberOf(items: readonly string[], checkpoint: Checkpoint): number {
    if (items.length <= FEW_ITEMS) {
      checkpoint.step(items.length);
      let number = 0;
      for (const item of items) number = this.#next(number, item);
      return number;
    }
    const begun = checkpoint.keep(() => ({ number: 0 }));
    checkpoint.forEach(items, (item) => {
      begun.number = this.#next(begun.number, item);
    });
    return begun.number;
  }

  #next(before: number, item: string): number {
    const key = `${before} ${item}`;
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const number = this.#numbers.size + 1;
    this.#numbers.set(key, number);
    return number;
  }
}
