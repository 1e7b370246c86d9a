import { expect, test, vi } from 'vitest';
import { styled } from '../../../src/core/base/styled-text.js';
import { textWidth, wrap } from '../../../src/core/base/wrap.js';

test('lines break between words, and go on behind their indent', () => {
  expect(wrap('one two three', 8)).toBe('one two\nthree\n');
  expect(wrap('one two three', 9, { first: '- ', rest: '  ' })).toBe('- one two\n  three\n');
  expect(wrap('', 9, { first: '  ' })).toBe('\n');
});

test('a line may be as wide as it is allowed to be, and no wider', () => {
  expect(wrap('aaaa bbbb', 9)).toBe('aaaa bbbb\n');
  expect(wrap('aaaa bbbb', 8)).toBe('aaaa\nbbbb\n');
});

test('a word that is longer than a line is cut', () => {
  expect(wrap('abcdefgh', 3)).toBe('abc\ndef\ngh\n');
  expect(wrap('x abcdefgh y', 4, { rest: ' ' })).toBe('x\n abc\n def\n gh\n y\n');
});

test('a long word is looked through for marks once, however many lines it makes', () => {
  const search = vi.spyOn(String.prototype, 'matchAll');
  const looked = (length: number): number => {
    search.mockClear();
    wrap('x'.repeat(length), 10);
    return search.mock.contexts.reduce<number>((sum, text) => sum + String(text).length, 0);
  };
  try {
    expect([looked(1000), looked(2000)]).toEqual([1000, 2000]);
  } finally {
    search.mockRestore();
  }
});

test('marks of styles have no width', () => {
  expect(wrap(`${styled('good', 'aaaa')} bbbb`, 9)).toBe(`${styled('good', 'aaaa')} bbbb\n`);
});

test('text is as wide as the terminal, within bounds, and 100 columns elsewhere', () => {
  expect([undefined, 80, 300, 5].map(textWidth)).toEqual([100, 80, 100, 40]);
});
