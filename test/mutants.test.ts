// The mutants of scripts/mutants.mjs name code and tests that are there.

import { existsSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

interface Mutant {
  readonly name: string;
  readonly file: string;
  readonly from: string;
  readonly to: string;
  readonly tests: readonly string[];
}

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8');
const mutants: readonly Mutant[] = JSON.parse(read('test/mutants.json'));

it.each(mutants)('$name: the text to change is there once, and so are the tests', ({ file, from, to, tests }) => {
  expect(read(file).split(from)).toHaveLength(2);
  expect(to).not.toBe(from);
  expect(tests.length).toBeGreaterThan(0);
  for (const test of tests) expect(existsSync(new URL(`../${test}`, import.meta.url)), test).toBe(true);
});

it('no two mutants have one name', () => {
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length);
});
