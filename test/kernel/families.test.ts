// Families that plain search does not get through: with bounds they take few steps, the same number on every machine.

import { describe, expect, it } from 'vitest';
import type { Kernel, Problem, SearchAnswer } from '../../src/kernel/problem.js';
import { FAMILIES, FAMILIES_WITH_ERROR } from '../support/families.js';
import { bounded, release } from '../support/kernels.js';

const MOST_STEPS = 1500;
const PLAIN_STEPS = 200_000;
const withBounds = await bounded();

function solve(kernel: Kernel, problem: Problem, steps: number): SearchAnswer {
  const search = kernel.start(problem, steps);
  try {
    return search.run(Number.POSITIVE_INFINITY) as SearchAnswer;
  } finally {
    search.end();
  }
}

describe('with bounds', () => {
  it.each(FAMILIES)('$name', ({ problem, answer }) => {
    expect(solve(withBounds, problem, MOST_STEPS).kind).toBe(answer);
    const plain = solve(release, problem, PLAIN_STEPS);
    expect([answer, 'step-limit']).toContain(plain.kind);
  });

  it.each(FAMILIES_WITH_ERROR)('$name, with a device on which the last request fails', ({ problem }) => {
    const got = solve(withBounds, problem, MOST_STEPS);
    const plain = solve(release, problem, PLAIN_STEPS);
    expect(got.kind).not.toBe('step-limit');
    if (plain.kind !== 'step-limit') expect({ ...got, steps: 0 }).toEqual({ ...plain, steps: 0 });
  });
});
