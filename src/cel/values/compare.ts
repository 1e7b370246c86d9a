// Compares values for equality and order as cel-go does.

import { Quantity } from '../../core/quantity/quantity.js';
import { NamedFormat } from '../library/named-format.js';
import { Cidr, IpAddress } from './address.js';
import { Duration } from './duration.js';
import { quantitiesWork } from './quantity-work.js';
import { Semver, semversWork } from './semver.js';
import { Timestamp } from './timestamp.js';
import { Url } from './url.js';
import {
  CelMap,
  ComputedQuantity,
  Failure,
  isConcatenated,
  type Meter,
  NO_SUCH_OVERLOAD,
  Optional,
  TypeValue,
  Uint,
  type Value,
} from './values.js';

/**
 * The work of comparisons in steps (see Frame.work): of order and of equality, and in addition of other objects, lists and times.
 * Characters and bytes are counted in blocks of this size, each with this work. A URL has a constant and work per character.
 */
const COMPARISON_WORK = 1;
const EQUALITY_WORK = 1;
const OBJECTS_WORK = 2;
const LIST_WORK = 2;
const TIMES_WORK = 8;
const COMPARED_TOGETHER = 64;
const COMPARED_WORK = 25;
const URL_WORK = 70;
const URL_PRINTED = 1.2;
/** The work per character of two texts of equal length. */
const SCANNED = 0.1;

/**
 * Evaluates `a == b`. Numbers compare across types. Values of different types differ, except that a Kubernetes type on the left
 * fails with anything but null on the right. As in the reference, such a failure inside lists and maps counts as equal. In a
 * list that `+` joined, it does not. Reports its work to the meter.
 */
export function equal(a: Value, b: Value, meter: Meter): boolean | Failure {
  if (a !== null && b !== null) return equalValues(a, b, meter);
  meter.work(EQUALITY_WORK);
  return a === b;
}

/** Compares the values of optionals. Here, null is no exception. */
function equalValues(a: Value, b: Value, meter: Meter): boolean | Failure {
  if (typeof a === 'string') {
    meter.work(typeof b === 'string' && a.length === b.length ? EQUALITY_WORK + a.length * SCANNED : EQUALITY_WORK);
    return a === b;
  }
  meter.work(EQUALITY_WORK);
  if (typeof a === 'bigint' && typeof b === 'bigint') return a === b;
  if (typeof a === 'boolean') return a === b;
  const order = compareNumbers(a, b);
  if (order !== undefined) return order === 0;
  return typeof a !== 'object' || a === null ? a === b : equalObjects(a, b, meter);
}

function equalObjects(a: Value & object, b: Value, meter: Meter): boolean | Failure {
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b, meter);
  if (a instanceof CelMap) return b instanceof CelMap && equalMaps(a, b, meter);
  meter.work(OBJECTS_WORK);
  if (a instanceof TypeValue) return b instanceof TypeValue && a.type === b.type;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && a.length === b.length && compareBytes(a, b, meter) === 0;
  if (a instanceof Optional) return b instanceof Optional && equalOptionals(a, b, meter);
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof Timestamp) {
    meter.work(TIMES_WORK);
    return b instanceof Timestamp && a.totalNanos === b.totalNanos;
  }
  return equalOfKubernetes(a, b, meter);
}

function equalOfKubernetes(a: Value, b: Value, meter: Meter): boolean | Failure {
  if (a instanceof Semver && b instanceof Semver) {
    meter.work(semversWork(a, b));
    return a.compare(b) === 0;
  }
  if (a instanceof Quantity && b instanceof Quantity && !(b instanceof ComputedQuantity)) {
    meter.work(quantitiesWork(a, b));
    return a.compare(b) === 0;
  }
  if (a instanceof IpAddress && b instanceof IpAddress) return a.equals(b);
  if (a instanceof Cidr && b instanceof Cidr) return a.equals(b);
  if (a instanceof Url && b instanceof Url) {
    meter.work(URL_WORK + (a.size + b.size) * URL_PRINTED);
    return a.toString() === b.toString();
  }
  if (a instanceof NamedFormat && b instanceof NamedFormat) return a.name === b.name;
  return a instanceof Uint ? false : NO_SUCH_OVERLOAD;
}

function equalOptionals(a: Optional, b: Optional, meter: Meter): boolean | Failure {
  return a.value === undefined || b.value === undefined ? a.value === b.value : equalValues(a.value, b.value, meter);
}

