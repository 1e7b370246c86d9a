// Situations of users with pending claims. The output of `explain` is stored next to each, for readers. `node scripts/situations.mjs` writes
// it again.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { runProgram } from '../apps/cli/run-program.js';
import { someOf } from '../support/extent.js';

interface Situation {
  readonly name: string;
  readonly files: readonly string[];
  readonly args: readonly string[];
}

const folder = new URL('./situations/', import.meta.url);
const situations: readonly Situation[] = JSON.parse(readFileSync(new URL('situations.json', folder), 'utf8'));

/** Terms of the solver, which are unknown to readers who only use claims and devices. */
const WORDS_OF_THE_SOLVER =
  /\b(?:slots?|stages?|steps?|bounds?|budgets?|propagat\w*|prun\w*|backtrack\w*|branch\w*|Hall|satisf\w*|infeasib\w*|encod\w*|bits?|kernel|solver|undefined|NaN|\[object)\b/;

describe.each(someOf(situations, 3))('$name', ({ name, files, args }) => {
  const text = readFileSync(new URL(`${name}.txt`, folder), 'utf8');

  test('says what is kept', async () => {
    const { out, code } = await runProgram(['explain', ...files.flatMap((file) => ['-f', file]), ...args]);
    expect(out).toBe(text);
    expect(code).toBeLessThan(4);
  });

  test('has 100 columns at most, and no word of the solver', () => {
    expect(text.split('\n').filter((line) => line.length > 100)).toEqual([]);
    expect(WORDS_OF_THE_SOLVER.exec(text)?.[0]).toBeUndefined();
  });
});

test('every text is of a situation', () => {
  const texts = readdirSync(folder).filter((file) => file.endsWith('.txt'));
  expect(texts.sort()).toEqual(situations.map(({ name }) => `${name}.txt`).sort());
});
