import { expect, it } from 'vitest';
import { parseQuantity } from '../../../../src/core/quantity/quantity.js';
import { nanoOf, spendDigits } from '../../../../src/explain/check/reading/amounts.js';
import { TooMuchWork, Work } from '../../../../src/explain/check/work.js';

it('an amount is read in billionths', () => {
  expect(nanoOf(parseQuantity('1500m'), new Work(0))).toBe(1_500_000_000n);
});

it('many digits are work each time that they are read', () => {
  const amount = parseQuantity('1e2000');
  expect(nanoOf(amount, new Work(100))).toBe(10n ** 2009n);
  expect(() => nanoOf(amount, new Work(99))).toThrow(TooMuchWork);
  expect(() => spendDigits(amount, new Work(100), 2)).toThrow(TooMuchWork);
});
