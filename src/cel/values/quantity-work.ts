// Computes the work of arithmetic with quantities: beyond 64 bits, they can have about ten thousand digits.

import { weakEntryIn } from '../../core/base/entry-in.js';
import type { Quantity } from '../../core/quantity/quantity.js';

/** The work in steps (see Frame.work): of an operation on one quantity, of an operation on two, and per digit of large ones. */
const ONE_WORK = 15;
const BOTH_WORK = 40;
const DIGIT_WORK = 0.15;
/** The work per digit of the longer number and per place of the shift that aligns both numbers. */
const SHIFT_WORK = 0.0005;
/** The number of digits that fit into 64 bits. */
const SMALL_DIGITS = 20;

/** The approximate numbers of digits of large quantities. They are cached, since counting is work too. */
const digits = new WeakMap<Quantity, number>();

function digitsOf(quantity: Quantity): number {
  const { small, unscaled, scale } = quantity.amount;
  if (small) return Math.abs(scale);
  return weakEntryIn(digits, quantity, () => unscaled.toString(32).length * 1.5 + Math.abs(scale));
}

/** Returns the work of an operation on one quantity. */
export function quantityWork(a: Quantity): number {
  return ONE_WORK + digitsOf(a) * DIGIT_WORK;
}

/** Returns the work of an operation on two quantities. */
export function quantitiesWork(a: Quantity, b: Quantity): number {
  const isPlain = a.amount.small && b.amount.small && a.amount.scale === 0 && b.amount.scale === 0;
  if (isPlain) return BOTH_WORK;
  const longer = Math.max(SMALL_DIGITS, digitsOf(a) - Math.abs(a.amount.scale), digitsOf(b) - Math.abs(b.amount.scale));
  const shift = Math.abs(a.amount.scale - b.amount.scale) * longer * SHIFT_WORK;
  return BOTH_WORK + (digitsOf(a) + digitsOf(b)) * DIGIT_WORK + shift;
}