function equalLists(a: readonly Value[], b: readonly Value[], meter: Meter): boolean | Failure {
  if (a.length !== b.length) return false;
  meter.work(LIST_WORK);
  let failure: Failure | undefined;
  for (let at = 0; at < a.length; at += 1) {
    const same = equal(a[at] as Value, b[at] as Value, meter);
    if (same === false) return false;
    if (same instanceof Failure) failure ??= same;
  }
  return failure !== undefined && isConcatenated(a) ? failure : true;
}

function equalMaps(a: CelMap, b: CelMap, meter: Meter): boolean {
  if (a.size !== b.size) return false;
  meter.work(30 + a.size * 20);
  for (const { key, value } of a.entries()) {
    const other = b.find(key);
    if (other === undefined || equal(value, other, meter) === false) return false;
  }
  return true;
}

/** Returns whether values of this type have an order. */
export function isComparable(value: Value): boolean {
  return (
    typeof value !== 'object' ||
    value instanceof Uint ||
    value instanceof Uint8Array ||
    value instanceof Timestamp ||
    value instanceof Duration
  );
}

/** Compares like cel-go's `a.Compare(b)`: returns -1, 0 or 1, or a Failure if there is no order. Reports its work to the meter. */
export function compare(a: Value, b: Value, meter: Meter): number | Failure {
  meter.work(COMPARISON_WORK);
  const order = compareNumbers(a, b);
  if (order !== undefined) return Number.isNaN(order) ? new Failure('NaN values cannot be ordered') : order;
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b, meter);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b, meter);
  if (a instanceof Timestamp && b instanceof Timestamp) {
    meter.work(TIMES_WORK);
    return compareIntegers(a.totalNanos, b.totalNanos);
  }
  if (a instanceof Duration && b instanceof Duration) return compareIntegers(a.nanos, b.nanos);
  return NO_SUCH_OVERLOAD;
}

/** Returns the order of two numbers: NaN if they have none, undefined if one is not a number. An int compares with a double as a double. */
function compareNumbers(a: Value, b: Value): number | undefined {
  if (typeof a === 'bigint' && typeof b === 'bigint') return compareIntegers(a, b);
  const left = a instanceof Uint ? a.value : a;
  const right = b instanceof Uint ? b.value : b;
  if (typeof left === 'bigint' && typeof right === 'bigint') return compareIntegers(left, right);
  if (typeof left === 'number' && typeof right === 'number') return compareDoubles(left, right);
  if (typeof left === 'bigint' && typeof right === 'number') return compareIntegerToDouble(left, right, a instanceof Uint);
  if (typeof left !== 'number' || typeof right !== 'bigint') return undefined;
  const reversed = compareIntegerToDouble(right, left, b instanceof Uint);
  return reversed === 0 ? 0 : -reversed;
}

function compareIntegers(a: bigint, b: bigint): number {
  return a === b ? 0 : a < b ? -1 : 1;
}

function compareDoubles(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  return a === b ? 0 : a < b ? -1 : 1;
}

function compareIntegerToDouble(integer: bigint, double: number, unsigned: boolean): number {
  // The largest integers are not representable as doubles, so the bounds are rounded up, as in the reference.
  const [low, high] = unsigned ? [0, 2 ** 64] : [-(2 ** 63), 2 ** 63];
  if (double < low) return 1;
  if (double > high) return -1;
  return compareDoubles(Number(integer), double);
}

/** Compares by code points: unlike UTF-8, UTF-16 orders surrogates before U+E000 to U+FFFF. Reports its work to the meter. */
export function compareStrings(a: string, b: string, meter: Meter): number {
  const least = Math.min(a.length, b.length);
  let at = 0;
  for (; at < least && a.charCodeAt(at) === b.charCodeAt(at); at += 1)
    if (at % COMPARED_TOGETHER === COMPARED_TOGETHER - 1) meter.work(COMPARED_WORK);
  const left = a.charCodeAt(at);
  const right = b.charCodeAt(at);
  if (Number.isNaN(left)) return Number.isNaN(right) ? 0 : -1;
  if (Number.isNaN(right)) return 1;
  const rank = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
  return rank(left) < rank(right) ? -1 : 1;
}

function compareBytes(a: Uint8Array, b: Uint8Array, meter: Meter): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    if (at % COMPARED_TOGETHER === COMPARED_TOGETHER - 1) meter.work(COMPARED_WORK);
    const difference = (a[at] as number) - (b[at] as number);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}
