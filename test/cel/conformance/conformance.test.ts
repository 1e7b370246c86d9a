// Runs the applicable conformance tests of cel-spec. Each case passes, or is listed with the reason and must fail.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { askSafely } from '../corpus/run.js';
import { isExpected, questionOf, readSpecCases, type SpecCase } from './cases.js';

const { cases, commit } = readSpecCases(join(import.meta.dirname, 'cel-spec.json'));

/** Names of cases in which the engine differs from the reference, by reason. */
const known = JSON.parse(readFileSync(join(import.meta.dirname, 'known-differences.json'), 'utf8')) as Record<string, string[]>;

function passes(one: SpecCase): boolean {
  const answer = askSafely(questionOf(one));
  return !('crash' in answer) && isExpected(one, answer);
}

const names = (list: readonly SpecCase[]): string[] => list.map(({ name }) => name).sort();

describe(`cel-spec at ${commit}`, () => {
  it('has many cases of unique names', () => {
    expect(new Set(names(cases)).size).toBe(cases.length);
    expect(cases.length).toBeGreaterThan(1_400);
  });

  it('passes where the reference does what cel-spec expects, and fails where it does not, but for what is listed', () => {
    const different = cases.filter((one) => passes(one) !== (one.reference === undefined));
    expect(names(different)).toEqual(Object.values(known).flat().sort());
  });
});
