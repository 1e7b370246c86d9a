// Compares quantities as validation rules do. Source: k8s.io/apimachinery
// pkg/api/resource, and pkg/apis/resource/validation of Kubernetes 1.37.1.

import { MAX_INT64 } from '../../core/base/integers.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { NEGATIVE } from '../messages.js';
import type { Field } from '../tree/field.js';

const NANO = 10n ** 9n;

/** The quantity zero, which replaces an absent one. */
export const ZERO = Quantity.fromInt64(0n, 'DecimalSI');

/** Returns the quantity of a field, or zero if the field is absent. */
export function quantityOf(field: Field): Quantity {
  return field.quantity ?? ZERO;
}

/** Returns whether a quantity is not an integer. */
export function isFractional(quantity: Quantity): boolean {
  return quantity.nano % NANO !== 0n;
}

/** Returns whether a quantity is a whole number of thousandths that fits into 64 bits. */
export function isMilli(quantity: Quantity): boolean {
  return Quantity.fromMilli(quantity.milliValue(), quantity.format).compare(quantity) === 0;
}

/** Returns why a quantity, rounded up, is not a non-negative integer of 64 bits; undefined if it is one. */
export function int64Problem(quantity: Quantity): string | undefined {
  if (quantity.sign() < 0) return NEGATIVE;
  return quantity.cmpInt64(MAX_INT64) > 0 ? `must not be larger than ${MAX_INT64}` : undefined;
}

/** Returns the decimal digits of a quantity with its written precision: 1 and 1.0 differ. */
export function digitsOf(quantity: Quantity): string {
  const { unscaled, scale } = quantity.amount;
  return scale >= 0 ? String(unscaled * 10n ** BigInt(scale)) : `${unscaled}e${scale}`;
}
