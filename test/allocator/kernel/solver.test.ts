// Tests families of problems that plain search cannot solve: with bounds they need few steps, the same number on every machine.

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import * as L from '../../../src/allocator/kernel/layout.js';
import { ESCALATE } from '../../../src/allocator/kernel/solver.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { FAMILIES, FAMILIES_WITH_ERROR } from '../../support/families.js';
import { hardArbitrary } from '../../support/hard-problems.js';
import { bounded, escalating, release } from '../../support/kernels.js';
import { MODE_FAMILIES, MODE_FAMILIES_WITH_ERROR } from '../../support/mode-families.js';
import { HARD_KINDS, randomHard } from '../../support/random-hard.js';
import { solve } from '../../support/solve.js';

const MOST_STEPS = 1500;
const PLAIN_STEPS = 20_000;

describe('as released', () => {
  it.each([...FAMILIES, ...MODE_FAMILIES])('$name', ({ problem, answer }) => {
    expect(solve(escalating, problem, Number.POSITIVE_INFINITY, MOST_STEPS).kind).toBe(answer);
    const plain = solve(release, problem, Number.POSITIVE_INFINITY, PLAIN_STEPS);
    expect([answer, 'step-limit']).toContain(plain.kind);
  });

  it.each([...FAMILIES_WITH_ERROR, ...MODE_FAMILIES_WITH_ERROR])('$name, with a device on which the last request fails', ({ problem }) => {
    const got = solve(escalating, problem, Number.POSITIVE_INFINITY, MOST_STEPS);
    const plain = solve(release, problem, Number.POSITIVE_INFINITY, PLAIN_STEPS);
    expect(got.kind).not.toBe('step-limit');
    if (plain.kind !== 'step-limit') expect({ ...got, steps: 0 }).toEqual({ ...plain, steps: 0 });
  });
});

it.each([
  ['matching lists', 5010, 22],
  ['distinct lists', 1001, 20],
  ['match and distinct', 5009, 22],
  ['prioritized lists', 1007, 20],
] as const)('%s %i have no hope from the first pick on, as soon as there are bounds', (kind, seed, size) => {
  expect(solve(escalating, randomHard(kind, seed, size), Number.POSITIVE_INFINITY, MOST_STEPS)).toMatchObject({
    kind: 'failed',
    steps: ESCALATE.plainSteps,
  });
});

it('a limit of as many steps as an answer takes leaves it as it is, one less ends the search', () => {
  for (const { name, problem } of FAMILIES.filter((_, index) => index % 4 === 0)) {
    const answer = solve(escalating, problem, Number.POSITIVE_INFINITY, MOST_STEPS);
    expect(solve(escalating, problem, Number.POSITIVE_INFINITY, answer.steps), name).toEqual(answer);
    expect(solve(escalating, problem, Number.POSITIVE_INFINITY, answer.steps - 1), name).toEqual({
      kind: 'step-limit',
      steps: answer.steps - 1,
    });
  }
});

it('every bound has a family, or a random problem, in which it ends branches', async () => {
  const withBounds = await bounded();
  const ended = Array.from({ length: L.BOUND_COUNT }, () => 0);
  const random = fc.sample(hardArbitrary, { numRuns: 300, seed: 1 });
  const grown = HARD_KINDS.map((kind) => randomHard(kind, 1, 14));
  const families = [...FAMILIES, ...MODE_FAMILIES].filter(({ name }) => !name.endsWith('opposite order'));
  // Budgets never end a search by themselves; they only support other bounds.
  const missing = (): number[] => ended.flatMap((count, index) => (count === 0 ? [index] : []));
  for (const problem of [...random, ...grown, ...families.map((family) => family.problem)]) {
    if (missing().length === 1) break;
    const search = inOneGo(withBounds.start(problem, MOST_STEPS));
    search.run(Number.POSITIVE_INFINITY);
    search.ended.forEach((count, index) => {
      ended[index] = (ended[index] as number) + count;
    });
    search.end();
  }
  expect(missing()).toEqual([Math.log2(L.BOUND_BUDGETS)]);
});
