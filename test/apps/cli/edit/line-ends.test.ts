import { expect, it } from 'vitest';
import { withLineEnds } from '../../../../src/apps/cli/edit/line-ends.js';

const end = (text: string, start = text.length): string => withLineEnds(text, { start, end: start, text: 'a\nb\n' }).text;

it.each([
  ['the line before', 'x: 1\r\ny: 2\n', 6, 'a\r\nb\r\n'],
  ['the line before, of several', 'x: 1\r\ny: 2\n', 11, 'a\nb\n'],
  ['the first line, where there is none before', 'x: 1\r\ny: 2\n', 0, 'a\r\nb\r\n'],
  ['the line feed, where there are no lines', 'x: 1', 4, 'a\nb\n'],
  ['the line feed in an empty text', '', 0, 'a\nb\n'],
  ['the last line that ends', 'x: 1\r\ny: 2', 10, 'a\r\nb\r\n'],
])('new lines end as %s', (_, text, start, expected) => {
  expect(end(text, start)).toBe(expected);
});

it('an edit of a part of a line stays as it is', () => {
  const edit = { start: 3, end: 4, text: '2' };
  expect(withLineEnds('x: 1\r\n', edit)).toBe(edit);
});
