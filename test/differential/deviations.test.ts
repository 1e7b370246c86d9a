// Verifies the table of deviations: each case still has the documented difference. If a test fails because both sides agree, remove the
// deviation.

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
    // Some nodes of a case may have equal answers.
    expect(outcomes.map(({ verdict }) => verdict).filter((verdict) => verdict !== 'equal')).toEqual([name]);
  });
});

it('explains nothing in a case that lacks the feature', async () => {
  const { input, answers } = readStored(FOLDER, 'attribute-of-two-values');
  const plain = { ...input, slices: [] };
  const { differences } = compare(plain, { nodes: answers }, await ask(input));
  expect(differences).toMatchObject([{ got: { kind: 'allocated' }, want: { kind: 'unallocatable' } }]);
});
