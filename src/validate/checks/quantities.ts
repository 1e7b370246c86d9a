// Quantities as rules compare them. Source: k8s.io/apimachinery pkg/api/resource, and pkg/apis/resource/validation of Kubernetes 1.37.1.

import { MAX_INT64 } from '../../core/base/integers.js';
import { Quantity } from '../../core/quantity/quantity.js';
import type { Field } from '../tree/field.js';

const NANO = 10n ** 9n;

/** The quantity nothing, which stands for one that was not given. */
export const ZERO = Quantity.fromInt64(0n, 'DecimalSI');

/** The quantity of a field, or nothing. */
export function quantityOf(field: Field): Quantity {
  return field.quantity ?? ZERO;
}

/** Returns whether a quantity is no integer. */
export function isFractional(quantity: Quantity): boolean {
  return quantity.nano % NANO !== 0n;
}

/** Returns whether a quantity is a number of thousandths that 64 bits hold. */
export function isMilli(quantity: Quantity): boolean {
  return Quantity.fromMilli(quantity.milliValue(), quantity.format).compare(quantity) === 0;
}

/** Says why a quantity is no integer of 64 bits that is not negative; undefined where it is one, fractions rounded up. */
export function int64Problem(quantity: Quantity): string | undefined {
  if (quantity.sign() < 0) return 'must be greater than or equal to 0';
  return quantity.cmpInt64(MAX_INT64) > 0 ? `must not be larger than ${MAX_INT64}` : undefined;
}

/** A quantity as its decimal digits, with as many after the point as it was written with: 1 and 1.0 differ. */
export function digitsOf(quantity: Quantity): string {
  const { unscaled, scale } = quantity.amount;
  return scale >= 0 ? String(unscaled * 10n ** BigInt(scale)) : `${unscaled}e${scale}`;
}
