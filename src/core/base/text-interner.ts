// Numbers for long texts, found in pieces: a map would hash and compare megabytes in one go.

import type { Checkpoint } from './checkpoint.js';
import { entryIn } from './entry-in.js';
import type { Incremental } from './incremental.js';

/** The characters of a piece. V8 hashes texts of 16,384 characters and more by length alone, so a map would compare each with all others of its length. */
const PIECE = 4096;
/** The approximate microseconds of a piece. */
const PIECE_UNITS = 8;

/** Numbers texts: equal texts have the same number. */
export class TextInterner {
  /** The numbers by the number of the preceding text and a piece. Created on first use: most inputs have no long text. */
  #numbers: Map<string, number> | undefined;

  /** Returns the number of a text. */
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
