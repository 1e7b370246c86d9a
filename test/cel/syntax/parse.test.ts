import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compileError, IssuesError } from '../../../src/cel/errors.js';
import type { Syntax } from '../../../src/cel/syntax/build.js';
import { MAX_EXPRESSION_BYTES, parse } from '../../../src/cel/syntax/parse.js';
import type { Expr } from '../../../src/cel/syntax/tree.js';
import { debugTree } from './debug-tree.js';

/** The tree that the parser of cel-go v0.29.2 creates with the options of dynamic-resource-allocation v0.37.2. */
interface Case {
  readonly text: string;
  readonly tree?: string;
  readonly errors?: string;
}

const cases = JSON.parse(readFileSync(new URL('vectors.json', import.meta.url), 'utf8')) as readonly Case[];

/** Returns the tree or the errors in the form of the stored answers. */
function outcome(text: string): Omit<Case, 'text'> {
  try {
    return { tree: debugTree(parse(text), text) };
  } catch (error) {
    if (!(error instanceof IssuesError)) throw error;
    return { errors: compileError(text, error.issues).message.replace('compilation failed: ', '') };
  }
}

const errors = (text: string): string => outcome(text).errors ?? 'none';

/** Repeats a text up to the maximum length of an expression. */
const full = (part: string): string => part.repeat(Math.floor((MAX_EXPRESSION_BYTES - 10) / new TextEncoder().encode(part).length));

describe('parse', () => {
  const isTree = ({ tree }: Case): boolean => tree !== undefined;

  it.each(cases.filter(isTree))('reads as cel-go: $text', ({ text, tree }) => {
    expect(outcome(text)).toEqual({ tree });
  });

  it.each(cases.filter((one) => !isTree(one)))('rejects as cel-go: $text', ({ text, errors: expected }) => {
    expect(outcome(text)).toEqual({ errors: expected });
  });

  it('has enough stored answers of both kinds', () => {
    expect(cases.filter(isTree).length).toBeGreaterThan(250);
    expect(cases.length).toBeGreaterThan(700);
  });

  it('counts bytes, not characters', () => {
    expect(() => parse(`'${'a'.repeat(MAX_EXPRESSION_BYTES - 2)}'`)).not.toThrow();
    expect(() => parse(`'${'a'.repeat(MAX_EXPRESSION_BYTES - 1)}'`)).toThrow('expression is longer than 10240 bytes');
    expect(() => parse(`'${'ä'.repeat(MAX_EXPRESSION_BYTES / 2)}'`)).toThrow('expression is longer than 10240 bytes');
  });

  it('takes half a character for the one that stands for all unknown ones', () => {
    expect(parse("'a\ud800b'")).toMatchObject({ value: 'a\ufffdb' });
    expect(errors('\udc00')).toContain("token recognition error at: '\ufffd'");
  });

  it('leaves macros alone that there are not', () => {
    const without: Syntax = { celGo: '0.29', hasMacro: (name: string, args: number) => name !== 'all' || args !== 3 };
    expect(parse('a.all(x, y, true)', without)).toMatchObject({ kind: 'call', name: 'all' });
    expect(parse('a.all(x, true)', without)).toMatchObject({ kind: 'fold', macro: 'all' });
    expect(parse('a.all(x, y, true)')).toMatchObject({ kind: 'fold', macro: 'all', variable: 'x', second: 'y' });
  });
});

