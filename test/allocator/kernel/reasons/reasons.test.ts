// Tests reasons: every hard family without a solution has one, counting proves each, and no changed reason passes the proof.

import * as fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import { BOUND_ALL, BOUND_DEVICE_SYMMETRY, ENTRY_SINGLE } from '../../../../src/allocator/kernel/layout.js';
import type { Problem } from '../../../../src/allocator/kernel/problem.js';
import type { Reason } from '../../../../src/allocator/kernel/reasons/reason.js';
import { reasonOf } from '../../../../src/allocator/kernel/reasons/reasons.js';
import { Checkpoint } from '../../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { isProof } from '../../../support/check-reason.js';
import { cases } from '../../../support/extent.js';
import { FAMILIES, FAMILIES_WITH_ERROR } from '../../../support/families.js';
import { hardArbitrary } from '../../../support/hard-problems.js';
import { boundedRelease, escalating, release } from '../../../support/kernels.js';
import { limitedArbitrary } from '../../../support/limited.js';
import { problemArbitrary } from '../../../support/problems.js';
import { HARD_KINDS, randomHard } from '../../../support/random-hard.js';
import { STEP_LIMIT, solveWithBounds } from '../../../support/solve.js';

/** All bounds that can end a search before the first selection, which the first step reports. */
const withBounds = await boundedRelease(BOUND_ALL & ~BOUND_DEVICE_SYMMETRY);

/** Returns a reason as a text for a failing test. */
function print(reason: Reason | undefined): string {
  return JSON.stringify(reason, (_, value) => (typeof value === 'bigint' ? Number(value) : value));
}

/** Reasons do not cover claims with whole alternatives. */
function hasAlternatives({ claims }: Problem): boolean {
  return claims.some(({ alternatives }) => alternatives !== undefined);
}

/**
 * Expects the properties of any problem: its reason is proved, and only a problem that fails has one.
 * Each problem without alternatives that a bound ends before the first selection must have a reason.
 */
function check(problem: Problem, plain: Kernel = release): Reason | undefined {
  const reason = inOneGo(reasonOf(problem));
  const { answer } = solveWithBounds(plain, problem, STEP_LIMIT);
  if (reason !== undefined) {
    if (!isProof(problem, reason)) expect.fail(`no proof: ${print(reason)}`);
    if (answer.kind !== 'step-limit') expect(answer.kind).toBe('failed');
  } else if (!hasAlternatives(problem) && solveWithBounds(withBounds, problem, STEP_LIMIT).isEndedAtRoot)
    expect.fail('a bound says no at once, and there is no reason');
  return reason;
}

type Json = unknown;
type Change = (value: Json, key: string) => Json[];

/** Returns all variants of a reason with one change. */
function changed(value: Json, change: Change, key = ''): Json[] {
  const own = change(value, key);
  if (Array.isArray(value)) {
    const inner = value.flatMap((item, index) =>
      changed(item, change, key).map((other) => value.map((each, at) => (at === index ? other : each))),
    );
    return [...own, ...inner];
  }
  if (typeof value !== 'object' || value === null) return own;
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, part]) => changed(part, change, name).map((other) => ({ ...value, [name]: other }))),
  ];
}

const AMOUNTS = ['needed', 'limit', 'places', 'served', 'serves', 'units', 'least', 'left', 'amount'];
const LISTS = ['requests', 'devices', 'cover', 'cliques', 'constraints', 'sides', 'values', 'slots', 'levels', 'terms', 'above'];

const CHANGES: Readonly<Record<string, Change>> = {
  'an amount that is one more or less': (value, key) => {
    if (!AMOUNTS.includes(key)) return [];
    if (typeof value === 'bigint') return [value - 1n, value + 1n];
    return typeof value === 'number' ? [value - 1, value + 1] : [];
  },
  'an entry less': (value, key) => {
    if (!Array.isArray(value) || !LISTS.includes(key)) return [];
    return value.map((_, index) => value.filter((_item, at) => at !== index));
  },
  'a device more': (value, key) => {
    const isDevices = key === 'devices' || (key === 'cliques' && Array.isArray(value) && typeof value[0] === 'number');
    return isDevices && Array.isArray(value) ? [[...value, Math.max(-1, ...value) + 1]] : [];
  },
};

