// Every stored answer of the reference, for machines without Go. `npm run vectors` makes them.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { someOf } from '../support/extent.js';
import { referenceAnswer } from './answers.js';
import { compare, inconsistent } from './compare.js';
import { ALL_FEATURES, ALL_OUTCOMES, CASES_FOR_COVERAGE } from './coverage.js';
import { readVectors } from './stored.js';
import { ask, askEveryWay } from './ways.js';

const { header, cases: stored } = readVectors(join(import.meta.dirname, 'vectors.jsonl.gz'));
const GROUP = 250;
/** Every kind of call is made for one in this number of cases. */
const EVERY_WAY = 20;

it('holds as many cases as its header says', () => {
  expect(stored).toHaveLength(header.cases);
  expect(header.cases).toBeGreaterThan(3000);
});

it('has nearly all features and outcomes that a long run must hit', () => {
  const features = new Map(Object.entries(ALL_FEATURES));
  const outcomes = new Map(Object.entries(ALL_OUTCOMES));
  const most = (features.size + outcomes.size) / 20;
  for (const { input, answers } of stored) {
    for (const [name, holds] of features) if (holds(input)) features.delete(name);
    for (const answer of Object.values(answers)) {
      const said = referenceAnswer(answer);
      for (const [name, happened] of outcomes) if (happened(said, input, answer.messages ?? {})) outcomes.delete(name);
    }
  }
  expect(stored.length).toBeLessThan(CASES_FOR_COVERAGE);
  expect([...features.keys(), ...outcomes.keys()].length).toBeLessThan(most);
});

describe(`the answers of the reference ${header.reference}`, () => {
  const asked = someOf(stored, 8);
  for (let start = 0; start < asked.length; start += GROUP) {
    it(`hold for cases ${asked[start]?.input.id} to ${asked.slice(start, start + GROUP).at(-1)?.input.id}`, async () => {
      const found: object[] = [];
      for (const [offset, { input, answers }] of asked.slice(start, start + GROUP).entries()) {
        const ours = await ask(input);
        const differences = [...compare(input, { nodes: answers }, ours).differences];
        if (offset % EVERY_WAY === 0) differences.push(...inconsistent(await askEveryWay(input, ours)));
        for (const difference of differences) found.push({ id: input.id, ...difference });
      }
      expect(found).toEqual([]);
    });
  }
});