describe('the limits of cel-go', () => {
  it.each([
    ['parentheses', (n: number) => `${'('.repeat(n)}a${')'.repeat(n)}`, 249],
    ['lists', (n: number) => `${'['.repeat(n)}a${']'.repeat(n)}`, 249],
    ['calls', (n: number) => `${'f('.repeat(n)}a${')'.repeat(n)}`, 249],
    ['conditionals', (n: number) => `${'a?a:'.repeat(n)}a`, 249],
  ])('%s nest as deep as 249', (_, text, most) => {
    expect(errors(text(most))).toBe('none');
    expect(errors(text(most + 1))).toBe('ERROR: <input>:-1:0: expression recursion limit exceeded: 250');
  });

  it.each([
    ['sums', (n: number) => `${'1+'.repeat(n)}1`],
    ['comparisons', (n: number) => `${'1<'.repeat(n)}1`],
    ['fields', (n: number) => `a${'.a'.repeat(n)}`],
    ['member calls', (n: number) => `a${'.a()'.repeat(n)}`],
    ['lookups', (n: number) => `a${'[0]'.repeat(n)}`],
  ])('%s follow one another 250 times', (_, text) => {
    expect(errors(text(250))).toBe('none');
    expect(errors(text(251))).toBe('ERROR: <input>:-1:0: max recursion depth exceeded');
  });

  it('chains of && and || may be as long as they like, and signs as many', () => {
    expect(depth(parse(`${full('a||')}a`))).toBeLessThan(15);
    expect(depth(parse(`${full('a&&')}a`))).toBeLessThan(15);
    expect(parse(`${full('!!')}a`)).toMatchObject({ kind: 'name' });
  });

  it('of errors: 100 are printed, 30 are mended, 256 tokens are skipped', () => {
    expect(errors(full('#'))).toMatch(/\n1 more errors were truncated$/);
    expect(errors(`[${full('if,')}]`).match(/ERROR/g)).toHaveLength(100);
    expect(errors(`[${full('if,')}]`)).toMatch(/\n3310 more errors were truncated$/);
    expect(errors(full('(a b)+'))).toContain('Syntax error: error recovery attempt limit exceeded: 30');
    expect(errors(full('a '))).toContain('ERROR: <input>:-1:0: error recovery token lookahead limit exceeded: 256');
  });
});

describe('a hostile text', () => {
  it('cannot make a tree that is much larger than itself', () => {
    expect(errors(`a${'.optMap(x, x)'.repeat(10)}`)).toBe('none');
    expect(errors(`a${'.optMap(x, x)'.repeat(30)}`)).toContain('expression is too large after expanding its macros: not supported');
  });

  it.each([
    ...[
      '(',
      '[',
      '{',
      '-1[',
      'f(',
      'a.b{',
      '!',
      '!-',
      '"',
      '"""',
      "r'''",
      '`',
      '#',
      '.',
      ',',
      'a.(',
      '1 2,',
      '[)',
      '-1[)',
      '(a b)+',
      '{a,',
    ],
    ...[
      'a||',
      '1+',
      'a?a:',
      '[1].all(x,',
      'a.all(',
      '.optMap(x,x)',
      '9',
      '//',
      '\\',
      '\n',
      'if,',
      "'\\",
      '{1:',
      'a{b:',
      '\u{1f600}',
      'in ',
    ],
  ])('of 10 KiB of %j ends at once', (part) => {
    const text = full(part);
    for (const whole of [text, `a${text}a`, `[${text}]`, `{${text}}`]) {
      const start = process.cpuUsage().user;
      expect(typeof (outcome(whole).tree ?? errors(whole))).toBe('string');
      expect((process.cpuUsage().user - start) / 1000).toBeLessThan(1_000);
    }
  });

  it('of any kind gives a tree or issues', () => {
    const signs = `( ) [ ] { } . , - ! ? : + * == in < && || " ' """ \` \\ //`.split(' ');
    const words = 'a b.c 1 2.5 3u true null "s" b"x" r .? if = \ud800 all( map( has( bind( x,'.split(' ');
    const part = fc.constantFrom(...signs, '\n', ' ', ...words);
    fc.assert(
      fc.property(fc.array(part, { maxLength: 60 }), (parts) => {
        const text = parts.join('');
        expect(typeof (outcome(text).tree ?? errors(text))).toBe('string');
      }),
      { numRuns: 3_000, seed: 1 },
    );
  });
});

function depth(expr: Expr): number {
  return expr.kind === 'call' ? 1 + Math.max(...expr.args.map(depth)) : 1;
}
