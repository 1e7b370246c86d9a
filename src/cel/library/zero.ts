// Identifies zero values, which optional.ofNonZeroValue treats as absent.

import { Quantity } from '../../core/quantity/quantity.js';
import { Duration } from '../values/duration.js';
import { Timestamp } from '../values/timestamp.js';
import { CelMap, Uint, type Value } from '../values/values.js';

/** The start of the year 1, which is the zero timestamp. */
const YEAR_ONE = -62_135_596_800n;

/** Returns whether a value is the zero value of its type: 0, false, null, and empty values. Types and versions have no zero value. */
export function isZero(value: Value): boolean {
  if (typeof value === 'string' || Array.isArray(value) || value instanceof Uint8Array) return value.length === 0;
  if (value instanceof CelMap) return value.size === 0 && !value.isTotal;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Timestamp) return value.seconds === YEAR_ONE && value.nanos === 0;
  if (value instanceof Quantity) return false;
  return value === null || value === false || value === 0n || value === 0;
}
