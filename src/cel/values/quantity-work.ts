// The work of computing with quantities: those that do not fit into 64 bits have up to some ten thousand digits.

import { weakEntryIn } from '../../core/base/entry-in.js';
import type { Quantity } from '../../core/quantity/quantity.js';

/** The work that it takes, in steps (see Frame.work): something done with one, something done with two, and each digit of great ones. */
const ONE_WORK = 15;
const BOTH_WORK = 40;
const DIGIT_WORK = 0.15;
/** The work that each digit of the longer number takes for each place that one has to be shifted by, so that both have as many places. */
const SHIFT_WORK = 0.0005;
/** Digits of what fits into 64 bits. */
const SMALL_DIGITS = 20;

/** The number of digits that the great ones have about: counting them is itself work. */
const digits = new WeakMap<Quantity, number>();

function digitsOf(quantity: Quantity): number {
  const { small, unscaled, scale } = quantity.amount;
  if (small) return Math.abs(scale);
  return weakEntryIn(digits, quantity, () => unscaled.toString(32).length * 1.5 + Math.abs(scale));
}

/** Something done with one quantity. */
export function quantityWork(a: Quantity): number {
  return ONE_WORK + digitsOf(a) * DIGIT_WORK;
}

/** Something done with two. */
export function quantitiesWork(a: Quantity, b: Quantity): number {
  const isPlain = a.amount.small && b.amount.small && a.amount.scale === 0 && b.amount.scale === 0;
  if (isPlain) return BOTH_WORK;
  const longer = Math.max(SMALL_DIGITS, digitsOf(a) - Math.abs(a.amount.scale), digitsOf(b) - Math.abs(b.amount.scale));
  const shift = Math.abs(a.amount.scale - b.amount.scale) * longer * SHIFT_WORK;
  return BOTH_WORK + (digitsOf(a) + digitsOf(b)) * DIGIT_WORK + shift;
}
