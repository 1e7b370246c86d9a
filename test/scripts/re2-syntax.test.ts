// Compares the part of re2js in bundles with the whole: same programs, and same messages for invalid patterns.

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { expect, it } from 'vitest';
import { re2Syntax } from '../../scripts/re2-syntax.mjs';
import { withSupportedClasses } from '../../src/cel/library/unicode-classes.js';

interface Compiled {
  readonly re2Input: {
    readonly prefix: string;
    readonly cond: number;
    readonly prog: { readonly inst: readonly object[]; readonly start: number };
  };
}
interface Compiler {
  compile(pattern: string): unknown;
}

/** Everything of a compiled pattern that searches read, or the error. */
function programOf(compiler: Compiler, pattern: string): object {
  try {
    const { prefix, cond, prog } = (compiler.compile(pattern) as Compiled).re2Input;
    const instructions = prog.inst.map((instruction) => {
      const { op, out, arg, runes } = instruction as { op: number; out: number; arg: number; runes: Iterable<number> };
      return [op, out, arg, [...runes]];
    });
    return { prefix, cond, start: prog.start, instructions };
  } catch (error) {
    return { error: (error as Error).message };
  }
}

const { outputFiles } = await build({
  stdin: { contents: "export { RE2JS } from 're2js';", resolveDir: import.meta.dirname },
  bundle: true,
  format: 'esm',
  minify: true,
  write: false,
  plugins: [re2Syntax],
});
const text = outputFiles[0]?.text ?? '';
const { RE2JS: part } = (await import(`data:text/javascript,${encodeURIComponent(text)}`)) as { RE2JS: Compiler };

/** Pieces of patterns, good and bad, of every kind of RE2's syntax. */
const PIECES = [
  ...[
    'a',
    'Z',
    '0',
    'ſ',
    'K',
    'é',
    '😀',
    '.',
    '^',
    '$',
    '|',
    '(',
    ')',
    '(?:',
    '(?P<n>',
    '(?<m>',
    '(?i)',
    '(?s-m:',
    '(?U)',
    '[',
    ']',
    '[^',
    '-',
    '{',
    '}',
  ],
  ...[
    '*',
    '+',
    '?',
    '*?',
    '{2}',
    '{1,}',
    '{0,3}?',
    '{1001}',
    '\\d',
    '\\W',
    '\\s',
    '\\b',
    '\\B',
    '\\A',
    '\\z',
    '\\Z',
    '\\Q',
    '\\E',
    '\\C',
    '\\1',
    '\\x41',
    '\\x{1F600}',
  ],
  ...[
    '\\pL',
    '\\p{Greek}',
    '\\P{Lu}',
    '\\p{^Nd}',
    '\\p{Nope}',
    '[[:alpha:]]',
    '[[:^digit:]]',
    '[[:nope:]]',
    '[a-z]',
    '[z-a]',
    '[\\d-x]',
    '\\',
    '(?=a)',
    '(?<=a)',
    'abc',
  ],
];

it('is smaller', () => {
  expect(text.length).toBeLessThan(70_000);
  expect(text).not.toContain('DFA');
});

it('compiles every pattern to the same program', () => {
  const pattern = fc.oneof(
    fc.array(fc.constantFrom(...PIECES), { maxLength: 8 }).map((pieces) => pieces.join('')),
    fc.stringMatching(/^[a-c()|*+?.[\]^$\\-]{0,12}$/),
    fc.string({ unit: 'binary', maxLength: 12 }),
  );
  fc.assert(
    fc.property(pattern, (source) => {
      expect(programOf(part, source)).toEqual(programOf(RE2JS, source));
    }),
    { numRuns: 1_000, examples: PIECES.map((piece): [string] => [piece]) },
  );
});

it('has the characters of every class that a selector can name', () => {
  const all = readFileSync(fileURLToPath(import.meta.resolve('re2js')), 'utf8');
  const names = ['Any', 'Assigned', ...new Set([...all.matchAll(/^\t\t(\w+): \(\) => new /gm)].map((match) => match[1] as string))];
  const known = names.filter((name) => isKnown(`\\p{${name}}`));
  expect(known.length).toBeGreaterThan(140);
  for (const name of known) {
    for (const source of [`\\p{${name}}`, `(?i)\\p{${name}}`, `(?i)\\P{${name}}`, `[^\\P{${name}}a]`])
      expect(programOf(part, source), source).toEqual(programOf(RE2JS, source));
  }
});

function isKnown(pattern: string): boolean {
  try {
    withSupportedClasses(pattern);
    return true;
  } catch {
    return false;
  }
}
