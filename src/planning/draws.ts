// Draws random numbers from distributions, identically on every machine. The code uses only additions, multiplications and
// divisions, because their rounding is standardized. The rounding of Math.log is not.

import type { Random } from '../core/base/random.js';

/** The limit of `Random.below` here. */
const RESOLUTION = 2 ** 32;

const LN_2 = Math.LN2;

/** Returns a number from 0 to below 1. */
export function fraction(random: Random): number {
  return random.below(RESOLUTION) / RESOLUTION;
}

/** Returns a time from the exponential distribution with this mean. */
export function exponential(random: Random, mean: number): number {
  return -mean * naturalLog((random.below(RESOLUTION) + 1) / RESOLUTION);
}

/** Returns a number from a uniform distribution. */
export function uniform(random: Random, from: number, to: number): number {
  return from + (to - from) * fraction(random);
}

/** Returns the natural logarithm of a number above 0 and at most 1, to within a few units in the last place. */
export function naturalLog(value: number): number {
  let rest = value;
  let halvings = 0;
  // Multiplying by 2 is exact.
  for (; rest < 0.75; halvings++) rest *= 2;
  // The series of the area hyperbolic tangent: ln x = 2 (s + s^3/3 + s^5/5 + ...), s = (x - 1) / (x + 1), which is at most 1/5 here.
  const s = (rest - 1) / (rest + 1);
  const square = s * s;
  let sum = 0;
  for (let exponent = 25; exponent >= 1; exponent -= 2) sum = sum * square + 1 / exponent;
  return 2 * s * sum - halvings * LN_2;
}
