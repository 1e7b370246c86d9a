import { describe, expect, it } from 'vitest';
import { MAX_EXPRESSION_BYTES, MAX_NESTING, scan, skipBlank } from '../../src/cel/scan.js';

describe('scan', () => {
  it('pairs parentheses, and no brackets of strings and comments', () => {
    expect([...scan(`(a) + ("(" + ')') // (\n + (r'\\' + """)"""("))`).closing]).toEqual([
      [0, 2],
      [6, 16],
    ]);
  });

  it('takes brackets as deep as the limit and no deeper', () => {
    expect(() => scan('['.repeat(MAX_NESTING))).not.toThrow();
    expect(() => scan('['.repeat(MAX_NESTING + 1))).toThrow('nests too deeply');
    expect(() => scan(`'${'['.repeat(MAX_NESTING + 1)}'`)).not.toThrow();
    expect(() => scan('()'.repeat(MAX_NESTING + 1))).not.toThrow();
  });

  it('counts signs in a row, blanks between them or not', () => {
    expect(() => scan('! '.repeat(MAX_NESTING))).not.toThrow();
    expect(() => scan('! '.repeat(MAX_NESTING + 1))).toThrow('nests too deeply');
    expect(() => scan('-a '.repeat(MAX_NESTING + 1))).not.toThrow();
  });

  it('counts bytes, not characters', () => {
    expect(() => scan(' '.repeat(MAX_EXPRESSION_BYTES))).not.toThrow();
    expect(() => scan(' '.repeat(MAX_EXPRESSION_BYTES + 1))).toThrow('longer than');
    expect(() => scan('ä'.repeat(MAX_EXPRESSION_BYTES / 2 + 1))).toThrow('longer than');
  });
});

describe('skipBlank', () => {
  it('passes over blanks, comments and what it is told', () => {
    expect(skipBlank('a ) // )\n  + b', 1, ')')).toBe(11);
    expect(skipBlank('a   ', 1)).toBe(4);
  });
});
