// Amounts in billionths, whose digits are work: 1e10000 is short to write.

import type { Quantity } from '../../../core/quantity/quantity.js';
import type { Work } from '../work.js';

/** Digits that are read in a step. */
const DIGITS_OF_STEP = 20;

/** Reads an amount in billionths. */
export function nanoOf(amount: Quantity, work: Work): bigint {
  spendDigits(amount, work);
  return amount.nano;
}

/** Announces that an amount is read some times. */
export function spendDigits({ amount: { scale } }: Quantity, work: Work, times = 1): void {
  if (scale > 0) work.spend((times * scale) / DIGITS_OF_STEP);
}
