// Immutable JSON values. A result that is derived from such a value is valid as long as the value exists.

import { NumberLiteral } from './json.js';

/** The number of values in a value, itself included, and the depth of its nesting. */
export interface JsonExtent {
  readonly values: number;
  readonly depth: number;
}

/** Freezes a JSON value with everything in it and returns its extent. Requires: a tree of plain objects, as a reader makes it. */
export function deepFreeze(value: unknown): JsonExtent {
  if (typeof value !== 'object' || value === null) return { values: 1, depth: 0 };
  let values = 1;
  let deepest = 0;
  for (const name of Object.keys(value)) {
    const inner = deepFreeze((value as Readonly<Record<string, unknown>>)[name]);
    values += inner.values;
    deepest = Math.max(deepest, inner.depth);
  }
  Object.freeze(value);
  return { values, depth: value instanceof NumberLiteral ? 0 : deepest + 1 };
}

/** Larger or deeper values count as mutable, because checking them would need a millisecond. */
const MOST_PARTS = 8192;
const MOST_DEPTH = 100;

/**
 * Returns whether a value and everything in it is frozen plain data. Returns false for accessors and for objects of classes,
 * such as a Date, whose contents can change although it is frozen. Also returns false for values that are too large to check. A
 * proxy must return the same values as its frozen target.
 */
export function isImmutable(value: unknown): boolean {
  return isFrozenData(value, { parts: MOST_PARTS }, MOST_DEPTH);
}

function isFrozenData(value: unknown, left: { parts: number }, depth: number): boolean {
  if (typeof value === 'function') return false;
  if (typeof value !== 'object' || value === null) return left.parts-- > 0;
  if (left.parts-- <= 0 || depth === 0 || !Object.isFrozen(value) || !isPlain(value)) return false;
  const keys = Reflect.ownKeys(value);
  if (keys.length > left.parts) return false;
  return keys.every((key) => {
    const { value: inner, get } = Object.getOwnPropertyDescriptor(value, key) as PropertyDescriptor;
    return get === undefined && isFrozenData(inner, left, depth - 1);
  });
}

/**
 * Returns whether an object is plain: a list, a number literal, or an object with at most one level of prototype, such as `{}` or an object
 * of our reader.
 */
function isPlain(value: object): boolean {
  if (Array.isArray(value) || value instanceof NumberLiteral) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
