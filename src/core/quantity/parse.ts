// Parses the text of a quantity by a scan from left to right, linear in its length. The grammar is what the API server's scanner accepts,
// which is more than its documentation allows (`+`, `Ki` and `.` are zero).
// Source: ParseQuantity and parseQuantityString in k8s.io/apimachinery/pkg/api/resource quantity.go.

import { inInt64, MAX_INT64 } from '../base/integers.js';
import { shorten } from '../base/words.js';
import { type Amount, dropDigitsUp, powerOfTen } from './amount.js';
import { namedSuffix, type QuantityFormat, type Suffix, similarSuffix } from './suffix.js';

/** The longest text that is read. Upstream has no such limit. */
export const MAX_QUANTITY_LENGTH = 10_000;
/** The greatest decimal exponent; its negative is the least. Upstream accepts 32 bits, and comparing 1e999999999 needs gigabytes. */
export const MAX_DECIMAL_EXPONENT = 10_000;

const EXPONENT = /[eE][+-]?[0-9]+$/;

/** Returns a text with its exponent limited to the supported range. */
export function withinLimit(text: string): string {
  return text.replace(EXPONENT, (exponent) => {
    const value = BigInt.asIntN(32, BigInt(exponent.slice(1).replace('+', '')));
    return `e${value < 0n ? -MAX_DECIMAL_EXPONENT : MAX_DECIMAL_EXPONENT}`;
  });
}

/** The invalid part of a quantity: its form, its digits, its suffix, or a limit of this library. */
export type QuantityErrorKind = 'format' | 'numeric' | 'suffix' | 'limit';

/**
 * Thrown for a text that is not a quantity. The message begins with the words of the API server. It is not an Error, because a
 * selector may throw a million of them (`isQuantity`), and a stack trace takes 3 of 3.4 us.
 */
export class QuantityError {
  readonly kind: QuantityErrorKind;
  readonly message: string;

  constructor(kind: QuantityErrorKind, message: string) {
    this.kind = kind;
    this.message = message;
  }
}

/** The result of parsing. `text` is the printed form of the quantity if upstream keeps the source text, else empty. */
export interface QuantityParts {
  readonly amount: Amount;
  readonly format: QuantityFormat;
  readonly text: string;
}

interface Scanned {
  readonly negative: boolean;
  /** The digits before the point without leading zeros; `0` if no digits are left. */
  readonly integer: string;
  readonly fraction: string;
  readonly hasDigits: boolean;
  readonly suffix: string;
}

const NANO = -9;
const INT64_DIGITS = 18;
const FORMAT_MESSAGE = "quantities must match the regular expression '^([+-]?[0-9.]+)([eEinumkKMGTP]*[-+]?[0-9]*)$'";

/** Parses a quantity. Throws QuantityError. */
export function parseParts(text: string): QuantityParts {
  if (text.length > MAX_QUANTITY_LENGTH) {
    throw new QuantityError('limit', `quantity has ${text.length} characters, more than the limit of ${MAX_QUANTITY_LENGTH}`);
  }
  if (text === '0') return { amount: { unscaled: 0n, scale: 0, small: true }, format: 'DecimalSI', text };
  const scanned = scan(text);
  const suffix = interpretSuffix(scanned.suffix);
  const scale = smallScale(scanned, suffix);
  return scale === undefined ? unboundedParts(scanned, suffix) : smallParts(text, scanned, suffix, scale);
}

function scan(text: string): Scanned {
  const signEnd = skip(text, 0, '+-', 1);
  const zerosEnd = skip(text, signEnd, '0');
  const integerEnd = skip(text, zerosEnd, '0123456789');
  const fractionStart = text[integerEnd] === '.' ? integerEnd + 1 : integerEnd;
  const fractionEnd = fractionStart > integerEnd ? skip(text, fractionStart, '0123456789') : integerEnd;
  const lettersEnd = skip(text, fractionEnd, 'eEinumkKMGTP');
  const end = skip(text, skip(text, lettersEnd, '+-', 1), '0123456789');
  if (text === '' || end < text.length) throw new QuantityError('format', `${FORMAT_MESSAGE}, not ${quote(text)}`);
  return {
    negative: text[0] === '-',
    integer: text.slice(zerosEnd, integerEnd) || '0',
    fraction: text.slice(fractionStart, fractionEnd),
    hasDigits: integerEnd > signEnd || fractionEnd > fractionStart,
    suffix: text.slice(fractionEnd),
  };
}

