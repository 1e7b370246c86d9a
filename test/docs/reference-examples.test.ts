// Everything that the package exports has an example in its doc comment, which the reference shows; those that are complete print what they say.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { formatWithOptions } from 'node:util';
import { expect, it, vi } from 'vitest';
import { root } from '../../scripts/fresh.mjs';
import { documented, entries, printedBy, programsOf } from '../../scripts/reference-examples.mjs';

const FOLDER = join(root, 'build/reference-examples-run');

const ALL = entries().map((entry) => ({ ...entry, all: documented(entry) }));
/** The programs. A program of a symbol that several entries export is here once. */
const PROGRAMS = [
  ...new Map(
    ALL.flatMap(({ all }) =>
      all.flatMap((one) => programsOf(one, all).map((program) => [program, { name: `${one.entry} ${one.name}`, program }] as const)),
    ),
  ).values(),
];
const COMPLETE = PROGRAMS.filter(({ program }) => !/^declare /m.test(program));

it.each(ALL)('knows all values of $specifier', async ({ specifier, all }) => {
  const values = all.filter(({ name, isValue }) => isValue && !name.includes('.')).map(({ name }) => name);
  expect(values.sort()).toEqual(Object.keys(await import(specifier)).sort());
});

it('has an example of each', () => {
  const without = ALL.flatMap(({ all }) => all.filter(({ examples }) => examples.length === 0));
  expect(without.map(({ file, line, name }) => `${file}:${line}: ${name}`)).toEqual([]);
});

it('has examples most of which can be run', () => {
  expect(COMPLETE.length).toBeGreaterThan(PROGRAMS.length * 0.9);
});

it.each(COMPLETE)('$name prints what it says', async ({ name, program }) => {
  const printed = printedBy(program);
  if (printed === undefined) throw new Error('behind each console.log stands what it prints');
  expect(printed).not.toEqual([]);
  const lines: string[] = [];
  const log = vi.spyOn(console, 'log').mockImplementation((...values: unknown[]) => {
    lines.push(...formatWithOptions({ breakLength: Number.POSITIVE_INFINITY, compact: true, depth: 10 }, ...values).split('\n'));
  });
  const file = join(FOLDER, `${name.replaceAll(/\W/g, '-')}-${COMPLETE.findIndex((one) => one.program === program)}.ts`);
  mkdirSync(FOLDER, { recursive: true });
  // A busy machine may need more than a second, and tests must not depend on time.
  writeFileSync(file, program.replaceAll('milliseconds: 1000', 'milliseconds: 600_000'));
  try {
    await import(file);
  } finally {
    log.mockRestore();
    rmSync(file);
  }
  expect(lines).toEqual(printed);
});
