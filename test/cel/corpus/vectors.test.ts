// Tests every stored answer of the reference, for machines without Go. `node scripts/cel-vectors.mjs` creates them.

import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { someOf } from '../../support/extent.js';
import { askSafely, compareSafely, Tally } from './run.js';
import { questionOf, readVectors } from './stored.js';

const { header, cases: stored } = readVectors(join(import.meta.dirname, 'vectors.jsonl.gz'));
const GROUP = 500;

it('holds as many cases as its header says', () => {
  expect(stored).toHaveLength(header.cases);
  expect(header.cases).toBeGreaterThan(3500);
});

it('holds what is rejected and what is not, values and errors of every kind', () => {
  const accepted = stored.filter(({ answer }) => answer.refused === undefined);
  expect(accepted.length).toBeGreaterThan(stored.length / 2);
  expect(stored.length - accepted.length).toBeGreaterThan(stored.length / 5);
  const results = accepted.flatMap(({ answer }) => answer.results ?? []);
  expect(results.filter(({ error }) => error !== undefined).length).toBeGreaterThan(results.length / 5);
  for (const value of [true, false]) expect(results.filter((result) => result.value === value).length).toBeGreaterThan(500);
});

const firstLine = (text: unknown): unknown => (typeof text === 'string' ? text.split('\n', 1)[0] : text);

describe(`the answers of ${JSON.stringify(header.versions)}`, () => {
  const asked = someOf(stored, 5);
  for (let start = 0; start < asked.length; start += GROUP) {
    it(`hold for ${asked.length} cases from ${start} to ${Math.min(start + GROUP, asked.length) - 1}`, () => {
      const tally = new Tally();
      const found: object[] = [];
      for (const one of asked.slice(start, start + GROUP)) {
        const question = questionOf(one, header);
        for (const { column, got, want } of tally.add(
          question,
          compareSafely(question, askSafely(question), one.answer, { messages: false }),
        )) {
          found.push({ column, expression: one.expression, got: firstLine(got), want: firstLine(want) });
        }
      }
      expect({ different: found.length, first: found.slice(0, 10) }).toEqual({ different: 0, first: [] });
      expect(tally.questions.equal).toBeGreaterThan(0);
    });
  }
});
