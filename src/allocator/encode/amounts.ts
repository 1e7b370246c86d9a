// Amounts of budgets as integers: in billionths at first, then in the greatest unit of which all amounts of a budget are multiples.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import { weakEntryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ended, mapOf, signature } from '../../core/base/signature.js';
import type { Amount } from '../../core/quantity/amount.js';
import type { QuantityParts } from '../../core/quantity/parse.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import { checkLimit } from '../kernel/problem.js';

/** Amounts up to this number of digits do not count: no quantity that anybody means has more. */
const ORDINARY_DIGITS = 64;

/** Reads amounts, and keeps count of the digits of huge ones: a short text such as 1e10000 has ten thousand. */
export class AmountReader {
  #digits = 0;

  /** True when some amount has more digits than ORDINARY_DIGITS. */
  get hasLong(): boolean {
    return this.#digits > 0;
  }

  /** A quantity in billionths. Throws `input-too-large` once there are too many digits. */
  read({ nano }: Quantity): bigint {
    if (-ORDINARY < nano && nano < ORDINARY) return nano;
    // Hexadecimal, since that is linear.
    const digits = nano.toString(16).length;
    if (digits > ORDINARY_DIGITS) {
      this.#digits += digits;
      checkLimit('digits', this.#digits);
    }
    return nano;
  }
}

/** An amount nearer to zero has no more digits than ORDINARY_DIGITS, sign included. */
const ORDINARY = 16n ** BigInt(ORDINARY_DIGITS - 1);

/** The greatest unit of which all amounts are multiples; 1 if they are all zero. */
export function* findingUnit(amounts: readonly bigint[], checkpoint: Checkpoint): Incremental<bigint> {
  let unit = 0n;
  for (const amount of amounts) {
    unit = ordinaryDivisor(unit, amount) ?? (yield* dividing(unit, amount, checkpoint));
    if (checkpoint.due()) yield;
  }
  return unit === 0n ? 1n : unit;
}

/** Hexadecimal digits of two amounts that are divided in about a microsecond. */
const DIGITS_A_UNIT = 8192;

/** The greatest common divisor of two amounts of any sign, that of zero and another being the other; undefined: both are long, and `dividing` finds it. */
export function ordinaryDivisor(one: bigint, other: bigint): bigint | undefined {
  let [a, b] = [magnitude(one), magnitude(other)];
  if (a >= ORDINARY && b >= ORDINARY) return undefined;
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** The greatest common divisor of two amounts: two of ten thousand digits take tens of thousands of divisions. */
export function* dividing(one: bigint, other: bigint, checkpoint: Checkpoint): Incremental<bigint> {
  let [a, b] = [magnitude(one), magnitude(other)];
  const units = 1 + (a.toString(16).length + b.toString(16).length) / DIGITS_A_UNIT;
  while (b !== 0n) {
    [a, b] = [b, a % b];
    if (checkpoint.due(units)) yield;
  }
  return a;
}

function magnitude(amount: bigint): bigint {
  return amount < 0n ? -amount : amount;
}

/** The number as it is held: hexadecimal, since that is linear. */
const numberText = signature<Amount>({
  unscaled: (unscaled) => lengthPrefixed(unscaled.toString(16)),
  scale: ended,
  small: ended,
});

const writtenText = signature<QuantityParts>({
  amount: numberText,
  format: lengthPrefixed,
  text: lengthPrefixed,
});

/**
 * A quantity with all that capacities check, as a text that shows where it ends. The form counts, not only the value: 7 can be the default of a policy where 7000m
 * is not.
 */
export function quantityText(quantity: Quantity): string {
  return weakEntryIn(quantityTexts, quantity, writtenText);
}

const quantityTexts = new WeakMap<Quantity, string>();

const texts = new WeakMap<ReadonlyMap<string, Quantity>, string>();

const textOfAmounts = mapOf(quantityText);

/** Quantities by name, as a text. They must not change any more. */
export function amountsText(amounts: ReadonlyMap<string, Quantity> | undefined): string {
  if (amounts === undefined || amounts.size === 0) return '';
  return weakEntryIn(texts, amounts, textOfAmounts);
}
