// Converts doubles to exact decimal digits: JavaScript rounds halves up,
// while Go rounds them to even, and JavaScript stops after 100 digits.

/** The digits of a number: 0.d1d2d3... times ten to the `exponent`, without leading and trailing zeros. Zero has no digits. */
export interface Digits {
  readonly digits: string;
  readonly exponent: number;
}

const NO_DIGITS: Digits = { digits: '', exponent: 0 };
/** No double has more fraction digits. */
const MOST_FRACTION_DIGITS = 1_074;

/** Returns the digits of a finite number without its sign, rounded to a number of fraction digits; halves go to the even digit. */
export function fractionRounded(value: number, places: number): Digits {
  return rounded(value, Math.min(places, MOST_FRACTION_DIGITS));
}

/** Rounds to a number of significant digits, at least 1. */
export function significantRounded(value: number, count: number): Digits {
  if (value === 0) return NO_DIGITS;
  // The magnitude before rounding. If rounding reaches the next power of ten, the digits after the first are zeros.
  return rounded(value, count - shortestDigits(value).exponent);
}

/** Returns the fewest digits that parse as the same number. */
export function shortestDigits(value: number): Digits {
  const [mantissa = '', exponent = ''] = Math.abs(value).toExponential().split('e');
  return value === 0 ? NO_DIGITS : { digits: mantissa.replace('.', ''), exponent: Number(exponent) + 1 };
}

function rounded(value: number, places: number): Digits {
  const { mantissa, exponent } = binary(value);
  const numerator = mantissa * 2n ** BigInt(Math.max(exponent, 0)) * 10n ** BigInt(Math.max(places, 0));
  const denominator = 2n ** BigInt(Math.max(-exponent, 0)) * 10n ** BigInt(Math.max(-places, 0));
  return trimmed(String(divideRounded(numerator, denominator)), places);
}

/** Prints a finite number with the fewest digits that parse as the same number, never with an exponent. */
export function decimalText(value: number): string {
  const text = String(value);
  if (!text.includes('e')) return text;
  const [, sign = '', digits = '', exponent = ''] = /^(-?)([0-9.]+)e([+-][0-9]+)$/.exec(text) ?? [];
  const bare = digits.replace('.', '');
  const point = digits.indexOf('.') === -1 ? digits.length : digits.indexOf('.');
  const end = point + Number(exponent);
  if (end <= 0) return `${sign}0.${'0'.repeat(-end)}${bare}`;
  return sign + bare.padEnd(end, '0');
}

function trimmed(digits: string, places: number): Digits {
  if (/^0*$/.test(digits)) return NO_DIGITS;
  const bare = digits.replace(/^0+/, '');
  let end = bare.length;
  while (bare[end - 1] === '0') end -= 1;
  return { digits: bare.slice(0, end), exponent: bare.length - places };
}

/** Returns a finite number without its sign as mantissa * 2^exponent. */
function binary(value: number): { readonly mantissa: bigint; readonly exponent: number } {
  const view = new DataView(new ArrayBuffer(8));
  view.setFloat64(0, value);
  const bits = view.getBigUint64(0) & 0x7fff_ffff_ffff_ffffn;
  const biased = Number(bits >> 52n);
  const fraction = bits & 0xf_ffff_ffff_ffffn;
  return biased === 0 ? { mantissa: fraction, exponent: -1_074 } : { mantissa: fraction | (1n << 52n), exponent: biased - 1_075 };
}

/** Returns the quotient of two non-negative numbers; halves round to even. */
export function divideRounded(value: bigint, by: bigint): bigint {
  const quotient = value / by;
  const twice = (value % by) * 2n;
  if (twice < by || (twice === by && quotient % 2n === 0n)) return quotient;
  return quotient + 1n;
}
