// docs/reference/explanation-codes.md has all codes: lint compares the page with the tables, and this test the tables with the sources.

import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { LOSS_CODES } from '../../src/explain/loss-codes.js';
import { LOSS_MEANINGS } from '../../src/explain/loss-meanings.js';
import { REJECTION_CODES } from '../../src/scheduler/filters/rejection-codes.js';

const SOURCES = new URL('../../src/', import.meta.url);
const PAGE = readFileSync(new URL('../../docs/reference/explanation-codes.md', import.meta.url), 'utf8');

/** The text of the sources below some folders, but for the tables. */
function textOf(...folders: readonly string[]): string {
  const files = folders.flatMap((folder) =>
    readdirSync(new URL(folder, SOURCES), { recursive: true, encoding: 'utf8' }).map((name) => `${folder}${name}`),
  );
  const sources = files.filter((name) => name.endsWith('.ts') && !/-(?:codes|meanings)\.ts$/.test(name));
  return sources.map((name) => readFileSync(new URL(name, SOURCES), 'utf8')).join('\n');
}

describe.each([
  ['losses', LOSS_MEANINGS, textOf('explain/')],
  ['rejections', REJECTION_CODES, textOf('scheduler/filters/', 'scheduler/scores/', 'scheduler/volumes/', 'cluster/')],
])('codes of %s', (_, table, sources) => {
  it.each(Object.entries(table))('%s has a row, and sources that say it', (code, { meaning, remedy }) => {
    const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${code}\` |`) && line.includes(meaning));
    expect(row).toContain(remedy);
    expect(sources).toContain(`'${code}'`);
  });
});

it('losses stand in the order of the checks', () => {
  expect(Object.keys(LOSS_MEANINGS)).toEqual(LOSS_CODES);
});
