// The number in a quantity, in one of the two forms of apimachinery: an int64 times a power of ten, or an unbounded decimal. Both are
// exact, but the form is visible in value(), asInt64() and equality of representations.
// Source: k8s.io/apimachinery/pkg/api/resource amount.go, math.go, scale_int.go.

import { inInt64, MAX_INT64, MIN_INT64 } from '../base/integers.js';

/** `unscaled` times 10^`scale`. */
export interface Amount {
  readonly unscaled: bigint;
  readonly scale: number;
  /** True for the int64 form (int64Amount), false for the unbounded one (inf.Dec). */
  readonly small: boolean;
}

/** 10^19 is above the greatest int64. */
const MAX_INT64_POWER = 18;
/** The powers that positiveScaleInt64 multiplies in one step. */
const ONE_STEP_POWERS: readonly number[] = [1, 2, 3, 6, 9];
const POWERS_OF_TEN: readonly bigint[] = Array.from({ length: 64 }, (_, power) => 10n ** BigInt(power));

/** 10^(64 times the index), computed on first use. Exponents are bounded, so at most about 300 entries of a few kilobytes. */
const GREAT_POWERS: bigint[] = [1n];

/**
 * Returns 10^`power`, for `power` >= 0, in time linear in the size of the result. 1e10000 is short, and a list of such texts
 * must not block the process.
 */
export function powerOfTen(power: number): bigint {
  const fine = POWERS_OF_TEN[power % 64] ?? 1n;
  const index = Math.floor(power / 64);
  if (index === 0) return fine;
  let great = GREAT_POWERS.at(-1) ?? 1n;
  while (GREAT_POWERS.length <= index) {
    great *= 10n ** 64n;
    GREAT_POWERS.push(great);
  }
  return (GREAT_POWERS[index] ?? 1n) * fine;
}

