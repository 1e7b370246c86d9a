// Limits the length of an answer. Answers repeat texts of the input, such as the configuration of a class for each claim, so they can be a
// thousand times as long as the input.

import { AllocationError } from '../../../core/base/errors.js';
import { type Json, NumberLiteral } from '../../../core/base/json.js';

/** The most characters of a result: a quarter of the longest string in V8, because printing makes copies. */
const MOST = 1 << 27;

/** The approximate number of characters of a number, a boolean or null. */
const SHORT = 4;

/** Counts the characters of an answer before it is printed. Throws AllocationError if there are too many. */
export class OutputLength {
  #counted = 0;

  add(characters: number): void {
    this.#counted += characters;
    if (this.#counted > MOST)
      throw new AllocationError(
        'input-too-large',
        `the answer has more than ${MOST} characters: name fewer objects, or choose another --output`,
      );
  }

  /** Adds a value as JSON or YAML, without the spaces that indent it. */
  addValue(value: Json): void {
    if (typeof value === 'string') this.add(value.length + SHORT);
    else if (typeof value !== 'object' || value === null || value instanceof NumberLiteral) this.add(SHORT);
    else if (Array.isArray(value)) for (const item of value as readonly Json[]) this.addValue(item);
    else {
      for (const [name, member] of Object.entries(value)) {
        this.add(name.length + SHORT);
        this.addValue(member);
      }
    }
  }
}

/** Throws AllocationError if a value is too long as JSON or YAML. */
export function checkOutputLength(value: Json): void {
  new OutputLength().addValue(value);
}
