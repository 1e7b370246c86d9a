// The lemmas of docs/solver.md: for each premise a problem whose answer is wrong when the guard of that premise goes. They were found by search with the
// guard taken out, and made as small as they go.

import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Kernel } from '../../../src/kernel/kernel.js';
import * as L from '../../../src/kernel/layout.js';
import type { Problem, SearchAnswer } from '../../../src/kernel/problem.js';
import { referenceKernel } from '../../../src/kernel/reference.js';
import { bounded } from '../../support/kernels.js';
import { type StoredProblem, storedProblem } from '../../support/stored-problems.js';

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
  pairs: [L.BOUND_PAIRS, 0],
} as const;

const kernels = await Promise.all(
  Object.entries(POLICIES).map(async ([name, [bounds, plainSteps]]) => [name, await bounded(bounds, plainSteps)] as const),
);

/** The answer without its steps, of which bounds save some. */
function answerOf(kernel: Kernel, problem: Problem): Omit<SearchAnswer, 'steps'> | undefined {
  const search = kernel.start(problem);
  const answer = search.run(Number.POSITIVE_INFINITY);
  search.end();
  if (answer === undefined) return undefined;
  const { steps: _, ...rest } = answer;
  return rest;
}

describe.each([...new Set(premises.map(({ lemma }) => lemma))])('%s', (lemma) => {
  const own = premises.filter((one) => one.lemma === lemma).map(({ premise, problem }) => [premise, storedProblem(problem)] as const);
  it.each(own)('%s', (_premise, problem) => {
    const expected = answerOf(referenceKernel, problem);
    for (const [name, kernel] of kernels) expect(answerOf(kernel, problem), name).toEqual(expected);
  });
});
