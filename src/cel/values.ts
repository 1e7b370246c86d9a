// The values of an evaluation, their types at run time, and equality and order as cel-go has them.
//
// bool, string, null, double, bytes and list are boolean, string, null, number, Uint8Array and array; int is bigint. The rest has
// classes of its own. Errors are values too ({@link Failure}), because `&&`, `||` and the macros look at them.

import { Quantity } from '../quantity/quantity.js';
import { Semver } from './semver.js';
import { type Type, typeName } from './types.js';

/** Any value. */
export type Value =
  | boolean
  | bigint
  | number
  | string
  | null
  | Uint
  | Uint8Array
  | readonly Value[]
  | CelMap
  | Optional
  | TypeValue
  | Quantity
  | Semver
  | Failure;

/** An error of the evaluation, not yet thrown. */
export class Failure {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/** Counts the steps of an evaluation and ends it when they are too many. */
export interface Meter {
  work(steps: number): void;
}

/** The most common failure. */
export const NO_SUCH_OVERLOAD = new Failure('no such overload');

/** An unsigned integer of 64 bits. */
export class Uint {
  readonly value: bigint;

  constructor(value: bigint) {
    this.value = value;
  }
}

/** An optional value; {@link NONE} has none. */
export class Optional {
  readonly value: Value | undefined;

  constructor(value: Value | undefined) {
    this.value = value;
  }
}

/** The empty optional. */
export const NONE = new Optional(undefined);

/** A type as a value: `type(x)`, `string`. */
export class TypeValue {
  readonly type: string;

  constructor(type: string) {
    this.type = type;
  }
}

/** A map. Keys are data, in a Map, and never meet a prototype. */
export class CelMap {
  readonly ofDevice: boolean;
  readonly #entries = new Map<string | bigint | boolean | number, { readonly key: Value; readonly value: Value }>();
  readonly #absent: Value | undefined;

