import { expect, it } from 'vitest';
import { describe, messageText } from '../../../src/core/base/describe.js';
import { NumberLiteral } from '../../../src/core/base/json.js';

it.each([
  [undefined, 'nothing'],
  [null, 'nothing'],
  [[1], 'a list'],
  [{ a: 1 }, 'an object'],
  [Object.create(null), 'an object'],
  ['a"b', 'the string "a\\"b"'],
  ['x'.repeat(50), `the string "${'x'.repeat(40)}..."`],
  [1.5, 'the number 1.5'],
  [10n ** 60n, `the number 1${'0'.repeat(39)}...`],
  [new NumberLiteral('1e400'), 'the number 1e400'],
  [false, 'the boolean false'],
  [Symbol('s'), 'a symbol'],
  [() => 1, 'a function'],
])('every value has words: %#', (value, words) => {
  expect(describe(value)).toBe(words);
});

it('the message of an error is its text, or what was there in its place', () => {
  expect([messageText('text'), messageText(Symbol('s')), messageText(Object.create(null))]).toEqual(['text', 'a symbol', 'an object']);
});
