// Canonical text of quantities: no fraction, and the greatest suffix without loss. Source: CanonicalizeBytes in
// k8s.io/apimachinery/pkg/api/resource quantity.go.

import { MIN_INT64 } from '../base/integers.js';
import { type Amount, compareAmounts, dropDigitsUp, exactInt64, unscaledAt } from './amount.js';
import { binarySuffix, decimalSuffix, type QuantityFormat } from './suffix.js';

const KIBI: Amount = { unscaled: 1024n, scale: 0, small: true };
const MINUS_KIBI: Amount = { unscaled: -1024n, scale: 0, small: true };

/** Returns the canonical text of an amount. An amount in BinarySI prints as DecimalSI if it is below 1Ki or not an integer. */
export function canonicalText(amount: Amount, format: QuantityFormat): string {
  if (amount.unscaled === 0n) return '0';
  if (format !== 'BinarySI') return decimalText(amount, format);
  if (compareAmounts(amount, MINUS_KIBI) > 0 && compareAmounts(amount, KIBI) < 0) return decimalText(amount, 'DecimalSI');
  const integer = integerValue(amount);
  return integer === undefined ? decimalText(amount, 'DecimalSI') : binaryText(integer, exactInt64(amount) !== undefined);
}

function decimalText(amount: Amount, format: 'DecimalSI' | 'DecimalExponent'): string {
  const digits = amount.unscaled.toString();
  let end = digits.length;
  while (digits[end - 1] === '0') end--;
  const exponent = amount.scale + (digits.length - end);
  const padding = ((exponent % 3) + 3) % 3;
  return digits.slice(0, end) + '0'.repeat(padding) + decimalSuffix(exponent - padding, format);
}

function integerValue(amount: Amount): bigint | undefined {
  if (amount.scale >= 0) return unscaledAt(amount, 0);
  const { rounded, exact } = dropDigitsUp(amount.unscaled, -amount.scale);
  return exact ? rounded : undefined;
}

function binaryText(integer: bigint, fromInt64: boolean): string {
  // Upstream negates an int64 before it searches for factors. The least int64 stays negative and so keeps all its digits.
  if (fromInt64 && integer === MIN_INT64) return integer.toString();
  let mantissa = integer;
  let exponent = 0;
  while (mantissa % 1024n === 0n) {
    mantissa /= 1024n;
    exponent += 10;
  }
  return mantissa.toString() + binarySuffix(exponent);
}
