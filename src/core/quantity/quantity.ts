// Quantities of Kubernetes, exact: how they are read, compared, added and printed. Immutable. A quantity remembers how
// it was written and in which of two forms upstream holds it, since both show in its results.
// Source: k8s.io/apimachinery/pkg/api/resource v0.37.2.

import { type Json, NumberLiteral } from '../base/json.js';
import { ownText } from '../base/own-text.js';
import {
  type Amount,
  addAmounts,
  approximateFloat,
  compareAmounts,
  dropDigitsUp,
  exactInt64,
  multiplyAmount,
  order,
  scaledInt64,
  subtractAmounts,
  toUnbounded,
  unscaledAt,
} from './amount.js';
import { canonicalText } from './format.js';
import { MAX_QUANTITY_LENGTH, parseParts, QuantityError, type QuantityParts } from './parse.js';
import type { QuantityFormat } from './suffix.js';

export { MAX_DECIMAL_EXPONENT, MAX_QUANTITY_LENGTH, QuantityError, type QuantityErrorKind, withinLimit } from './parse.js';
export type { QuantityFormat } from './suffix.js';

const NANO = -9;
const MILLI = -3;

/** An exact amount, a multiple of 10^-9. */
export class Quantity {
  readonly format: QuantityFormat;
  /** The number in the form in which upstream holds it. */
  readonly amount: Amount;
  /** The text it was written with where upstream prints that again, otherwise empty. */
  readonly text: string;

  constructor(parts: QuantityParts) {
    this.amount = parts.amount;
    this.format = parts.format;
    this.text = parts.text;
  }

  /** An integer of 64 bits, as NewQuantity makes it. */
  static fromInt64(value: bigint, format: QuantityFormat): Quantity {
    return new Quantity({ amount: { unscaled: BigInt.asIntN(64, value), scale: 0, small: true }, format, text: '' });
  }

  /** Thousandths, an integer of 64 bits, as NewMilliQuantity makes it. */
  static fromMilli(value: bigint, format: QuantityFormat): Quantity {
    return new Quantity({ amount: { unscaled: BigInt.asIntN(64, value), scale: MILLI, small: true }, format, text: '' });
  }

  /** Billionths, any integer. */
  static fromNano(value: bigint): Quantity {
    return new Quantity({ amount: { unscaled: value, scale: NANO, small: false }, format: 'DecimalSI', text: '' });
  }

  /** The value times 10^9, exact. */
  get nano(): bigint {
    // Only a zero with more digits makes a scale below nano (0e-20 + 1), so nothing is rounded here.
    if (this.amount.scale < NANO) return dropDigitsUp(this.amount.unscaled, NANO - this.amount.scale).rounded;
    return unscaledAt(this.amount, NANO);
  }

  /** Compares by value: 1000m equals 1. */
  compare(other: Quantity): -1 | 0 | 1 {
    return compareAmounts(this.amount, other.amount);
  }

  /** Compares by value with an integer. */
  cmpInt64(value: bigint): -1 | 0 | 1 {
    return compareAmounts(this.amount, { unscaled: value, scale: 0, small: true });
  }

