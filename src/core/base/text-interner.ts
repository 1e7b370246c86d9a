// Numbers for long texts, found in pieces: a map would hash and compare megabytes in one go.

import type { Checkpoint } from './checkpoint.js';
import { entryIn } from './entry-in.js';

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

  /** The number of a text. Gives way within it. */
  numberOf(text: string, checkpoint: Checkpoint): number {
    this.#numbers ??= new Map();
    const numbers = this.#numbers;
    const begun = checkpoint.keep(() => ({ number: 0 }));
    checkpoint.times(Math.ceil(text.length / PIECE), (index) => {
      const piece = `${begun.number} ${text.slice(index * PIECE, (index + 1) * PIECE)}`;
      begun.number = entryIn(numbers, piece, () => numbers.size + 1);
      checkpoint.step(PIECE_UNITS);
    });
    return begun.number;
  }
}