  /**
   * `ofDevice` marks the maps of a device; `absent` is what a lookup of any other key gives (for the outer ones): membership
   * does not see it.
   */
  constructor(entries: Iterable<readonly [Value, Value]>, ofDevice = false, absent?: Value) {
    this.ofDevice = ofDevice;
    for (const [key, value] of entries) this.#entries.set(indexOfKey(key), { key, value });
    this.#absent = absent;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Whether a lookup gives something for every key. */
  get isTotal(): boolean {
    return this.#absent !== undefined;
  }

  /** The value of a key, undefined when there is none. */
  find(key: Value): Value | undefined {
    const entry = this.#entries.get(indexOfKey(key));
    return entry === undefined ? this.#absent : entry.value;
  }

  /** Whether the key is really there. */
  has(key: Value): boolean {
    return this.#entries.has(indexOfKey(key));
  }

  keys(): Value[] {
    return [...this.#entries.values()].map(({ key }) => key);
  }

  entries(): Iterable<{ readonly key: Value; readonly value: Value }> {
    return this.#entries.values();
  }
}

/** Numbers that are equal across types are the same key, as a lookup in cel-go finds them. */
function indexOfKey(key: Value): string | bigint | boolean | number {
  if (typeof key === 'string' || typeof key === 'bigint' || typeof key === 'boolean') return key;
  if (key instanceof Uint) return key.value;
  if (typeof key === 'number') return Number.isInteger(key) ? BigInt(key) : key;
  return Number.NaN; // no other value is a key
}

/** Whether a value can be the key of a map. */
export function isKey(value: Value): boolean {
  return typeof value === 'string' || typeof value === 'bigint' || typeof value === 'boolean' || value instanceof Uint;
}

const INT64_MAX = 2n ** 63n - 1n;
const UINT64_MAX = 2n ** 64n - 1n;

/** Whether an integer fits into an int. */
export function inInt64(value: bigint): boolean {
  return value <= INT64_MAX && value >= -INT64_MAX - 1n;
}

/** Whether an integer fits into a uint. */
export function inUint64(value: bigint): boolean {
  return value >= 0n && value <= UINT64_MAX;
}

/** A copy, so that no value shares memory with the parser. */
export function bytesFromBinary(bytes: Uint8Array): Uint8Array {
  return Uint8Array.from(bytes);
}

/** The name of a value's type, as `type()` and error messages have it. */
export function typeNameOf(value: Value): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'double';
    case 'string':
      return 'string';
    default:
      if (value === null) return 'null_type';
      if (Array.isArray(value)) return 'list';
      return CLASS_NAMES.find(([type]) => value instanceof type)?.[1] ?? 'error';
  }
}

const CLASS_NAMES: readonly (readonly [new (...args: never[]) => unknown, string])[] = [
  [CelMap, 'map'],
  [Optional, 'optional_type'],
  [Uint, 'uint'],
  [Uint8Array, 'bytes'],
  [Quantity, 'kubernetes.Quantity'],
  [Semver, 'kubernetes.Semver'],
  [TypeValue, 'type'],
];

/** Whether a value may be passed where a type is declared: of a list or map only the first entry is looked at, as in cel-go. */
export function isOfType(value: Value, type: Type): boolean {
  if (type.kind === 'dyn' || type.kind === 'param') return true;
  if (typeNameOf(value) !== typeName(type)) return false;
  const [first, second] = type.params;
  if (Array.isArray(value) && first !== undefined) return value.length === 0 || isOfType(value[0] as Value, first);
  if (value instanceof CelMap && first !== undefined && second !== undefined) {
    for (const entry of value.entries()) return isOfType(entry.key, first) && isOfType(entry.value, second);
  }
  return true;
}

/**
 * `a == b`. Numbers compare across types; values of other types are not equal, except that a version or a quantity on the left
 * fails with anything else on the right. Inside of lists and maps such a failure counts as equal, as in the reference,
 * but not in a list that was put together with `+`. Announces its work to the meter.
 */
export function equal(a: Value, b: Value, meter: Meter): boolean | Failure {
  meter.work(1);
  const order = compareNumbers(a, b);
  if (order !== undefined) return order === 0;
  if (typeof a !== 'object' || a === null || b === null) return a === b;
  if (a instanceof Semver) return b instanceof Semver ? a.compare(b) === 0 : NO_SUCH_OVERLOAD;
  if (a instanceof Quantity) return b instanceof Quantity && !(b instanceof ComputedQuantity) ? a.compare(b) === 0 : NO_SUCH_OVERLOAD;
  if (Array.isArray(a)) return Array.isArray(b) && equalLists(a, b, meter);
  if (a instanceof CelMap) return b instanceof CelMap && equalMaps(a, b, meter);
  if (a instanceof TypeValue) return b instanceof TypeValue && a.type === b.type;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0;
  return a instanceof Optional && b instanceof Optional && equalOptionals(a, b, meter);
}

function equalOptionals(a: Optional, b: Optional, meter: Meter): boolean | Failure {
  return a.value === undefined || b.value === undefined ? a.value === b.value : equal(a.value, b.value, meter);
}

/** A sum or difference of quantities. The reference compares it with others only when it is on the left. */
export class ComputedQuantity extends Quantity {}

/** Lists that `+` made of two which are not empty. */
const concatenated = new WeakSet<readonly Value[]>();

/** The items of both lists, in a new one. */
export function concatenate(a: readonly Value[], b: readonly Value[]): readonly Value[] {
  if (a.length === 0) return b;
  if (b.length === 0) return a;
  const list = a.concat(b);
  concatenated.add(list);
  return list;
}

/** Whether {@link concatenate} made the list of two which are not empty. */
export function isConcatenated(list: readonly Value[]): boolean {
  return concatenated.has(list);
}

function equalLists(a: readonly Value[], b: readonly Value[], meter: Meter): boolean | Failure {
  if (a.length !== b.length) return false;
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
  for (const { key, value } of a.entries()) {
    const other = b.find(key);
    if (other === undefined || equal(value, other, meter) === false) return false;
  }
  return true;
}

/** Whether a value has an order with others of its type. */
export function isComparable(value: Value): boolean {
  return typeof value !== 'object' || value instanceof Uint || value instanceof Uint8Array;
}

/** The order of two numbers, NaN when they have none, undefined when one is no number. An int is compared with a double as a double. */
export function compareNumbers(a: Value, b: Value): number | undefined {
  const left = a instanceof Uint ? a.value : a;
  const right = b instanceof Uint ? b.value : b;
  if (typeof left === 'bigint' && typeof right === 'bigint') return left === right ? 0 : left < right ? -1 : 1;
  if (typeof left === 'number' && typeof right === 'number') return compareDoubles(left, right);
  if (typeof left === 'bigint' && typeof right === 'number') return compareIntegerToDouble(left, right, a instanceof Uint);
  if (typeof left !== 'number' || typeof right !== 'bigint') return undefined;
  const reversed = compareIntegerToDouble(right, left, b instanceof Uint);
  return reversed === 0 ? 0 : -reversed;
}

function compareDoubles(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  return a === b ? 0 : a < b ? -1 : 1;
}

function compareIntegerToDouble(integer: bigint, double: number, unsigned: boolean): number {
  const [low, high] = unsigned ? [0n, UINT64_MAX] : [-INT64_MAX - 1n, INT64_MAX];
  if (double < low) return 1;
  if (double > high) return -1;
  return compareDoubles(Number(integer), double);
}

/** `a.Compare(b)` of cel-go for everything that has an order: -1, 0 or 1, or why there is none. */
export function compare(a: Value, b: Value): number | Failure {
  const order = compareNumbers(a, b);
  if (order !== undefined) return Number.isNaN(order) ? new Failure('NaN values cannot be ordered') : order;
  if (typeof a === 'string' && typeof b === 'string') return compareStrings(a, b);
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  if (a instanceof Uint8Array && b instanceof Uint8Array) return compareBytes(a, b);
  return NO_SUCH_OVERLOAD;
}

/** By code points: UTF-16 units order surrogates before U+E000 to U+FFFF, UTF-8 does not. */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  let at = 0;
  while (at < a.length && at < b.length && a[at] === b[at]) at += 1;
  const left = a.charCodeAt(at);
  const right = b.charCodeAt(at);
  if (Number.isNaN(left)) return -1;
  if (Number.isNaN(right)) return 1;
  const rank = (unit: number): number => (unit >= 0xd800 && unit < 0xe000 ? unit + 0x10000 : unit);
  return rank(left) < rank(right) ? -1 : 1;
}

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  for (let at = 0; at < a.length && at < b.length; at += 1) {
    const difference = (a[at] as number) - (b[at] as number);
    if (difference !== 0) return Math.sign(difference);
  }
  return Math.sign(a.length - b.length);
}

/** How many characters (code points) a string has. */
export function stringSize(text: string): number {
  let size = text.length;
  for (let at = 0; at + 1 < text.length; at += 1) {
    if ((text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00) size -= 1;
  }
  return size;
}
