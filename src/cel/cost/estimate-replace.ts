// Estimates the size of `text.replace(old, new)`. Source: k8s.io/apiserver pkg/cel/library/cost.go, EstimateCallCost.

import { addSizes, MAX_AMOUNT, multiplySizes, type Size, scale } from './estimate-amounts.js';

/** Returns the size of a text in which `old` is replaced by `by`. */
export function replacedSize(text: Size, old: Size, by: Size): Size {
  const longest = longestResult(text.max, old.min, by.max);
  const shortest = shortestResult(text.min, old.max, by.min);
  const times: Size = { min: shortest.times, max: longest.times };
  return addSizes(multiplySizes(times, by), { min: shortest.remainingLength, max: longest.remainingLength });
}

/** The number of insertions, and the number of characters of the text that remain. */
interface Replacement {
  readonly times: bigint;
  readonly remainingLength: bigint;
}

/** Replaces the shortest parts with the longest text. An empty part occurs around every character. */
function longestResult(text: bigint, old: bigint, by: bigint): Replacement {
  if (old === 0n) return { times: oneMore(text), remainingLength: text };
  return by <= old ? { times: 0n, remainingLength: text } : { times: quotient(text, old), remainingLength: 0n };
}

/** Replaces the longest parts with the shortest text. */
function shortestResult(text: bigint, old: bigint, by: bigint): Replacement {
  if (old === 0n) return { times: oneMore(text), remainingLength: text };
  return old <= by ? { times: 0n, remainingLength: text } : { times: quotient(text, old), remainingLength: 0n };
}

const oneMore = (amount: bigint): bigint => (amount < MAX_AMOUNT ? amount + 1n : amount);

/** Divides in floating point and rounds up. */
function quotient(amount: bigint, divisor: bigint): bigint {
  return scale(amount, 1 / Number(divisor));
}