  /** The sum, in the format of this quantity, or of the other one if this is zero. */
  add(other: Quantity): Quantity {
    return new Quantity({ amount: addAmounts(this.amount, other.amount), format: this.#formatWith(other), text: '' });
  }

  /** The difference, in the format of this quantity, or of the other one if this is zero. */
  sub(other: Quantity): Quantity {
    return new Quantity({ amount: subtractAmounts(this.amount, other.amount), format: this.#formatWith(other), text: '' });
  }

  #formatWith(other: Quantity): QuantityFormat {
    return this.sign() === 0 ? other.format : this.format;
  }

  /** The quantity itself, or the next one away from zero that has thousandths at most (RoundUp to Milli). */
  roundUpToMilli(): Quantity {
    const { unscaled, scale, small } = this.amount;
    if (scale >= MILLI) return this;
    const rounded = dropDigitsUp(unscaled, MILLI - scale).rounded;
    return new Quantity({ amount: { unscaled: rounded, scale: MILLI, small }, format: this.format, text: '' });
  }

  /**
   * The quantity as those get it who read an object from an API server: it hands on the canonical form, which is read anew. So `1.5Gi`, which is
   * held in the unbounded form, comes as `1536Mi`.
   */
  handedOn(): Quantity {
    if (this.amount.small || this.text !== '') return this;
    const text = canonicalText(this.amount, this.format);
    return text.length > MAX_QUANTITY_LENGTH ? this : new Quantity(parseParts(text));
  }

  /** The product with an integer, in the int64 form where it fits (Mul). */
  mul(factor: bigint): Quantity {
    return new Quantity({ amount: multiplyAmount(this.amount, factor), format: this.format, text: '' });
  }

  /** The product with another quantity, exact and in the unbounded form. */
  times(other: Quantity): Quantity {
    const [left, right] = [this.amount, other.amount];
    const amount = { unscaled: left.unscaled * right.unscaled, scale: left.scale + right.scale, small: false };
    return new Quantity({ amount, format: this.format, text: '' });
  }

  sign(): -1 | 0 | 1 {
    return order(this.amount.unscaled, 0n);
  }

  /**
   * The value as an int64, fractions rounded up (Value). Wrong as upstream where it does not fit: 0 (1e19) or wrapped
   * around (9223372036854775808); and negative fractions of the unbounded form are one too great (-0.1Ki is -101).
   */
  value(): bigint {
    return scaledInt64(this.amount, 0);
  }

  /** The value times 1000 as an int64, otherwise like {@link value} (MilliValue). */
  milliValue(): bigint {
    return scaledInt64(this.amount, MILLI);
  }

  /**
   * The value as an int64 where upstream can give it without effort (AsInt64): undefined for anything written with a
   * fraction (`1.0`, `1000m`), held in the unbounded form, or too great. CEL's isInteger and asInteger are this.
   */
  asInt64(): bigint | undefined {
    return exactInt64(this.amount);
  }

  /** The nearest double or one close to it (AsApproximateFloat64); infinite or NaN far outside of the range. */
  asApproximateFloat(): number {
    return approximateFloat(this.amount);
  }

  /**
   * Go's == on two Quantity structs that were not copied from each other: number, scale, format and stored text must be the same,
   * so 7 differs from 7000m, and from a 7 that was computed. Quantities in the unbounded form are never equal, since
   * == checks a pointer there, and DeepCopy makes a new one.
   */
  representationEquals(other: Quantity): boolean {
    return (
      this.amount.small &&
      other.amount.small &&
      this.amount.unscaled === other.amount.unscaled &&
      this.amount.scale === other.amount.scale &&
      this.format === other.format &&
      this.text === other.text
    );
  }

  /**
   * Makes the quantity that Go's Cmp leaves behind where it is called on this one: compared with one in the unbounded form, it changes to
   * that form in place. The value stays, but asInt64 and representationEquals answer differently from then on.
   */
  afterCompare(other: Quantity): Quantity {
    if (!this.amount.small || other.amount.small) return this;
    return new Quantity({ amount: toUnbounded(this.amount), format: this.format, text: this.text });
  }

  /** Canonical form, as Quantity.String() in apimachinery: the text as written where that keeps it (`+1`, `1025Ki`). */
  toString(): string {
    return this.text === '' ? canonicalText(this.amount, this.format) : this.text;
  }

  /** JSON has the canonical form, as a string. */
  toJSON(): string {
    return this.toString();
  }
}

/**
 * Parses a quantity as ParseQuantity does, white space being an error. Throws QuantityError with a message for people.
 * Rounded up to nano; binary suffixes are capped at 2^63-1. Two limits are ours: MAX_QUANTITY_LENGTH characters, and
 * exponents between -MAX_DECIMAL_EXPONENT and MAX_DECIMAL_EXPONENT.
 */
export function parseQuantity(text: string): Quantity {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  if (text.length > LONGEST_KEPT) return new Quantity(parseParts(text));
  const own = ownText(text);
  const quantity = new Quantity(parseParts(own));
  if (parsed.size === MOST_KEPT) parsed.clear();
  parsed.set(own, quantity);
  return quantity;
}

/** Devices have few quantities that differ: each is parsed once, and stored once. */
const parsed = new Map<string, Quantity>();
const MOST_KEPT = 1024;
const LONGEST_KEPT = 32;

/** Returns whether the text is a quantity, as CEL's isQuantity says. */
export function isQuantity(text: string): boolean {
  try {
    parseParts(text);
    return true;
  } catch (error) {
    if (error instanceof QuantityError) return false;
    throw error;
  }
}

/**
 * Reads a quantity from a JSON value as the API server does: a string with spaces around it ignored, or a number.
 * Throws QuantityError for anything else and for texts that are no quantity.
 */
export function quantityFromJson(value: Json): Quantity {
  if (typeof value === 'string') return parseQuantity(trimSpace(value));
  if (typeof value === 'number' || typeof value === 'bigint') return parseQuantity(value.toString());
  if (value instanceof NumberLiteral) return parseQuantity(value.text);
  throw new QuantityError('format', 'a quantity must be a string or a number');
}

/** Go's TrimSpace, except for control characters: JSON has them escaped, and the API server reads quantities before escapes are undone. */
function trimSpace(text: string): string {
  const space = ' \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
  let start = 0;
  let end = text.length;
  while (start < end && space.includes(text.charAt(start))) start++;
  while (end > start && space.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
