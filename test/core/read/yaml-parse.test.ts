// Hostile texts: all end in time, with a value or an error.

import { describe, expect, test } from 'vitest';
import { ReadError, readText } from '../../../src/core/read/read.js';
import { threadMilliseconds } from '../../support/clock.js';

const SIZE = 100_000;
const fill = (pattern: string): string => pattern.repeat(Math.floor(SIZE / pattern.length));
const many = (make: (i: number) => string, count = 5000): string => Array.from({ length: count }, (_, i) => make(i)).join('');

/** Gives the end of reading: `ok` or the message of the error. */
function outcome(text: string): string {
  try {
    readText(text, 'f');
    return 'ok';
  } catch (error) {
    if (error instanceof ReadError) return error.message;
    throw error;
  }
}

describe('depth', () => {
  test.each([
    ['flow lists', (n: number) => `a: ${'['.repeat(n - 1)}${']'.repeat(n - 1)}`],
    ['flow mappings', (n: number) => `a: ${'{a: '.repeat(n - 1)}${'}'.repeat(n - 1)}`],
    ['block lists', (n: number) => `${'- '.repeat(n)}x`],
    ['block mappings', (n: number) => Array.from({ length: n }, (_, i) => `${' '.repeat(i)}a:\n`).join('')],
  ])('of 100 is taken and of 101 refused: %s', (_, make) => {
    expect(outcome(make(100))).toBe('ok');
    expect(outcome(make(101))).toBe('the text nests deeper than 100 levels');
  });

  test.each(['[', 'a: [', 'a: {', '- ', '? ', ': ', '- ? ', 'a: b: ', 'a: {a:', '- [{'])(
    'without end is rejected at once: %j',
    (pattern) => {
      const start = threadMilliseconds();
      expect(outcome(fill(pattern))).not.toBe('ok');
      expect(threadMilliseconds() - start).toBeLessThan(2000);
    },
  );
});

describe('every hostile text ends soon', () => {
  test.each([
    ['line feeds', fill('\n'), 'ok'],
    ['spaces', fill(' '), 'ok'],
    ['blank lines in a block scalar', `a: |\n${fill('\n')}`, 'ok'],
    ['comments', fill('# c\n'), 'ok'],
    ['comments after line feeds', `a:\n${fill('\n')}${fill('  # c\n')}`, 'ok'],
    ['unique keys', many((i) => `k${i}: 1\n`), 'ok'],
    ['unique flow keys', `{${many((i) => `k${i}: 1, `)}}`, 'ok'],
    ['a duplicate of many keys', `${many((i) => `k${i}: 1\n`)}k0: 1`, 'duplicate key'],
    ['anchors', many((i) => `- &a${i} x\n`), 'ok'],
    ['a long anchor', `a: &${fill('x')} 1`, 'ok'],
    ['a long alias', `a: *${fill('x')}`, 'unknown anchor'],
    ['a long tag', `a: !${fill('x')} 1`, 'ok'],
    ['a long word', fill('x'), 'ok'],
    ['a long number', `- ${fill('9')}`, 'ok'],
    ['anchors without values', fill('&a '), 'duplication of an anchor property'],
    ['documents', fill('--- a\n'), 'ok'],
    ['empty documents', fill('---\n'), 'ok'],
    ['ends of documents', fill('...\n'), 'ok'],
    ['directives', fill('%a b\n'), 'directives end mark is expected'],
    ['tag directives with documents', `%YAML 1.1\n${many((i) => `%TAG !a${i}! x\n`)}${fill('--- 1\n')}`, 'ok'],
    ['closing brackets', fill(']'), 'expected the end of the document'],
    ['commas', `a: [${fill(',')}]`, "found ','"],
    ['strings without commas', `a: [${fill('"a"')}]`, "expected ','"],
    ['bad escapes', `"${fill('\\q')}"`, 'unknown escape sequence'],
    ['open quotes', fill('- "x\n'), 'expected the next'],
    ['bad indentation', fill('  a: 1\n b: 2\n'), 'expected the end of the document'],
    ['reserved characters', fill('a: @\n'), "cannot begin with '@'"],
    ['open lists', fill('- [\n'), "expected ','"],
  ])('%s', (_, text, expected) => {
    const start = threadMilliseconds();
    expect(outcome(text)).toContain(expected);
    expect(threadMilliseconds() - start).toBeLessThan(5000);
  });
});

describe('errors', () => {
  test.each([
    ['a: b: c', 1, 5, "unexpected ': ': a mapping cannot begin here, and a string with a colon needs quotes"],
    ['a:\n\tb: c', 2, 1, 'tab characters must not be used in indentation'],
    ['a: 1\nb\n', 3, 1, "expected ':' after the key on the line before"],
    ['a: "x', 1, 6, "the closing '\"' is missing"],
    ['--- ok\n--- [1', 2, 7, "the closing ']' or '}' is missing"],
    ['a: !e!x 1', 1, 8, 'undeclared tag handle "!e!"'],
    ['%TAG !e!\n---\na: 1', 2, 1, 'TAG directive accepts exactly two arguments'],
    ['a: %x', 1, 4, "a value cannot begin with '%' without quotes"],
    [
      'a:\n  b: 1\n c: 2',
      3,
      2,
      'expected the next key: this line is indented differently from the keys before it, or follows a complete value',
    ],
    ['a: "\\ud800"', 1, 4, 'an escape of the text is only half of a surrogate pair'],
    ['a: "\\\\U00110000 \\U00110000"', 1, 17, "the escape '\\U00110000' is not a character"],
    [`${'x'.repeat(1025)}: 1`, 1, 1, "a key can have at most 1024 characters, unless it begins with '? '"],
  ])('of %j say where and what', (text, line, column, message) => {
    expect(() => readText(text, 'f')).toThrow(expect.objectContaining({ name: 'ReadError', message, file: 'f', line, column }));
  });

  test('do not quote a whole text', () => {
    expect(outcome(`"a"${fill('b')}`).length).toBeLessThan(300);
  });
});
