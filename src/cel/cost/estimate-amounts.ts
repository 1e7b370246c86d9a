// Costs and sizes of the worst-case estimate: unsigned integers of 64 bits that saturate, and ranges of them.
// Source: cel-go checker/cost.go, SizeEstimate and CostEstimate.

import { MAX_UINT64 } from '../../core/base/integers.js';

/** The greatest amount, which also stands for "unknown". */
export const MAX_AMOUNT = MAX_UINT64;

const TWO_TO_64 = 2 ** 64;

/** Bounds of the size of a string, list or map, in characters, items or entries. */
export interface Size {
  readonly min: bigint;
  readonly max: bigint;
}

/** The size of which nothing is known. */
export const UNKNOWN_SIZE: Size = { min: 0n, max: MAX_AMOUNT };

/** A size that is known. */
export function exactly(size: bigint): Size {
  return { min: size, max: size };
}

/** The sum, at most {@link MAX_AMOUNT}. */
export function add(...amounts: readonly bigint[]): bigint {
  return addAll(amounts);
}

/** The sum of a list, at most {@link MAX_AMOUNT}. */
export function addAll(amounts: readonly bigint[]): bigint {
  const sum = amounts.reduce((total, amount) => total + amount, 0n);
  return sum > MAX_AMOUNT ? MAX_AMOUNT : sum;
}

/** The product, at most {@link MAX_AMOUNT}. */
export function multiply(a: bigint, b: bigint): bigint {
  const product = a * b;
  return product > MAX_AMOUNT ? MAX_AMOUNT : product;
}

/** The amount times a factor in floating point, rounded up, at most {@link MAX_AMOUNT}. */
export function scale(amount: bigint, factor: number): bigint {
  const scaled = Math.ceil(Number(amount) * factor);
  return scaled >= TWO_TO_64 ? MAX_AMOUNT : BigInt(scaled);
}

/** Wraps an amount around at 64 bits, as the reference's plain `+`, `-` and `*` do. */
export function wrapped(amount: bigint): bigint {
  return BigInt.asUintN(64, amount);
}

/** The size of two things joined. */
export function addSizes(a: Size, b: Size): Size {
  return { min: add(a.min, b.min), max: add(a.max, b.max) };
}

/** The size of as many things of size `b` as `a` says. */
export function multiplySizes(a: Size, b: Size): Size {
  return { min: multiply(a.min, b.min), max: multiply(a.max, b.max) };
}

/** The range that holds both. */
export function union(a: Size, b: Size): Size {
  return { min: a.min < b.min ? a.min : b.min, max: a.max > b.max ? a.max : b.max };
}
