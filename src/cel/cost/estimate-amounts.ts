// Calculates with costs and sizes of the worst-case estimate: saturating unsigned 64-bit integers, and ranges of them.
// Source: cel-go checker/cost.go, SizeEstimate and CostEstimate.

import { MAX_UINT64 } from '../../core/base/integers.js';

/** The maximum amount, which also represents "unknown". */
export const MAX_AMOUNT = MAX_UINT64;

const TWO_TO_64 = 2 ** 64;

/** The bounds of the size of a string, list or map, in characters, items or entries. */
export interface Size {
  readonly min: bigint;
  readonly max: bigint;
}

/** The bounds of an unknown size. */
export const UNKNOWN_SIZE: Size = { min: 0n, max: MAX_AMOUNT };

/** Returns the bounds of an exact size. */
export function exactly(size: bigint): Size {
  return { min: size, max: size };
}

/** Returns the sum, at most {@link MAX_AMOUNT}. */
export function add(...amounts: readonly bigint[]): bigint {
  return addAll(amounts);
}

/** Returns the sum of a list, at most {@link MAX_AMOUNT}. */
export function addAll(amounts: readonly bigint[]): bigint {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  return sum > MAX_AMOUNT ? MAX_AMOUNT : sum;
}

/** Returns the product, at most {@link MAX_AMOUNT}. */
export function multiply(a: bigint, b: bigint): bigint {
  const product = a * b;
  return product > MAX_AMOUNT ? MAX_AMOUNT : product;
}

/** Returns an amount times a floating-point factor, rounded up, at most {@link MAX_AMOUNT}. */
export function scale(amount: bigint, factor: number): bigint {
  const scaled = Math.ceil(Number(amount) * factor);
  return scaled >= TWO_TO_64 ? MAX_AMOUNT : BigInt(scaled);
}

/** Wraps an amount around at 64 bits, like the reference's plain `+`, `-` and `*`. */
export function wrapped(amount: bigint): bigint {
  return BigInt.asUintN(64, amount);
}

/** Returns the size of two values joined. */
export function addSizes(a: Size, b: Size): Size {
  return { min: add(a.min, b.min), max: add(a.max, b.max) };
}

/** Returns the total size of `a` values of size `b`. */
export function multiplySizes(a: Size, b: Size): Size {
  return { min: multiply(a.min, b.min), max: multiply(a.max, b.max) };
}

/** Returns the smallest range that contains both. */
export function union(a: Size, b: Size): Size {
  return { min: a.min < b.min ? a.min : b.min, max: a.max > b.max ? a.max : b.max };
}
