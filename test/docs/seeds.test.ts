// docs/internals/seeds.md names tests: each of them is there, under the title that the page has.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = join(import.meta.dirname, '../..');
const ROWS = readFileSync(join(ROOT, 'docs/internals/seeds.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| section |'))
  .map((line) => line.slice(2, -2).split(' | '));

/** A file, with titles in it. */
const CITED = /`(test\/[^`]+)`((?:,? "[^"]+")*)/g;

/** Returns the titles of suites and tests, including tests from tables. */
function titlesOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return Array.from(text.matchAll(/(?:\b(?:describe|it|test)|\))\(\s*(['"`])((?:\\.|(?!\1).)*)\1/gs), ([, , title = '']) => title);
}

it('has rows of a section, what serves it, and tests', () => {
  expect(ROWS.length).toBeGreaterThan(80);
  expect(ROWS.filter((row) => row.length !== 3 || row.some((cell) => cell === ''))).toEqual([]);
});

it.each(ROWS.filter(([, , shown]) => shown !== '-'))('%s: %s', (_section, _here, shown = '') => {
  expect(shown.replaceAll(CITED, '').replaceAll('; ', '')).toBe('');
  for (const [, file = '', titles = ''] of shown.matchAll(CITED)) {
    expect(existsSync(join(ROOT, file)), file).toBe(true);
    const known = titlesOf(file);
    const cited = Array.from(titles.matchAll(/"([^"]+)"/g), ([, title = '']) => title);
    expect(cited.filter((title) => !known.some((own) => own.includes(title)))).toEqual([]);
  }
});
