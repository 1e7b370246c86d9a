// Amounts of budgets as integers: in billionths at first, then in the greatest unit of which all amounts of a budget are multiples.

import { checkLimit } from '../kernel/problem.js';
import type { Quantity } from '../quantity/quantity.js';

/** Amounts up to this number of digits do not count: no quantity that anybody means has more. */
const ORDINARY_DIGITS = 64;

/** Reads amounts, and keeps count of the digits of huge ones: a short text such as 1e10000 has ten thousand. */
export class AmountReader {
  #digits = 0;

  /** A quantity in billionths. Throws `input-too-large` once there are too many digits. */
  read({ nano }: Quantity): bigint {
    // Hexadecimal, since that is linear.
    const digits = nano.toString(16).length;
    if (digits > ORDINARY_DIGITS) {
      this.#digits += digits;
      checkLimit('digits', this.#digits);
    }
    return nano;
  }
}

/** The greatest unit of which all amounts are multiples; 1 if they are all zero. */
export function commonUnit(amounts: Iterable<bigint>): bigint {
  let unit = 0n;
  for (const amount of amounts) {
    let [a, b] = [unit, amount < 0n ? -amount : amount];
    while (b !== 0n) [a, b] = [b, a % b];
    unit = a;
  }
  return unit === 0n ? 1n : unit;
}
