// Tests sizes at and above each limit, with assertions: no load or store
// leaves its memory range, and answers equal the results of plain search.

import { expect, it } from 'vitest';
import { checkProblem } from '../../../../src/allocator/kernel/check-problem.js';
import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import { STAGE_MATCH } from '../../../../src/allocator/kernel/layout.js';
import { Region } from '../../../../src/allocator/kernel/memory/region.js';
import { PROBLEM_LIMITS, type Problem, type ProblemResources, type SearchAnswer } from '../../../../src/allocator/kernel/problem.js';
import { referenceKernel } from '../../../../src/allocator/kernel/reference.js';
import { AllocationError } from '../../../../src/core/base/errors.js';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { Random } from '../../../differential/generate/random.js';
import { cases } from '../../../support/extent.js';
import { bounded } from '../../../support/kernels.js';
import { sizedProblem } from './sized.js';

/** The seed and the number of problems; `SIZES_SEED` and `SIZES_COUNT` configure long runs. */
const SEED = Number(process.env['SIZES_SEED'] ?? 1);
const COUNT = Number(process.env['SIZES_COUNT'] ?? cases(6, 60));
/** Longer searches are stopped. */
const STEPS = 400;
const WORK = 20_000;

const kernel = await bounded(undefined, 3);

/** Returns the answer of a search; undefined if it needs too many steps or runs. */
function solve(own: Kernel, problem: Problem): SearchAnswer | undefined {
  const search = inOneGo(own.start(problem, STEPS));
  try {
    for (let run = 0; run < 50; run++) {
      const answer = search.run(WORK);
      if (answer !== undefined) return answer.kind === 'step-limit' ? undefined : answer;
    }
    return undefined;
  } finally {
    search.end();
  }
}

it('assertions hold, and answers are those of plain search', { timeout: 60_000 + COUNT * 5000 }, () => {
  let compared = 0;
  for (let index = 0; index < COUNT; index++) {
    const seed = SEED + index;
    const problem = sizedProblem(new Random(seed, 9));
    checkProblem(problem);
    const found = { seed, answer: solve(kernel, problem) };
    const plain = { seed, answer: solve(referenceKernel, problem) };
    if (found.answer === undefined || plain.answer === undefined) continue;
    compared++;
    const { steps: _, ...answer } = found.answer;
    expect({ seed, answer: plain.answer }).toMatchObject({ seed, answer });
  }
  expect(compared).toBeGreaterThan(COUNT / 3);
});

const stages = new Uint8Array(1).fill(STAGE_MATCH);
const request = { prioritized: false, slots: [{ count: 1, adminAccess: false, stages }] };
const constraint = { kind: 'match', valueCount: 1, sets: [], rows: [undefined] } as const;
const base: Problem = { deviceCount: 1, occupied: [], claimLimit: 32, claims: [] };
const times = <T>(count: number, thing: T): T[] => new Array<T>(count).fill(thing);

/** Counter sets on which no device draws. */
function counterSets(count: number): Problem {
  const none: ReadonlySet<number> = new Set();
  const sets = times(count, { valueCount: 1, sets: [[0]] });
  return { ...base, resources: { budgets: [], ledgers: [], counterSets: sets, draws: new Map(), shareable: none, shared: none } };
}

it.each([
  ['claims', (count: number): Problem => ({ ...base, claims: times(count, { requests: [], constraints: [] }) })],
  ['slots', (count: number): Problem => ({ ...base, claims: [{ requests: times(count, request), constraints: [] }] })],
  ['constraints', (count: number): Problem => ({ ...base, claims: [{ requests: [request], constraints: times(count, constraint) }] })],
  ['constraints', counterSets],
  ['devices', (count: number): Problem => ({ ...base, deviceCount: count })],
] as const)('as many %s as a search may have, one less, and one more', (what, problemOf) => {
  const most = PROBLEM_LIMITS[what];
  for (const count of [most - 1, most]) expect(solve(kernel, problemOf(count))?.kind ?? 'takes long').toBeTypeOf('string');
  const thrown = (): unknown => inOneGo(kernel.start(problemOf(most + 1)));
  expect(thrown).toThrow(AllocationError);
  expect(thrown).toThrow(`${most + 1} ${what}, more than the ${most}`);
});

it('as many budgets as a search may have are not rejected, and one more are', () => {
  const { resources, ...rest } = counterSets(0);
  const most = PROBLEM_LIMITS.budgets;
  const list = times(most, 1n);
  const problem = { ...rest, resources: { ...(resources as ProblemResources), budgets: list } };
  expect(() => checkProblem(problem)).not.toThrow();
  list.push(1n);
  expect(() => checkProblem(problem)).toThrow(`${most + 1} budgets, more than the ${most}`);
});

it.each([-8, 0, 8])('a region has as many bytes as a search may have, and %i', (more) => {
  const region = new Region(0);
  region.take(PROBLEM_LIMITS.bytes - 64);
  const take = (): number => region.take(64 + more);
  if (more > 0) expect(take).toThrow(`more than the ${PROBLEM_LIMITS.bytes}`);
  else expect(take()).toBe(PROBLEM_LIMITS.bytes - 64);
});

it('a constraint has as many values as its bitsets have room for', () => {
  const many = (valueCount: number): Problem => ({
    ...base,
    claims: [{ requests: [request], constraints: [{ ...constraint, valueCount }] }],
  });
  for (const count of [(1 << 20) - 1, 1 << 20, (1 << 20) + 1]) expect(solve(kernel, many(count))?.kind).toBe('found');
  expect(() => inOneGo(kernel.start(many(PROBLEM_LIMITS.valueSets + 1)))).toThrow('value count');
});
