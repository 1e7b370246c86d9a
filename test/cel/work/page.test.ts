// Tests that the calibration in bench/results/cel-work.md covers every overload and part of the language.

import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { callableOverloads } from './arguments.js';
import { CONSTRUCTS, LOOPS } from './constructs.js';

const page = readFileSync(new URL('../../../bench/results/cel-work.md', import.meta.url), 'utf8');
const cellsOf = (line: string): string[] =>
  line
    .slice(2, -2)
    .split(/(?<!\\)\| /)
    .map((cell) => cell.trim().replaceAll('\\|', '|'));
const rows = page
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (?:function|part) /.test(line))
  .map(cellsOf);
const [calls, parts] = [rows.filter(({ length }) => length === 6), rows.filter(({ length }) => length === 4)];

it('has every overload that can be called, and no other', () => {
  const measured = calls.map(([name = '', id = '']) => `${name} ${id}`);
  expect(measured.toSorted()).toEqual(
    callableOverloads()
      .map(({ name, id }) => `\`${name}\` \`${id}\``)
      .toSorted(),
  );
});

it('has every other part of the language', () => {
  expect(parts.map(([name]) => name).toSorted()).toEqual([...CONSTRUCTS, ...LOOPS].map(({ name }) => name).toSorted());
});

it('says how long a step takes in each', () => {
  for (const cells of rows) expect(Number(cells.at(-1)?.replaceAll(',', ''))).toBeGreaterThanOrEqual(0);
});
