// Tests that nearly all problems that mix everything end within few steps.

import { expect, it } from 'vitest';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { cases } from '../../../support/extent.js';
import { escalating } from '../../../support/kernels.js';
import { MIXED_KINDS, type MixedKind, mixedKind, randomMixed } from '../../../support/random-mixed.js';

const MOST_STEPS = 5000;
const COUNT = cases(100, 300);

function isDone(kind: MixedKind, seed: number): boolean {
  const search = inOneGo(escalating.start(randomMixed(kind, seed), MOST_STEPS));
  const answer = search.run(Number.POSITIVE_INFINITY);
  search.end();
  return answer?.kind !== 'step-limit';
}

it.each(MIXED_KINDS)('problems of kind %s end within 5,000 steps, save one in a hundred', (kind) => {
  const slow = Array.from({ length: COUNT }, (_, seed) => seed).filter((seed) => !isDone(kind, seed));
  expect(slow.length).toBeLessThanOrEqual(COUNT / 100);
});

it('every kind is among those that are measured', () => {
  expect(new Set(Array.from({ length: 32 }, (_, number) => mixedKind(number)))).toEqual(new Set(MIXED_KINDS));
});
