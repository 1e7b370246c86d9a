// Memory after calls with long texts: what is stored of them is bounded, whichever cache they come to.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { bundleProgram } from '../../scripts/program.mjs';
import { IN_CLAIMS, IN_OBJECTS } from './scenarios.js';

const ROOT = join(import.meta.dirname, '../..');
const PROGRAM = 'build/kept-bytes/main.mjs';

interface Kept {
  readonly name: string;
  readonly kept: number;
}

/** Runs scenarios in a separate process. `heap`: the size of its heap in MiB. */
function run(calls: number, characters: number, names: readonly string[], heap: number): readonly Kept[] {
  const flags = ['--expose-gc', `--max-old-space-size=${heap}`];
  const output = execFileSync(process.execPath, [...flags, PROGRAM, String(calls), String(characters), ...names], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return output
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Kept);
}

function above(limit: number, results: readonly Kept[]): readonly Kept[] {
  return results.filter(({ kept }) => kept > limit);
}

beforeAll(() => bundleProgram('test/kept-bytes/main.ts', PROGRAM, { logLevel: 'warning' }));

it('of texts of 2 MB in claims nothing is kept', () => {
  const names = Object.keys(IN_CLAIMS);
  const results = run(6, 2_000_000, names, 512);
  expect(results.map(({ name }) => name)).toEqual(names);
  expect(above(7_000_000, results)).toEqual([]);
});

it('of texts of 2 MB in objects that are gone no more is kept than a cluster bears', () => {
  const names = Object.keys(IN_OBJECTS);
  const results = run(40, 2_000_000, names, 512);
  expect(results.map(({ name }) => name)).toEqual(names);
  expect(above(75_000_000, results)).toEqual([]);
});

it('texts of 20 MB end nothing', () => {
  const names = ['selectors that are too long', 'keys of tolerations'];
  expect(above(16_000_000, run(1, 20_000_000, names, 768))).toEqual([]);
});