const failing = FAMILIES.filter(({ answer }) => answer === 'failed');

describe('hard families', () => {
  it.each(FAMILIES)('$name', ({ problem, answer }) => {
    expect(check(problem, escalating) === undefined).toBe(answer !== 'failed');
  });

  it.each(FAMILIES_WITH_ERROR)('$name, with a device on which the last request fails', ({ problem }) => {
    check(problem, escalating);
  });

  it('get every kind of reason that they are made for', () => {
    const kinds = new Set(failing.map(({ problem }) => inOneGo(reasonOf(problem))?.kind));
    expect([...kinds].sort()).toEqual([
      'competing-requests',
      'no-common-value',
      'sum-exceeded',
      'too-few-devices',
      'too-few-distinct',
      'too-few-groups',
    ]);
  });
});

/**
 * Prioritized lists over 6 devices, 3 of each of two kinds. Each request is a list of
 * alternatives: the kind (2: any, 3: no device) and the number of devices.
 */
function lists(claimLimit: number, ...requests: readonly (readonly (readonly [kind: 0 | 1 | 2 | 3, count: number])[])[]): Problem {
  const tables = [0, 1, 2, 3].map((kind) => Uint8Array.from([0, 0, 0, 1, 1, 1], (own) => (kind === 2 || kind === own ? 0 : 4)));
  const slots = requests.map((own) => own.map(([kind, count]) => ({ stages: tables[kind] as Uint8Array, count, adminAccess: false })));
  return {
    deviceCount: 6,
    occupied: [],
    claimLimit,
    claims: [{ requests: slots.map((own) => ({ prioritized: true, slots: own })), constraints: [] }],
  };
}

/** The alternatives for one device match no device; with the others the claim exceeds its limit. */
const ABOVE = lists(
  4,
  [
    [3, 1],
    [0, 2],
  ],
  [
    [3, 1],
    [2, 3],
  ],
  [[1, 1]],
);
/**
 * With 3 devices of one kind for one of two requests, the third request would
 * exceed the limit. With 2 devices of the other kind each, they need too many.
 */
const WITHOUT = lists(
  6,
  [
    [0, 2],
    [1, 3],
  ],
  [
    [0, 2],
    [1, 3],
  ],
  [[2, 2]],
);

describe('limits of claims', () => {
  it('are a reason where no alternatives that could be served are within them', () => {
    expect(check(ABOVE)).toEqual({ kind: 'above-limit', requests: [0, 1], needed: 5, limit: 4 });
  });

  it('leave alternatives out of other reasons', () => {
    expect(check(WITHOUT)).toEqual({
      kind: 'competing-requests',
      requests: [0, 1],
      needed: 4,
      devices: [0, 1, 2],
      places: 3,
      above: [1, 3],
    });
  });
});

it('no bound counts requests with admin access under a match constraint before the first selection, as no reason does', () => {
  const row = Uint32Array.of(0, 1).map((value) => value | ENTRY_SINGLE);
  const requests = [true, false].map((adminAccess) => ({
    prioritized: false,
    slots: [{ stages: Uint8Array.of(0, 0), count: 1, adminAccess }],
  }));
  const constraint = { kind: 'match' as const, valueCount: 2, sets: [], rows: [row, row] };
  const problem: Problem = { deviceCount: 2, occupied: [], claimLimit: 32, claims: [{ requests, constraints: [constraint] }] };
  expect(check(problem)).toBeUndefined();
  expect(solveWithBounds(withBounds, problem, STEP_LIMIT).answer.kind).toBe('failed');
});

