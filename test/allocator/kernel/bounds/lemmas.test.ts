// Tests the lemmas of docs/internals/solver.md: for each premise, a problem whose answer is wrong without the guard of that premise.
// The problems were found by a search with the guard removed, and then minimized.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import * as L from '../../../../src/allocator/kernel/layout.js';
import type { Problem, SearchAnswer } from '../../../../src/allocator/kernel/problem.js';
import { referenceKernel } from '../../../../src/allocator/kernel/reference.js';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { bounded } from '../../../support/kernels.js';
import { type StoredProblem, storedProblem } from '../../../support/stored-problems.js';

interface Premise {
  readonly lemma: string;
  readonly premise: string;
  readonly problem: StoredProblem;
}

const premises: readonly Premise[] = JSON.parse(readFileSync(new URL('./lemmas.json', import.meta.url), 'utf8'));

const BUDGETS = L.BOUND_BUDGETS | L.BOUND_TOO_FEW;
const POLICIES = {
  'all bounds': [L.BOUND_ALL, 0],
  'all bounds after 2 steps': [L.BOUND_ALL, 2],
  'symmetry of devices and slots': [L.BOUND_DEVICE_SYMMETRY, 0],
  'symmetry beside nogoods': [L.BOUND_DEVICE_SYMMETRY | L.BOUND_NOGOODS, 0],
  nogoods: [L.BOUND_NOGOODS, 0],
  'nogoods within limits': [L.BOUND_NOGOODS | L.BOUND_LIMITS, 0],
  probing: [L.BOUND_PROBING | L.BOUND_MATCHING | BUDGETS, 0],
  'probing of equal devices': [L.BOUND_PROBING | L.BOUND_MATCHING | L.BOUND_TOO_FEW | L.BOUND_DEVICE_SYMMETRY, 0],
  'probing of values': [L.BOUND_PROBING | L.BOUND_MATCHING | L.BOUND_TOO_FEW | L.BOUND_VALUES, 0],
  matching: [L.BOUND_MATCHING | L.BOUND_BUDGETS, 0],
  sums: [L.BOUND_SUMS | L.BOUND_BUDGETS, 0],
  'packing of constraints': [L.BOUND_CONSTRAINT_PACKING, 0],
  'values, empty intersections and matching': [L.BOUND_VALUES | L.BOUND_EMPTY_INTERSECTION | L.BOUND_MATCHING, 0],
} as const;

const kernels = await Promise.all(
  Object.entries(POLICIES).map(async ([name, [bounds, plainSteps]]) => [name, await bounded(bounds, plainSteps)] as const),
);

/** Returns the answer without its steps, of which bounds save some. */
function answerOf(kernel: Kernel, problem: Problem): Omit<SearchAnswer, 'steps'> | undefined {
  const search = inOneGo(kernel.start(problem));
  const answer = search.run(Number.POSITIVE_INFINITY);
  search.end();
  if (answer === undefined) return undefined;
  const { steps: _, ...rest } = answer;
  return rest;
}

/**
 * Requests, each of which can use one device fewer than the one before. A matching serves one
 * device after the other with the next request, after trying all earlier ones.
 * One device is shareable, but has room for only one selection.
 */
function staircase(size: number): StoredProblem {
  const steps = Array.from({ length: size }, (_, step) => step);
  return {
    deviceCount: size,
    claimLimit: size,
    stages: steps.map((request) => steps.map((device) => (device < request ? 4 : L.STAGE_MATCH))),
    shares: [[[0, [[0, 1]]]]],
    claims: [{ requests: steps.map((request) => ({ slots: [{ stages: request, count: 1, shares: 0 }] })) }],
    resources: { budgets: [1], shareable: [0] },
  };
}

it('lemma 3, closed requests: a traversal that ran out of its budget decides nothing', async () => {
  const kernel = await bounded(L.BOUND_MATCHING | L.BOUND_BUDGETS);
  // A check has one budget for all traversals: one of these sizes exhausts it in the last traversal.
  for (let size = 94; size <= 100; size++)
    expect(answerOf(kernel, storedProblem(staircase(size))), `${size}`).toMatchObject({ kind: 'found' });
});

describe.each([...new Set(premises.map(({ lemma }) => lemma))])('%s', (lemma) => {
  const own = premises.filter((one) => one.lemma === lemma).map(({ premise, problem }) => [premise, storedProblem(problem)] as const);
  it.each(own)('%s', (_premise, problem) => {
    const expected = answerOf(referenceKernel, problem);
    for (const [name, kernel] of kernels) expect(answerOf(kernel, problem), name).toEqual(expected);
  });
});
