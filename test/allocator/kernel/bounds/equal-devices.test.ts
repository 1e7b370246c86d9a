// Tests that devices that differ in only one property are not equal.

import { expect, it } from 'vitest';
import { referenceKernel } from '../../../../src/allocator/kernel/reference.js';
import { bounded, escalating } from '../../../support/kernels.js';
import { answerOf, UNLIKE_DRAWS } from '../unlike-draws.js';

const kernel = await bounded();

it.each(UNLIKE_DRAWS)('devices of another %s', async (_, problem, bounds) => {
  const expected = answerOf(referenceKernel, problem);
  expect(expected.kind).toBe('found');
  expect(answerOf(await bounded(bounds), problem)).toEqual(expected);
  expect(answerOf(kernel, problem)).toEqual(expected);
  expect(answerOf(escalating, problem)).toEqual(expected);
});
