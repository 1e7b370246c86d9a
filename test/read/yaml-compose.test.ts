// What package yaml alone does not survive, or not in time.

import { describe, expect, test } from 'vitest';
import { ReadError } from '../../src/read/read.js';
import { readBoth } from './both.js';

const SIZE = 100_000;
const fill = (pattern: string): string => pattern.repeat(Math.floor(SIZE / pattern.length));
const many = (make: (i: number) => string, count = 5000): string => Array.from({ length: count }, (_, i) => make(i)).join('');

/** What reading ends with: `ok` or the message of the error. */
function outcome(text: string): string {
  try {
    readBoth(text);
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
    'without end is refused at once: %j',
    (pattern) => {
      const start = performance.now();
      expect(outcome(fill(pattern))).not.toBe('ok');
      expect(performance.now() - start).toBeLessThan(2000);
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
    ['anchors without values', fill('&a '), 'at most one anchor'],
    ['documents', fill('--- a\n'), 'ok'],
    ['empty documents', fill('---\n'), 'ok'],
    ['ends of documents', fill('...\n'), 'ok'],
    ['directives', fill('%a b\n'), 'Missing directives-end'],
    ['tag directives with documents', `%YAML 1.1\n${many((i) => `%TAG !a${i}! x\n`)}${fill('--- 1\n')}`, 'ok'],
    ['closing brackets', fill(']'), 'Unexpected flow-seq-end'],
    ['commas', `a: [${fill(',')}]`, 'Unexpected ,'],
    ['strings without commas', `a: [${fill('"a"')}]`, 'Missing ,'],
    ['bad escapes', `"${fill('\\q')}"`, 'Invalid escape'],
    ['open quotes', fill('- "x\n'), 'Missing closing'],
    ['bad indentation', fill('  a: 1\n b: 2\n'), 'Unexpected scalar'],
    ['reserved characters', fill('a: @\n'), 'reserved character'],
    ['open lists', fill('- [\n'), 'must be sufficiently indented'],
  ])('%s', (_, text, expected) => {
    const start = performance.now();
    expect(outcome(text)).toContain(expected);
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

describe('errors', () => {
  test.each([
    ['a: b: c', 1, 4, 'Nested mappings are not allowed in compact mappings'],
    ['a:\n\tb: c', 2, 1, 'Tabs are not allowed as indentation'],
    ['a: 1\nb\n', 2, 1, 'Implicit map keys need to be followed by map values'],
    ['a: "x', 1, 6, 'Missing closing "quote'],
    ['--- ok\n--- [1', 2, 7, 'Flow sequence must end with a ]'],
    ['a: !e!x 1', 1, 4, 'Could not resolve tag: !e!x'],
    ['%TAG !e!\n---\na: 1', 1, 1, '%TAG directive should contain exactly two parts'],
  ])('of %j say where and what', (text, line, column, message) => {
    expect(() => readBoth(text)).toThrow(expect.objectContaining({ name: 'ReadError', message, file: 'f', line, column }));
  });

  test('do not quote a whole text', () => {
    expect(outcome(`"a"${fill('b')}`).length).toBeLessThan(300);
  });
});
