// Devices that differ in one thing only are not equal, and cards are not alike where one has a device more.

import { expect, it } from 'vitest';
import type { Draw, Problem } from '../../../src/kernel/problem.js';
import { referenceKernel } from '../../../src/kernel/reference.js';
import { bounded, escalating } from '../../support/kernels.js';
import { answerOf, UNLIKE_DRAWS } from '../unlike-draws.js';

const kernel = await bounded();

it.each(UNLIKE_DRAWS)('devices of another %s', async (_, problem, bounds) => {
  const expected = answerOf(referenceKernel, problem);
  expect(expected.kind).toBe('found');
  expect(answerOf(await bounded(bounds), problem)).toEqual(expected);
  expect(answerOf(kernel, problem)).toEqual(expected);
  expect(answerOf(escalating, problem)).toEqual(expected);
});

/** Both ledgers are in debt until a device gives something back; on the first one draw two more, which take nothing. */
it('cards are not alike where one has devices that take nothing', () => {
  const gives = (ledger: number): Draw => ({ ledger, memberships: [], charges: [{ budget: ledger, amount: -2n }] });
  const takesNothing: Draw = { ledger: 0, memberships: [], charges: [] };
  const stages = new Uint8Array(4);
  const requests = [1, 2, 1].map((count) => ({ prioritized: false, slots: [{ count, adminAccess: false, stages }] }));
  const problem: Problem = {
    deviceCount: 4,
    occupied: [],
    claimLimit: 32,
    claims: [{ requests, constraints: [] }],
    resources: {
      budgets: [-1n, -1n],
      ledgers: [[0], [1]],
      counterSets: [],
      draws: new Map([takesNothing, gives(1), takesNothing, gives(0)].entries()),
      shareable: new Set(),
      shared: new Set(),
    },
  };
  const expected = answerOf(referenceKernel, problem);
  expect(expected.kind).toBe('found');
  expect(answerOf(kernel, problem)).toEqual(expected);
});
