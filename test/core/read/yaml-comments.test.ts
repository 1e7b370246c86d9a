import { expect, test } from 'vitest';
import { readText } from '../../../src/core/read/read.js';

const commentsOf = (text: string): string[] =>
  readText(text, 'f')
    .comments('tool:')
    .map((comment) => `${comment.line}:${comment.column} ${comment.text}`);

test.each([
  ['# tool: first  \na: 1 # tool: second\n', ['1:1 tool: first', '2:6 tool: second']],
  ['a: 1 #tool: near\r\nb: 2\r\n', ['1:6 tool: near']],
  ['a: x#tool:text\nb: "x # tool: quoted"\n', []],
  ['a: |\n  # tool: within a block\n# tool: outside\nb: 1\n', ['3:1 tool: outside']],
  ["a: 'one\n  # tool: quoted over lines'\n", []],
  ['a: [1, # tool: in brackets\n 2]\n', ['1:8 tool: in brackets']],
  ['# other\n# tools: other\n', []],
  ['# # tool: behind a sign\na: 1\n', ['1:3 tool: behind a sign']],
  ['# only tool: a word of others\na: 1\n', []],
  ['', []],
  ['{"a": "# tool: text of JSON"}', []],
  ['a: 1\n---\n# tool: second\nb: 1\n', ['3:1 tool: second']],
])('comments of %j that begin with a word', (text, found) => {
  expect(commentsOf(text)).toEqual(found);
});

test('are found behind the first chunk of a long text, and where lines had to be indented', () => {
  const filler = `a:\n${'- item\n'.repeat(20_000)}`;
  expect(commentsOf(`${filler}---\nb: 1 # tool: second chunk\n`)).toEqual(['20003:6 tool: second chunk']);
  expect(commentsOf('a:\n  b: {c: 1,\nd: 2} # tool: behind\n')).toEqual(['3:7 tool: behind']);
});

test('lines are had by their numbers', () => {
  const { lineText } = readText('a: 1\r\nb: 2\n\nc: 3', 'f');
  expect([1, 2, 3, 4, 5].map((line) => lineText(line))).toEqual(['a: 1', 'b: 2', '', 'c: 3', undefined]);
});
