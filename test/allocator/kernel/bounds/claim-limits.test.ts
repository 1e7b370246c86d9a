// Tests that the limit of a claim prunes a search: where it can hide no error, alternatives that exceed the limit are omitted.

import { describe, expect, it } from 'vitest';
import { rolesOfLimits } from '../../../../src/allocator/kernel/bounds/claim-limits.js';
import { BOUND_ALL, BOUND_LIMITS, STAGE_ERROR } from '../../../../src/allocator/kernel/layout.js';
import type { Problem, ProblemRequest } from '../../../../src/allocator/kernel/problem.js';
import { Random } from '../../../differential/generate/random.js';
import { escalating, release } from '../../../support/kernels.js';
import { solve } from '../../../support/solve.js';

const NO = 4;

/** Requests for 8, 4, 2 or 1 devices of a model, each a prioritized list. */
function tiers(seed: number, requestCount: number): Problem {
  const random = new Random(seed, requestCount);
  const models = ['x', 'y', 'z'];
  const devices = models.flatMap((model) => random.times(random.integer(2, 20), () => model));
  const of = (model: string): Uint8Array => Uint8Array.from(devices, (own) => (own === model ? 0 : NO));
  const tables = new Map(models.map((model) => [model, of(model)]));
  const list = (): ProblemRequest => ({
    prioritized: true,
    slots: [8, 4, 2, 1]
      .slice(random.integer(0, 2), random.integer(3, 4))
      .map((count) => ({ stages: tables.get(random.pick(models)) as Uint8Array, count, adminAccess: false })),
  });
  return {
    deviceCount: devices.length,
    occupied: [],
    claimLimit: 32,
    claims: [{ requests: random.times(requestCount, list), constraints: [] }],
  };
}

/** One claim of these requests, each with the counts of its alternatives. Any of 4 devices can serve each. */
function problem(claimLimit: number, counts: readonly (readonly number[])[], stages = Uint8Array.of(0, 0, 0, 0)): Problem {
  const requests = counts.map((own) => ({
    prioritized: own.length > 1,
    slots: own.map((count) => ({ stages, count, adminAccess: false })),
  }));
  return { deviceCount: 4, occupied: [], claimLimit, claims: [{ requests, constraints: [] }] };
}

/** Claims with these requests, on 4 devices. */
function inTurn(claimLimit: number, ...claims: readonly (readonly ProblemRequest[])[]): Problem {
  return { deviceCount: 4, occupied: [], claimLimit, claims: claims.map((requests) => ({ requests, constraints: [] })) };
}

const ANY = Uint8Array.of(0, 0, 0, 0);
const ERRS = Uint8Array.of(0, 0, 0, STAGE_ERROR + 4);

function oneOf(...slots: readonly (readonly [stages: Uint8Array, count: number])[]): ProblemRequest {
  return { prioritized: slots.length > 1, slots: slots.map(([stages, count]) => ({ stages, count, adminAccess: false })) };
}

describe('limits', () => {
  it('are those of each claim by itself', () => {
    const list = oneOf([ANY, 3], [ANY, 1]);
    const hiding = [oneOf([ERRS, 1]), list, list];
    expect(rolesOfLimits(inTurn(4, [list, list], [list], hiding), BOUND_ALL)).toEqual(['bound', 'none', 'end']);
    // A later claim that exceeds its limit in any case fails; the first one decides the answer.
    const above = [oneOf([ANY, 3]), oneOf([ANY, 2])];
    expect(rolesOfLimits(inTurn(4, above, above), BOUND_ALL)).toEqual(['end', 'bound']);
  });

  it('hide no error of the last request: what is above them there considers no device', () => {
    const list = oneOf([ANY, 3], [ANY, 1]);
    expect(rolesOfLimits(inTurn(4, [list, oneOf([ANY, 2], [ERRS, 1])]), BOUND_ALL)).toEqual(['bound']);
  });

  it.each([
    ['do nothing where no alternatives are above them', problem(4, [[2], [2, 1]]), BOUND_ALL, 'none'],
    ['are a bound where some alternatives are', problem(3, [[2], [2, 1]]), BOUND_ALL, 'bound'],
    ['end branches where that bound is off', problem(3, [[2], [2, 1]]), BOUND_ALL & ~BOUND_LIMITS, 'end'],
    ['end branches where all alternatives are', problem(2, [[2], [2, 1]]), BOUND_ALL, 'end'],
    ['end branches where they could hide an error', problem(3, [[2], [2, 1]], Uint8Array.of(0, 0, 0, STAGE_ERROR + 4)), BOUND_ALL, 'end'],
  ] as const)('%s', (_, of, switches, role) => {
    expect(rolesOfLimits(of, switches)).toEqual([role]);
  });

  it('are considered before the search comes to them', () => {
    const seeds = Array.from({ length: 60 }, (_, seed) => seed);
    const all = seeds.flatMap((seed) => [8, 10, 12].map((count) => tiers(seed, count)));
    expect(all.filter((of) => rolesOfLimits(of, BOUND_ALL).includes('bound')).length).toBeGreaterThan(60);
    let hard = 0;
    for (const of of all) {
      const answer = solve(escalating, of, Number.POSITIVE_INFINITY, 5000);
      expect(answer.kind).not.toBe('step-limit');
      const plain = solve(release, of, Number.POSITIVE_INFINITY, 100_000);
      if (plain.kind === 'step-limit') {
        hard++;
        continue;
      }
      expect({ ...answer, steps: 0 }).toEqual({ ...plain, steps: 0 });
    }
    // Plain search would need too many steps for some.
    expect(hard).toBeGreaterThan(3);
  });
});
