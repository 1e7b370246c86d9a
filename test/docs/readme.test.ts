// The examples of README.md are what the command says: `node scripts/readme-examples.mjs` writes them anew.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { examplesIn, printedInReadme } from '../../scripts/readme-examples.mjs';
import { runProgram } from '../cli/run-program.js';

const EXAMPLES = examplesIn(readFileSync(new URL('../../README.md', import.meta.url), 'utf8'));

it('has examples that can be tried', () => {
  expect(new Set(EXAMPLES.map(({ args: [command] }) => command))).toEqual(new Set(['allocate', 'explain', 'nodes', 'validate']));
});

it.each(EXAMPLES)('shows what $line prints', async ({ args, output }) => {
  const { code, ...printed } = await runProgram(args);
  expect(printedInReadme(printed)).toBe(output);
  expect(code).toBeLessThan(2);
});
