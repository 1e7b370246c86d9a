import { expect, test } from 'vitest';
import { SourceText } from '../../../src/core/read/source-text.js';

test.each([
  [0, 1, 1],
  [2, 1, 3],
  [3, 2, 1],
  [5, 3, 1],
  [6, 4, 1],
  [7, 4, 2],
])('offset %i is at %i:%i', (offset, line, column) => {
  expect(new SourceText('ab\nc\n\nd', 'f').positionAt(offset)).toEqual({ line, column });
});

test('an error at an offset knows its file and place', () => {
  expect(new SourceText('a\r\nb', 'f').errorAt(3, 'message')).toMatchObject({ message: 'message', file: 'f', line: 2, column: 1 });
});