describe('a changed reason is no proof', () => {
  const random = Array.from({ length: cases(200, 1200) }, (_, seed) =>
    randomHard(HARD_KINDS[seed % HARD_KINDS.length] as string, seed, 5 + (seed % 7)),
  );
  const problems = [ABOVE, WITHOUT, ...failing.map(({ problem }) => problem), ...random].filter(({ deviceCount }) => deviceCount <= 40);
  const byKind = new Map<string, { problem: Problem; reason: Reason }[]>();
  for (const problem of problems) {
    const reason = inOneGo(reasonOf(problem));
    if (reason !== undefined) byKind.set(reason.kind, [...(byKind.get(reason.kind) ?? []), { problem, reason }]);
  }

  it('of any kind', () => {
    expect([...byKind.keys()].sort()).toEqual([
      'above-limit',
      'competing-requests',
      'no-common-value',
      'sum-exceeded',
      'sum-exceeded-together',
      'too-few-devices',
      'too-few-distinct',
      'too-few-groups',
      'values-too-small',
    ]);
  });

  it.each([...byKind.keys()])('%s', (kind) => {
    const some = (byKind.get(kind) ?? []).slice(0, 8);
    for (const { problem, reason } of some) {
      expect(isProof(problem, reason)).toBe(true);
      for (const [what, change] of Object.entries(CHANGES)) {
        for (const other of changed(reason, change)) {
          if (isProof(problem, other as Reason)) expect.fail(`${what}: ${print(other as Reason)} instead of ${print(reason)}`);
        }
      }
    }
  });
});

describe('a reason holds, and only a problem that fails has one', () => {
  const grown = fc.tuple(fc.constantFrom(...HARD_KINDS), fc.nat(1_000_000), fc.integer({ min: 4, max: 16 }));
  it.each([
    ['any', problemArbitrary],
    ['hard', hardArbitrary],
    ['limited', limitedArbitrary],
    ['grown', grown.map(([kind, seed, size]) => randomHard(kind, seed, size))],
  ])('in %s problems', (_kind, problems) => {
    let count = 0;
    fc.assert(
      fc.property(problems, (problem) => {
        if (check(problem) !== undefined) count++;
      }),
      { numRuns: cases(15, 400) },
    );
    expect(count).toBeGreaterThan(0);
  });
});

describe('limits', () => {
  /** Requests for one device each, with one device too few. */
  const competing = (count: number): Problem => {
    const stages = new Uint8Array(count - 1);
    const request = (): Problem['claims'][number]['requests'][number] => ({
      prioritized: false,
      slots: [{ stages, count: 1, adminAccess: false }],
    });
    const claims = Array.from({ length: count / 32 }, () => ({ requests: Array.from({ length: 32 }, request), constraints: [] }));
    return { deviceCount: count - 1, occupied: [], claimLimit: 32, claims };
  };

  it('a reason yields while it is looked for, and is the one that is found in one go', () => {
    const problem = competing(64);
    const checkpoint = new Checkpoint();
    checkpoint.beginSlice(0);
    const finding = reasonOf(problem, checkpoint);
    let [pauses, end] = [0, finding.next()];
    for (; end.done !== true; end = finding.next()) pauses++;
    const reason = end.value;
    expect(reason?.kind).toBe('competing-requests');
    expect(print(reason)).toBe(print(inOneGo(reasonOf(problem))));
    expect(pauses).toBeGreaterThan(100);
  });

  it('one that takes long is not looked for to the end', () => {
    const steps = vi.spyOn(Checkpoint.prototype, 'step');
    const work = (): number => steps.mock.calls.reduce((sum, [units = 1]) => sum + units, 0);
    expect(inOneGo(reasonOf(competing(512), new Checkpoint()))).toBeUndefined();
    expect(work()).toBeGreaterThan(10_000);
    expect(work()).toBeLessThan(200_000);
    steps.mockRestore();
  });

  it('thousands of values, each of which lacks something, are none', () => {
    // Two devices have each value, and three are requested.
    const valueCount = 30_000;
    const lists = [0, 1, 2].map((device) =>
      Array.from({ length: valueCount }, (_, value) => value).filter((value) => value % 3 !== device),
    );
    const row = Uint32Array.from(lists.keys());
    const problem: Problem = {
      deviceCount: 3,
      occupied: [],
      claimLimit: 32,
      claims: [
        {
          requests: [{ prioritized: false, slots: [{ stages: new Uint8Array(3), count: 3, adminAccess: false }] }],
          constraints: [{ kind: 'match', valueCount, sets: lists, rows: [row] }],
        },
      ],
    };
    expect(inOneGo(reasonOf(problem))).toBeUndefined();
  });
});
