// Numbers for long texts, found in pieces: a map would hash and compare megabytes in one go.

import type { Checkpoint } from './checkpoint.js';
import { entryIn } from './entry-in.js';
import type { Incremental } from './incremental.js';

/**
 * Characters of a piece. V8 hashes texts of 16,384 characters and more by their length alone, so that a map compares each of them with all others
 * of its length.
 */
const PIECE = 4096;
/** About the microseconds that a piece takes. */
const PIECE_UNITS = 8;

/** Tells texts apart by numbers: equal texts have the same one. */
export class TextInterner {
  /** By the number of what comes before it, and a piece. Most have no long text to number. */
  #numbers: Map<string, number> | undefined;

  /** The number of a text. */
  *numbering(text: string, checkpoint: Checkpoint): Incremental<number> {
    this.#numbers ??= new Map();
    const numbers = this.#numbers;
    let number = 0;
    for (let from = 0; from < text.length; from += PIECE) {
      number = entryIn(numbers, `${number} ${text.slice(from, from + PIECE)}`, () => numbers.size + 1);
      if (checkpoint.due(PIECE_UNITS)) yield;
    }
    return number;
  }
}
