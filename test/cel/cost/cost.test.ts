// Tests that the time to compute costs is within the costs.

import { afterEach, expect, it, vi } from 'vitest';
import { costOfCall } from '../../../src/cel/cost/cost.js';

const LONG = 'x'.repeat(100_000);
const SHORT = 'twelve chars';
const meter = { work: () => undefined };

/** Counts how often the characters of a whole text are counted. */
function countsOf(text: string, action: () => unknown): number {
  const test = vi.spyOn(RegExp.prototype, 'test');
  action();
  return test.mock.calls.filter(([given]) => given === text).length;
}

afterEach(() => vi.restoreAllMocks());

it('of a comparison the shorter text counts, whichever that is', () => {
  const cost = costOfCall('_<=_', 'less_equals_string');
  expect(countsOf(LONG, () => expect(cost(SHORT, LONG, true, meter)).toBe(2))).toBe(0);
  expect(countsOf(LONG, () => expect(cost(LONG, SHORT, true, meter)).toBe(2))).toBe(0);
});

it.each(['matches', 'find', 'findAll'])('%s with an empty pattern costs nothing, and counts nothing', (name) => {
  const cost = costOfCall(name, name === 'matches' ? 'matches_string' : undefined);
  expect(countsOf(LONG, () => expect(cost(LONG, '', true, meter)).toBe(0))).toBe(0);
  expect(cost(LONG, 'x', true, meter)).toBe(10_001);
});
