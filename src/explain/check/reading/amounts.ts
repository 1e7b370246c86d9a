// Reads amounts in billionths, and counts their digits as work, because the short text 1e10000 has many digits.

import type { Quantity } from '../../../core/quantity/quantity.js';
import type { Work } from '../work.js';

/** The digits that one step reads. */
const DIGITS_OF_STEP = 20;

/** Reads an amount in billionths. */
export function nanoOf(amount: Quantity, work: Work): bigint {
  spendDigits(amount, work);
  return amount.nano;
}

/** Counts the work of reading an amount several times. */
export function spendDigits({ amount: { scale } }: Quantity, work: Work, times = 1): void {
  if (scale > 0) work.spend((times * scale) / DIGITS_OF_STEP);
}
