import { expect, it } from 'vitest';
import { checkComments } from '../../scripts/comment-rules.mjs';

const linesOf = (text: string, file = 'src/cel/some.ts'): number[] => checkComments(file, text).map(({ line }) => line);

it('finds comments of all forms that begin with a clause', () => {
  expect(linesOf('// What it is.\n\n/** Whether it holds. */\nconst a = 1;\n  /**\n   * How it\n   * goes.\n   */\n')).toEqual([1, 3, 6]);
  expect(linesOf('// The same for b.\nconst b = 1; \n// Of many, one.\n')).toEqual([1, 3]);
});

it('names the words in its message', () => {
  expect(checkComments('src/cel/some.ts', '// The same.').map(({ message }) => message)).toEqual([
    "the comment begins with 'The same'; write a sentence that states its claim first",
  ]);
});

it('accepts sentences, and any word on the lines after the first', () => {
  expect(linesOf('// It tells\n// What it is.\n/**\n * Tells\n * Whether it holds.\n */\n// Whatever comes. Assumes less.\n')).toEqual([]);
});

it('considers programs of clean folders alone', () => {
  expect(linesOf('// What it is.', 'elsewhere/some.ts')).toEqual([]);
  expect(linesOf('// What it is.', 'src/cel/some.md')).toEqual([]);
});
