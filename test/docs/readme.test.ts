// The examples of README.md and of pages for those who begin are what the command says: `node scripts/readme-examples.mjs` writes them anew.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { examplesIn, PAGES, printedInReadme } from '../../scripts/readme-examples.mjs';
import { runProgram } from '../apps/cli/run-program.js';

const examplesOf = (page: string) => examplesIn(readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8'));
const EXAMPLES = PAGES.flatMap((page) => examplesOf(page).map((example) => ({ page, ...example })));

it('has examples that can be tried', () => {
  expect(new Set(examplesOf('README.md').map(({ args: [command] }) => command))).toEqual(
    new Set(['allocate', 'explain', 'nodes', 'validate']),
  );
  expect(new Set(EXAMPLES.map(({ page }) => page))).toEqual(new Set(PAGES));
});

it.each(EXAMPLES)('$page shows what $line prints', async ({ args, output }) => {
  const { code, ...printed } = await runProgram(args);
  expect(printedInReadme(printed)).toBe(output);
  expect(code).toBeLessThan(2);
});
