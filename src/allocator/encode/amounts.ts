// Converts amounts of budgets to integers: first in billionths, then in the greatest common unit of all amounts of a budget.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import { weakEntryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ended, mapOf, signature } from '../../core/base/signature.js';
import type { Amount } from '../../core/quantity/amount.js';
import type { QuantityParts } from '../../core/quantity/parse.js';
import type { Quantity } from '../../core/quantity/quantity.js';
import { checkLimit } from '../kernel/problem.js';

/** Amounts with fewer digits do not count towards the limit. Real quantities never have more digits. */
const ORDINARY_DIGITS = 64;

/** Reads amounts, and limits the digits of huge amounts: the short text 1e10000 stands for ten thousand digits. */
export class AmountReader {
  #digits = 0;

  /** True if some amount has more digits than ORDINARY_DIGITS. */
  get hasLong(): boolean {
    return this.#digits > 0;
  }

  /** Returns a quantity in billionths. Throws `input-too-large` if there are too many digits. */
  read({ nano }: Quantity): bigint {
    if (-ORDINARY < nano && nano < ORDINARY) return nano;
    // Hexadecimal conversion is linear in the number of digits.
    const digits = nano.toString(16).length;
    if (digits > ORDINARY_DIGITS) {
      this.#digits += digits;
      checkLimit('digits', this.#digits);
    }
    return nano;
  }
}

/** An amount closer to zero than this has at most ORDINARY_DIGITS digits, including the sign. */
const ORDINARY = 16n ** BigInt(ORDINARY_DIGITS - 1);

/** Returns the greatest common unit of all amounts, or 1 if all are zero. */
export function* findingUnit(amounts: readonly bigint[], checkpoint: Checkpoint): Incremental<bigint> {
  let unit = 0n;
  for (const amount of amounts) {
    unit = ordinaryDivisor(unit, amount) ?? (yield* dividing(unit, amount, checkpoint));
    if (checkpoint.due()) yield;
  }
  return unit === 0n ? 1n : unit;
}

/** The most hexadecimal digits that two amounts may have to be divided in about a microsecond. */
const DIGITS_A_UNIT = 8192;

/**
 * Returns the greatest common divisor of two amounts of any sign. If one amount is zero, the result is the other one. Returns
 * undefined if both are long; use `dividing` then.
 */
export function ordinaryDivisor(one: bigint, other: bigint): bigint | undefined {
  let [a, b] = [magnitude(one), magnitude(other)];
  if (a >= ORDINARY && b >= ORDINARY) return undefined;
  while (b !== 0n) [a, b] = [b, a % b];
  return a;
}

/** Returns the greatest common divisor of two amounts. Two amounts of ten thousand digits need tens of thousands of divisions. */
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

/** A number in hexadecimal form, because that conversion is linear. */
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
 * Returns a quantity with all properties that capacity checks use, as a self-delimiting text. The form of a quantity matters
 * too: 7 can equal the default of a policy when 7000m does not.
 */
export function quantityText(quantity: Quantity): string {
  return weakEntryIn(quantityTexts, quantity, writtenText);
}

const quantityTexts = new WeakMap<Quantity, string>();

const texts = new WeakMap<ReadonlyMap<string, Quantity>, string>();

const textOfAmounts = mapOf(quantityText);

/** Returns quantities by name, as a text. The map must not change afterwards. */
export function amountsText(amounts: ReadonlyMap<string, Quantity> | undefined): string {
  if (amounts === undefined || amounts.size === 0) return '';
  return weakEntryIn(texts, amounts, textOfAmounts);
}
