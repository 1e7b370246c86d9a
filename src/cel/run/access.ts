// Reads fields and items: `a.b`, `a[b]`, `a.?b`, `has(a.b)`. Source: cel-go interpreter/attributes.go, refQualify.

import { inInt64 } from '../../core/base/integers.js';
import { goText } from '../values/print.js';
import { CelMap, Failure, NONE, Optional, Uint, type Value } from '../values/values.js';

/** Reads `operand[key]` or `operand.key`. On an optional, it works like {@link readOptional}. */
export function read(operand: Value, key: Value): Value {
  if (operand instanceof Optional) return readOptional(operand, key);
  const value = lookUp(operand, key);
  if (value !== undefined) return value;
  return new Failure(`${Array.isArray(operand) ? 'index out of bounds' : 'no such key'}: ${goText(key)}`);
}

/** Reads `operand.?key` or `operand[?key]` and returns an optional. */
export function readOptional(operand: Value, key: Value): Value {
  const inner = operand instanceof Optional ? operand.value : operand;
  if (inner === undefined) return NONE;
  const value = lookUp(inner, key);
  if (value === undefined || value instanceof Failure) return value ?? NONE;
  return new Optional(value);
}

/** Evaluates `has(operand.key)`. */
export function isPresent(operand: Value, key: Value): Value {
  const inner = operand instanceof Optional ? operand.value : operand;
  if (inner === undefined) return false;
  const value = lookUp(inner, key);
  return value instanceof Failure ? value : value !== undefined;
}

/** Returns the value at a key; undefined if none exists, or if the operand is neither a list nor a map. */
function lookUp(operand: Value, key: Value): Value | undefined {
  if (operand instanceof CelMap) return operand.find(key);
  if (!Array.isArray(operand)) return undefined;
  const index = listIndex(key);
  return typeof index === 'number' ? (operand as readonly Value[])[index] : index;
}

function listIndex(key: Value): number | Failure {
  if (typeof key === 'bigint') return Number(key);
  if (key instanceof Uint) return inInt64(key.value) ? Number(key.value) : new Failure(`unsupported index value ${key.value} in list`);
  if (typeof key !== 'number') return new Failure(`unsupported index type '${describe(key)}' in list`);
  return Number.isInteger(key) && Math.abs(key) < 2 ** 63 ? key : new Failure(`unsupported index value ${goText(key)} in list`);
}

function describe(key: Value): string {
  return typeof key === 'string' ? 'string' : typeof key === 'boolean' ? 'bool' : 'other';
}
