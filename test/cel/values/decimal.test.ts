import { describe, expect, it } from 'vitest';
import { decimalText, divideRounded, fractionRounded, shortestDigits, significantRounded } from '../../../src/cel/values/decimal.js';

describe('fractionRounded', () => {
  it('rounds halves to the even digit', () => {
    expect(fractionRounded(0.5, 0)).toEqual({ digits: '', exponent: 0 });
    expect(fractionRounded(1.5, 0)).toEqual({ digits: '2', exponent: 1 });
    expect(fractionRounded(2.5, 0)).toEqual({ digits: '2', exponent: 1 });
  });

  it('is exact, however many digits there are', () => {
    expect(fractionRounded(0.1, 30).digits).toBe('100000000000000005551115123126');
    expect(fractionRounded(2 ** -1_074, 100_000)).toMatchObject({ exponent: -323 });
    expect(fractionRounded(2 ** -1_074, 100_000).digits).toHaveLength(751);
  });
});

describe('significantRounded', () => {
  it('rounds halves to the even digit', () => {
    expect(significantRounded(1_234_567.5, 7)).toEqual({ digits: '1234568', exponent: 7 });
    expect(significantRounded(1_234_568.5, 7)).toEqual({ digits: '1234568', exponent: 7 });
  });

  it('reaches the next power of ten', () => {
    expect(significantRounded(9.9999996, 7)).toEqual({ digits: '1', exponent: 2 });
    expect(significantRounded(0, 7)).toEqual({ digits: '', exponent: 0 });
  });
});

it('shortestDigits reads as the same number', () => {
  expect(shortestDigits(-0.00123)).toEqual({ digits: '123', exponent: -2 });
});

it.each([
  [1e21, '1000000000000000000000'],
  [-1.5e-7, '-0.00000015'],
  [0.25, '0.25'],
])('decimalText of %d has no exponent', (value, text) => {
  expect(decimalText(value)).toBe(text);
});

it('divideRounded rounds to the nearest number, halves to the even one', () => {
  expect([5n, 6n, 7n, 10n, 14n].map((value) => divideRounded(value, 4n))).toEqual([1n, 2n, 2n, 2n, 4n]);
});
