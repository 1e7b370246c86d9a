import { expect, it } from 'vitest';
import { cut, hasSurrogates, isAscii, stringSize, utf8Length } from '../../../src/cel/values/characters.js';

/** Short texts use a loop, long ones a search. */
const TEXTS = [
  '',
  'a',
  'a\u00e4',
  '\u{1f600}b',
  'x'.repeat(40),
  `${'x'.repeat(40)}\u00e4`,
  `${'x'.repeat(40)}\u{1f600}`,
  '\ud800',
  '\ufffd',
];

it.each(TEXTS)('counts the characters and bytes of %j', (text) => {
  expect(stringSize(text)).toBe([...text].length);
  expect(utf8Length(text)).toBe(new TextEncoder().encode(text).length);
});

it.each(TEXTS)('reports which characters %j has', (text) => {
  const units = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
  expect(isAscii(text)).toBe(units.every((unit) => unit < 0x80));
  expect(hasSurrogates(text)).toBe(units.some((unit) => unit >= 0xd800 && unit < 0xe000));
});

it('cuts at the first separator', () => {
  expect([cut('a=b=c', '='), cut('a', '='), cut('a=', '=')]).toEqual([
    ['a', 'b=c'],
    ['a', undefined],
    ['a', ''],
  ]);
});
