// The text of an answer, up to a length. An allocation repeats the configuration of its class, so an answer about many claims can be a
// thousand times longer than its question.

import { Problem } from './problem.js';

/** The code of the problem for an answer that is too large. */
export const TOO_LARGE = 'answer-too-large';

/** Returns the JSON text of an answer. Throws Problem, before it builds the text, if the answer has more than about `most` characters. */
export function answerText(answer: object, most: number): string {
  new Length(most).add(answer);
  return JSON.stringify(answer);
}

/** Approximate characters of a number, of `true` or of `null`. */
const SHORT = 4;

/** Counts the characters of values as JSON, without escapes. */
class Length {
  readonly #most: number;
  #counted = 0;

  constructor(most: number) {
    this.#most = most;
  }

  add(value: unknown): void {
    if (typeof value === 'string') this.#count(value.length + 3);
    else if (typeof value !== 'object' || value === null) this.#count(SHORT);
    else if (Array.isArray(value)) for (const item of value) this.add(item);
    else if ('toJSON' in value && typeof value.toJSON === 'function') this.add(value.toJSON());
    else {
      for (const [name, member] of Object.entries(value)) {
        this.#count(name.length + SHORT);
        this.add(member);
      }
    }
  }

  #count(characters: number): void {
    this.#counted += characters;
    if (this.#counted > this.#most)
      throw new Problem(422, TOO_LARGE, `the answer has more than ${this.#most} characters: ask about fewer claims, or about one node`);
  }
}