/** Returns the end of the run of `allowed` characters that begins at `start`. */
function skip(text: string, start: number, allowed: string, most = text.length): number {
  const limit = Math.min(text.length, start + most);
  let position = start;
  while (position < limit && allowed.includes(text.charAt(position))) position++;
  return position;
}

function interpretSuffix(text: string): Suffix {
  const named = namedSuffix(text);
  if (named !== undefined) return named;
  if (/^[eE][+-]?[0-9]+$/.test(text)) {
    const exponent = BigInt(text.slice(text[1] === '+' || text[1] === '-' ? 2 : 1)) * (text[1] === '-' ? -1n : 1n);
    // Upstream reads 64 bits and uses 32 of them.
    if (inInt64(exponent)) return decimalExponent(BigInt.asIntN(32, exponent));
  }
  const similar = similarSuffix(text);
  const suffixHint = 'expected n, u, m, k, M, G, T, P, E, Ki, Mi, Gi, Ti, Pi, Ei or an exponent such as e3';
  const hint = similar === undefined ? suffixHint : `did you mean ${similar}?`;
  throw new QuantityError('suffix', `unable to parse quantity's suffix: ${quote(text)} (${hint})`);
}

function decimalExponent(exponent: bigint): Suffix {
  if (exponent > BigInt(MAX_DECIMAL_EXPONENT) || exponent < -BigInt(MAX_DECIMAL_EXPONENT)) {
    throw new QuantityError('limit', `exponent ${exponent} of a quantity exceeds the limit of ${MAX_DECIMAL_EXPONENT}`);
  }
  return { base: 10, exponent: Number(exponent), format: 'DecimalExponent' };
}

/** Returns the scale of the int64 form; undefined where upstream uses the unbounded form. */
function smallScale({ integer, fraction }: Scanned, suffix: Suffix): number | undefined {
  if (suffix.base === 2) {
    // A binary suffix has about three decimal digits for every ten bits.
    return fraction === '' && integer.length <= 14 - (suffix.exponent * 3) / 10 ? 0 : undefined;
  }
  const scale = suffix.exponent - fraction.length;
  return integer.length + fraction.length <= INT64_DIGITS && scale >= NANO ? scale : undefined;
}

function smallParts(text: string, { negative, integer, fraction }: Scanned, suffix: Suffix, scale: number): QuantityParts {
  const digits = integer + fraction;
  const value = BigInt(digits);
  const product = suffix.base === 2 ? value << BigInt(suffix.exponent) : value;
  // Upstream prints the source text again where it considers it canonical. It ignores signs, zeros and points, so +1 is printed
  // as +1.
  const keepsText = suffix.base === 2 ? (value & 7n) !== 0n : scale % 3 === 0 && !digits.endsWith('000') && !digits.startsWith('0');
  return {
    amount: { unscaled: negative ? -product : product, scale, small: true },
    format: suffix.format,
    text: keepsText ? text : '',
  };
}

function unboundedParts({ negative, integer, fraction, hasDigits }: Scanned, suffix: Suffix): QuantityParts {
  if (!hasDigits) throw new QuantityError('numeric', 'unable to parse numeric part of quantity: it has no digits');
  const digits = BigInt(integer + fraction);
  const exact = suffix.base === 2 ? digits << BigInt(suffix.exponent) : digits;
  const scale = (suffix.base === 2 ? 0 : suffix.exponent) - fraction.length;
  const rounded = atNano(exact, scale);
  const binary = suffix.format === 'BinarySI';
  const capped = binary && rounded.unscaled > MAX_INT64 * powerOfTen(-NANO) ? { unscaled: MAX_INT64, scale: 0 } : rounded;
  const belowOne = capped.scale === NANO && capped.unscaled > 0n && capped.unscaled < powerOfTen(-NANO);
  return {
    amount: { unscaled: negative ? -capped.unscaled : capped.unscaled, scale: capped.scale, small: false },
    format: binary && belowOne ? 'DecimalSI' : suffix.format,
    text: '',
  };
}

/** Returns the least multiple of nano that is not below the number. Zero keeps its scale. */
function atNano(unscaled: bigint, scale: number): { unscaled: bigint; scale: number } {
  if (unscaled === 0n) return { unscaled, scale };
  if (scale < NANO) return { unscaled: dropDigitsUp(unscaled, NANO - scale).rounded, scale: NANO };
  return { unscaled: unscaled * powerOfTen(scale - NANO), scale: NANO };
}

/** Returns the beginning of a text in quotes. */
function quote(text: string): string {
  return JSON.stringify(shorten(text, 40));
}
