// Integers of 64 bits, as in Kubernetes and Go, in bigint.

export const MAX_INT64 = 2n ** 63n - 1n;
export const MIN_INT64 = -(2n ** 63n);
export const MAX_UINT64 = 2n ** 64n - 1n;

/** Returns whether an integer fits into an int64. */
export function inInt64(value: bigint): boolean {
  return value <= MAX_INT64 && value >= MIN_INT64;
}

/** Returns whether an integer fits into a uint64. */
export function inUint64(value: bigint): boolean {
  return value >= 0n && value <= MAX_UINT64;
}

/** Digits of the greatest int64. */
const INT64_DIGITS = 19;

/** Parses an int64 like Go's strconv. Returns the kind of the error for an invalid text. */
export function parseInt64(text: string): bigint | 'syntax' | 'range' {
  if (!/^[+-]?[0-9]+$/.test(text)) return 'syntax';
  const digits = text.replace(/^[+-]?0*/, '');
  if (digits.length > INT64_DIGITS) return 'range';
  const value = text.startsWith('-') ? -BigInt(digits) : BigInt(digits);
  return inInt64(value) ? value : 'range';
}

/** Returns an integer for JSON: a bigint only where a number would be inexact. */
export function jsonInteger(value: bigint): number | bigint {
  const number = Number(value);
  return Number.isSafeInteger(number) ? number : value;
}
