// The output in README.md and other pages is what the commands print: `node scripts/readme-examples.mjs` updates it.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { examplesIn, PAGES, printedInReadme } from '../../scripts/readme-examples.mjs';
import { runProgram } from '../apps/cli/run-program.js';

const examplesOf = (page: string) => examplesIn(readFileSync(new URL(`../../${page}`, import.meta.url), 'utf8'));
const EXAMPLES = PAGES.flatMap((page) => examplesOf(page).map((example) => ({ page, ...example })));

it('has examples that can be tried', () => {
  expect(new Set(examplesOf('README.md').map(({ args: [command] }) => command))).toEqual(new Set(['explain']));
  expect(new Set(EXAMPLES.map(({ args: [command] }) => command))).toEqual(new Set(['allocate', 'explain', 'nodes', 'validate']));
  expect(new Set(EXAMPLES.map(({ page }) => page))).toEqual(new Set(PAGES));
});

it.each(EXAMPLES)('$page shows what $line prints', async ({ args, line, output }) => {
  const { code, ...printed } = await runProgram(args);
  expect(printedInReadme(printed, line)).toBe(output);
  expect(code).toBeLessThan(2);
});

it('the README is short', () => {
  const [text = ''] = readFileSync(new URL('../../README.md', import.meta.url), 'utf8').split('## Documentation');
  expect(text.replaceAll(/^```[\s\S]*?^```$/gm, '').split(/\s+/).length).toBeLessThan(500);
  expect(text.split('\n').length).toBeLessThan(120);
});
