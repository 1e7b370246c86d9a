// Immutable, exact Kubernetes quantities: reading, comparing, adding and printing. A quantity stores its source text and its form upstream,
// since both affect results. Source: k8s.io/apimachinery/pkg/api/resource v0.37.2.

import { copyText } from '../base/copy-text.js';
import { type Json, NumberLiteral } from '../base/json.js';
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
  /** The number in its upstream form. */
  readonly amount: Amount;
  /** The source text if upstream prints it again, else empty. */
  readonly text: string;

  constructor(parts: QuantityParts) {
    this.amount = parts.amount;
    this.format = parts.format;
    this.text = parts.text;
  }

  /** Makes a quantity of a 64-bit integer, like NewQuantity. */
  static fromInt64(value: bigint, format: QuantityFormat): Quantity {
    return new Quantity({ amount: { unscaled: BigInt.asIntN(64, value), scale: 0, small: true }, format, text: '' });
  }

  /** Makes a quantity of thousandths, a 64-bit integer, like NewMilliQuantity. */
  static fromMilli(value: bigint, format: QuantityFormat): Quantity {
    return new Quantity({ amount: { unscaled: BigInt.asIntN(64, value), scale: MILLI, small: true }, format, text: '' });
  }

  /** Makes a quantity of billionths, any integer. */
  static fromNano(value: bigint): Quantity {
    return new Quantity({ amount: { unscaled: value, scale: NANO, small: false }, format: 'DecimalSI', text: '' });
  }

  /** The value times 10^9, exact. */
  get nano(): bigint {
    // Only a zero can have a scale below nano (0e-20 + 1), so no other value is rounded.
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

  /** Returns the sum, in the format of this quantity, or of the other one if this is zero. */
  add(other: Quantity): Quantity {
    return new Quantity({ amount: addAmounts(this.amount, other.amount), format: this.#formatWith(other), text: '' });
  }

  /** Returns the difference, in the format of this quantity, or of the other one if this is zero. */
  sub(other: Quantity): Quantity {
    return new Quantity({ amount: subtractAmounts(this.amount, other.amount), format: this.#formatWith(other), text: '' });
  }

  #formatWith(other: Quantity): QuantityFormat {
    return this.sign() === 0 ? other.format : this.format;
  }

  /** Returns the quantity, rounded away from zero to thousandths if it has finer digits (RoundUp to Milli). */
  roundUpToMilli(): Quantity {
    const { unscaled, scale, small } = this.amount;
    if (scale >= MILLI) return this;
    const rounded = dropDigitsUp(unscaled, MILLI - scale).rounded;
    return new Quantity({ amount: { unscaled: rounded, scale: MILLI, small }, format: this.format, text: '' });
  }

  /**
   * Returns the quantity as clients of the API server receive it: the server sends the canonical form, which clients parse again. So
   * `1.5Gi`, in the unbounded form, arrives as `1536Mi`.
   */
  handedOn(): Quantity {
    if (this.amount.small || this.text !== '') return this;
    const text = canonicalText(this.amount, this.format);
    return text.length > MAX_QUANTITY_LENGTH ? this : new Quantity(parseParts(text));
  }

  /** Returns the product with an integer, in the int64 form where it fits (Mul). */
  mul(factor: bigint): Quantity {
    return new Quantity({ amount: multiplyAmount(this.amount, factor), format: this.format, text: '' });
  }

  /** Returns the exact product with another quantity, in the unbounded form. */
  times(other: Quantity): Quantity {
    const [left, right] = [this.amount, other.amount];
    const amount = { unscaled: left.unscaled * right.unscaled, scale: left.scale + right.scale, small: false };
    return new Quantity({ amount, format: this.format, text: '' });
  }

  sign(): -1 | 0 | 1 {
    return order(this.amount.unscaled, 0n);
  }

  /**
   * Returns the value as an int64, fractions rounded up (Value). As in Kubernetes, it is wrong for values that do not fit: 0 (1e19) or wrapped
   * around (9223372036854775808). Negative fractions of the unbounded form are one too great (-0.1Ki is -101).
   */
  value(): bigint {
    return scaledInt64(this.amount, 0);
  }

  /** Returns the value times 1000 as an int64, otherwise like {@link value} (MilliValue). */
  milliValue(): bigint {
    return scaledInt64(this.amount, MILLI);
  }

  /**
   * Returns the value as an int64 where upstream supports it (AsInt64). Undefined for a notation with a fraction (`1.0`, `1000m`), for the
   * unbounded form, and for values that do not fit. CEL's isInteger and asInteger use it.
   */
  asInt64(): bigint | undefined {
    return exactInt64(this.amount);
  }

  /** Returns the nearest double or a close one (AsApproximateFloat64); infinite or NaN far outside of the range. */
  asApproximateFloat(): number {
    return approximateFloat(this.amount);
  }

  /**
   * Returns the result of Go's == on two independent Quantity structs, which compares number, scale, format and stored text. So 7 differs
   * from 7000m and from a computed 7. Quantities in the unbounded form are never equal, since == compares a pointer there and DeepCopy
   * makes a new one.
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
   * Returns this quantity after the change that Go's Cmp makes in place. If `other` has the unbounded form, this quantity
   * changes to that form. The value is the same, but asInt64 and representationEquals then return other results.
   */
  afterCompare(other: Quantity): Quantity {
    if (!this.amount.small || other.amount.small) return this;
    return new Quantity({ amount: toUnbounded(this.amount), format: this.format, text: this.text });
  }

  /** Returns the canonical form, like Quantity.String() in apimachinery, which keeps some texts as written (`+1`, `1025Ki`). */
  toString(): string {
    return this.text === '' ? canonicalText(this.amount, this.format) : this.text;
  }

  /** Returns the canonical form for JSON, as a string. */
  toJSON(): string {
    return this.toString();
  }
}

/**
 * Parses a quantity like ParseQuantity; white space is an error. Rounds up to nano, and caps binary suffixes at 2^63-1. Throws QuantityError with
 * a message for people. Two limits are ours: MAX_QUANTITY_LENGTH characters, and exponents between -MAX_DECIMAL_EXPONENT and MAX_DECIMAL_EXPONENT.
 */
export function parseQuantity(text: string): Quantity {
  const cachedQuantity = parsed.get(text);
  if (cachedQuantity !== undefined) return cachedQuantity;
  if (text.length > LONGEST_CACHED) return new Quantity(parseParts(text));
  const copy = copyText(text);
  const quantity = new Quantity(parseParts(copy));
  if (parsed.size === MOST_CACHED) parsed.clear();
  parsed.set(copy, quantity);
  return quantity;
}

/** Devices have few distinct quantities, so each is parsed and stored once. */
const parsed = new Map<string, Quantity>();
const MOST_CACHED = 1024;
const LONGEST_CACHED = 32;

/** Returns whether the text is a quantity, like CEL's isQuantity. */
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
 * Reads a quantity from a JSON value as the API server does: a number, or a string, with surrounding spaces ignored. Throws QuantityError
 * for other values and for texts that are not quantities.
 */
export function quantityFromJson(value: Json): Quantity {
  if (typeof value === 'string') return parseQuantity(trimSpace(value));
  if (typeof value === 'number' || typeof value === 'bigint') return parseQuantity(value.toString());
  if (value instanceof NumberLiteral) return parseQuantity(value.text);
  throw new QuantityError('format', 'a quantity must be a string or a number');
}

/** Follows Go's TrimSpace, except for control characters: JSON escapes them, and the API server reads quantities before it resolves escapes. */
function trimSpace(text: string): string {
  const space = ' \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';
  let start = 0;
  let end = text.length;
  while (start < end && space.includes(text.charAt(start))) start++;
  while (end > start && space.includes(text.charAt(end - 1))) end--;
  return text.slice(start, end);
}
