// JSON values that nobody can change any more: what is derived from one holds as long as the value is there.

import { NumberLiteral } from './json.js';

/** The number of values in a value, itself included, and the depth to which objects and lists lie within each other. */
export interface JsonExtent {
  readonly values: number;
  readonly depth: number;
}

/** Freezes a JSON value with all that is in it, and counts that. Requires: it is a tree of plain objects, as a reader makes it. */
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

/** Values of more parts, or deeper ones, count as mutable: checking them takes a millisecond. */
const MOST_PARTS = 8192;
const MOST_DEPTH = 100;

/**
 * Returns whether a value and all that is in it is frozen plain data: no accessors, no objects of classes, such as a Date, which changes though it is frozen. False also for what is
 * too large to be considered. A proxy has to keep to what its frozen target has.
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

/** A list, a number in disguise, or an object that inherits from nothing that inherits: `{}`, and what our reader makes. */
function isPlain(value: object): boolean {
  if (Array.isArray(value) || value instanceof NumberLiteral) return true;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
