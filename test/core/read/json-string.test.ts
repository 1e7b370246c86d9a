import { expect, it } from 'vitest';
import { invalidStringIndex, isJsonSpace, parseJsonString, stringEnd } from '../../../src/core/read/json-string.js';

it.each([
  ['"a"', 0, 3],
  ['x"a\\"b" ', 1, 7],
  ['"a\\\\"b"', 0, 5],
  ['"a', 0, -1],
  ['"a\\"', 0, -1],
  ['"a\\', 0, -1],
])('the string in %j at %i ends at %i', (text, start, end) => {
  expect(stringEnd(text, start)).toBe(end);
});

it.each([
  ['"a\\n\\u00e9"', 'a\né'],
  ['"\\ud83d\\ude00"', '\u{1f600}'],
  ['"\\ud83d"', '\ufffd'],
  ['"a\tb"', undefined],
  ['"\\x"', undefined],
])('the literal %j is %j', (literal, value) => {
  expect(parseJsonString(literal)).toBe(value);
});

it.each([
  ['"ab\\x"', 3],
  ['"ab\tc"', 3],
  ['"\\u12g4"', 1],
  ['"\\n\\\\\\q"', 5],
])('the literal %j is wrong at %i', (literal, index) => {
  expect(invalidStringIndex(literal)).toBe(index);
});

it('white space is that of JSON', () => {
  const spaces = Array.from({ length: 0x3001 }, (_, code) => code).filter(isJsonSpace);
  expect(spaces).toEqual([0x09, 0x0a, 0x0d, 0x20]);
});
