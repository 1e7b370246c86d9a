import { expect, test } from 'vitest';
import { printable, printableLines } from '../../../src/core/base/printable.js';

test('escape sequences, line feeds and direction marks become visible', () => {
  expect(printable('a\u001b[31mb\nc\u202ed\u007f\u009b')).toBe('a\\u001b[31mb\\u000ac\\u202ed\\u007f\\u009b');
});

test('in text of several lines the line feed stays', () => {
  expect(printableLines('a\n\r\tb')).toBe('a\n\\u000d\\u0009b');
});

test('letters of any language stay', () => {
  expect(printable('Grün 漢字 🎉')).toBe('Grün 漢字 🎉');
});