/** Returns -1, 0 or 1 for two ordered values. */
export function order<T extends bigint | number>(a: T, b: T): -1 | 0 | 1 {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Returns the amount in the unbounded form. */
export function toUnbounded(a: Amount): Amount {
  return a.small ? { unscaled: a.unscaled, scale: a.scale, small: false } : a;
}

/** Returns the unscaled number of `a` at a scale that is not above the scale of `a`. */
export function unscaledAt(a: Amount, scale: number): bigint {
  return a.scale === scale ? a.unscaled : a.unscaled * powerOfTen(a.scale - scale);
}

/** Divides by 10^`digits` and rounds away from zero. Linear in the size of `value`, however large `digits` is. */
export function dropDigitsUp(value: bigint, digits: number): { readonly rounded: bigint; readonly exact: boolean } {
  if (value === 0n || digits === 0) return { rounded: value, exact: true };
  if (digits <= MAX_INT64_POWER) {
    const divisor = powerOfTen(digits);
    const truncated = value / divisor;
    const exact = truncated * divisor === value;
    return { rounded: exact ? truncated : truncated + (value < 0n ? -1n : 1n), exact };
  }
  // Division by a greater power of ten is not linear; cutting the text nearly is.
  const text = (value < 0n ? -value : value).toString();
  const cut = Math.max(0, text.length - digits);
  let lastNonZero = text.length - 1;
  while (text[lastNonZero] === '0') lastNonZero--;
  const exact = lastNonZero < cut;
  const magnitude = BigInt(text.slice(0, cut)) + (exact ? 0n : 1n);
  return { rounded: value < 0n ? -magnitude : magnitude, exact };
}

/** Compares two amounts by value. */
export function compareAmounts(a: Amount, b: Amount): -1 | 0 | 1 {
  if (a.scale === b.scale) return order(a.unscaled, b.unscaled);
  const signs = order(a.unscaled, 0n) - order(b.unscaled, 0n);
  if (signs !== 0) return signs < 0 ? -1 : 1;
  if (a.unscaled === 0n) return 0;
  if (Math.abs(a.scale - b.scale) >= POWERS_OF_TEN.length) {
    // The numbers of digits often decide the comparison, as for 1e10000 and 1. Computing the power of ten would cost more than
    // reading the text.
    const byLength = order(integerDigits(a), integerDigits(b));
    if (byLength !== 0) return a.unscaled < 0n === byLength > 0 ? -1 : 1;
  }
  const scale = Math.min(a.scale, b.scale);
  return order(unscaledAt(a, scale), unscaledAt(b, scale));
}

/** Returns the number of digits before the decimal point of a nonzero number; negative for zeros directly after the point. */
function integerDigits(a: Amount): number {
  const text = a.unscaled.toString();
  return (a.unscaled < 0n ? text.length - 1 : text.length) + a.scale;
}

/** Returns a + b, in the int64 form if both are and the sum fits at the finer of the two scales. */
export function addAmounts(a: Amount, b: Amount): Amount {
  return (a.small && b.small ? addSmall(a, b) : undefined) ?? addUnbounded(a, b.unscaled, b.scale);
}

/** Returns a - b. In the int64 form, the negative of the least int64 is the same number, as in Kubernetes. */
export function subtractAmounts(a: Amount, b: Amount): Amount {
  const negative = { unscaled: BigInt.asIntN(64, -b.unscaled), scale: b.scale, small: true };
  return (a.small && b.small ? addSmall(a, negative) : undefined) ?? addUnbounded(a, -b.unscaled, b.scale);
}

function addSmall(a: Amount, b: Amount): Amount | undefined {
  if (b.unscaled === 0n) return a;
  if (a.unscaled === 0n) return b;
  const scale = Math.min(a.scale, b.scale);
  const left = scaleUp(a.unscaled, a.scale - scale);
  const right = scaleUp(b.unscaled, b.scale - scale);
  if (left === undefined || right === undefined || !inInt64(left + right)) return undefined;
  return { unscaled: left + right, scale, small: true };
}

function addUnbounded(a: Amount, unscaled: bigint, bScale: number): Amount {
  const scale = Math.min(a.scale, bScale);
  return { unscaled: unscaledAt(a, scale) + unscaled * powerOfTen(bScale - scale), scale, small: false };
}

/** Returns `a` times an int64. The int64 form remains if the product fits and has no digits after the point (Mul). */
export function multiplyAmount(a: Amount, factor: bigint): Amount {
  if (a.unscaled === 0n) return a;
  if (factor === 0n) return { unscaled: 0n, scale: 0, small: a.small };
  const unscaled = a.unscaled * factor;
  const isExact = a.scale >= 0 ? scaleUp(unscaled, a.scale) !== undefined : dropDigitsUp(unscaled, -a.scale).exact;
  return { unscaled, scale: a.scale, small: a.small && inInt64(unscaled) && isExact };
}

/** Returns `value` times 10^`power` if it fits an int64 (positiveScaleInt64). */
function scaleUp(value: bigint, power: number): bigint | undefined {
  if (value === 0n) return 0n;
  if (power > MAX_INT64_POWER) return undefined;
  const product = value * powerOfTen(power);
  return inInt64(product) ? product : undefined;
}

/** Returns the amount as an int64 if it is in the int64 form, has no digits after the point, and fits (int64Amount.AsInt64). */
export function exactInt64(a: Amount): bigint | undefined {
  if (!a.small || a.scale < 0) return undefined;
  return scaleUp(a.unscaled, a.scale);
}

/**
 * Returns the amount in units of 10^`scale` as an int64 (ScaledValue), with fractions rounded away from zero. For negative fractions of
 * the unbounded form upstream adds one to the truncated (or floored) quotient. A value that does not fit becomes 0 or wraps around; the
 * int64 form wraps only for powers of ten that upstream multiplies in one step.
 */
export function scaledInt64(a: Amount, scale: number): bigint {
  if (!a.small) return scaledUnbounded(a, scale);
  if (a.scale < scale) return dropDigitsUp(a.unscaled, scale - a.scale).rounded;
  const power = a.scale - scale;
  const wraps = ONE_STEP_POWERS.includes(power) && a.unscaled !== MIN_INT64;
  return scaleUp(a.unscaled, power) ?? (wraps ? BigInt.asIntN(64, a.unscaled * powerOfTen(power)) : 0n);
}

function scaledUnbounded(a: Amount, scale: number): bigint {
  const low = BigInt.asIntN(64, a.unscaled);
  const power = a.scale - scale;
  if (power === 0) return low;
  // Go on amd64 converts a float beyond int64 to the lowest int64, so this value is used for the factors 10^19 and above.
  if (power > 0) return BigInt.asIntN(64, low * (power > MAX_INT64_POWER ? MIN_INT64 : powerOfTen(power)));
  if (a.unscaled < MAX_INT64 && -power <= MAX_INT64_POWER) {
    const divisor = powerOfTen(-power);
    return low % divisor === 0n ? low / divisor : low / divisor + 1n;
  }
  // Far below zero, upstream floors and adds one; far above zero, it truncates and adds one.
  const { rounded, exact } = dropDigitsUp(a.unscaled, -power);
  return BigInt.asIntN(64, a.unscaled < 0n && !exact ? rounded + 1n : rounded);
}

/** Returns an approximation as Kubernetes computes it (AsApproximateFloat64): infinite or NaN beyond the range of a double. */
export function approximateFloat(a: Amount): number {
  const base = Number(a.unscaled);
  return a.scale === 0 ? base : base * goPowerOfTen(a.scale);
}

/** Follows Go's math.Pow10, which multiplies two table entries and so does not always return the nearest double. */
function goPowerOfTen(power: number): number {
  if (power < -323) return 0;
  if (power > 308) return Infinity;
  const magnitude = Math.abs(power);
  const fine = Number(`1e${magnitude % 32}`);
  const coarse = magnitude - (magnitude % 32);
  return power < 0 ? Number(`1e-${coarse}`) / fine : Number(`1e${coarse}`) * fine;
}
