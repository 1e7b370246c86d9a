// The table of deviations is true: each case still differs in the way that is said. Where a test here fails since both sides agree,
// the deviation goes.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { compare } from './compare.js';
import { DEVIATIONS } from './deviations.js';
import { readStored, storedNames } from './stored.js';
import { ask } from './ways.js';

const FOLDER = join(import.meta.dirname, 'deviations');

it('has a case for each deviation, and no other', () => {
  expect(storedNames(FOLDER)).toEqual(DEVIATIONS.map(({ name }) => name).sort());
});

describe.each(DEVIATIONS.map(({ name, reason }) => [name, reason]))('%s: %s', (name) => {
  it('still differs from the reference, in this way alone', async () => {
    const { input, answers } = readStored(FOLDER, name as string);
    const { differences, outcomes } = compare(input, { nodes: answers }, await ask(input));
    expect(differences).toEqual([]);
    // Some of several nodes may have equal answers.
    expect(outcomes.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'equal')).toEqual([name]);
  });
});

it('explains nothing in a case that lacks the feature', async () => {
  const { input, answers } = readStored(FOLDER, 'attribute-of-two-values');
  const plain = { ...input, slices: [] };
  const { differences } = compare(plain, { nodes: answers }, await ask(input));
  expect(differences).toMatchObject([{ got: { kind: 'allocated' }, want: { kind: 'unallocatable' } }]);
});
