import { describe, expect, test } from 'vitest';
import { NumberLiteral } from '../../../src/core/base/json.js';
import { exactInteger, exactNumber } from '../../../src/core/read/decimal.js';

describe('exactInteger', () => {
  test.each([
    ['0', 0],
    ['-0', 0],
    ['9007199254740991', 9007199254740991],
    ['9007199254740992', 9007199254740992n],
    ['-9007199254740993', -9007199254740993n],
    ['18446744073709551616', 18446744073709551616n],
  ])('%s', (text, value) => {
    expect(exactInteger(text)).toBe(value);
  });

  test('keeps more than 1,000 digits as text', () => {
    expect(exactInteger('9'.repeat(1000))).toBe(BigInt('9'.repeat(1000)));
    expect(exactInteger('9'.repeat(1001))).toEqual(new NumberLiteral('9'.repeat(1001)));
  });
});

describe('exactNumber', () => {
  test.each([
    ['0.1', 0.1],
    ['1.0', 1],
    ['1e2', 100],
    ['100E-2', 1],
    ['1e+21', 1e21],
    ['0.000001000', 1e-6],
    ['5e-324', 5e-324],
    ['0e999', 0],
    ['-0.0', -0],
    ['1.2e3', 1200],
    ['0.00120', 0.0012],
    ['12e-4', 0.0012],
    ['-12E-4', -0.0012],
  ])('%s is the number %d', (text, value) => {
    expect(exactNumber(text)).toBe(value);
  });

  test.each([
    '1e400',
    '-1e400',
    '1e-400',
    '1e999999999',
    '1e99999999999999999999',
    '0.12345678901234567890',
    '9007199254740993.0',
    '0.1000000000000000055',
  ])('%s stays text', (text) => {
    expect(exactNumber(text)).toEqual(new NumberLiteral(text));
  });
});
