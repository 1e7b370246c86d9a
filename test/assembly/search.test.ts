import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import { ENTRY_FIRST_ONLY, ENTRY_MISSING, STAGE_ERROR } from '../../src/allocator/kernel/layout.js';
import type {
  Draw,
  Problem,
  ProblemConstraint,
  ProblemRequest,
  ProblemResources,
  SearchAnswer,
  Slot,
} from '../../src/allocator/kernel/problem.js';
import { referenceKernel } from '../../src/allocator/kernel/reference.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { cases } from '../support/extent.js';
import { debug, kernels, release } from '../support/kernels.js';
import { problemArbitrary } from '../support/problems.js';
import { STEP_LIMIT, solve } from '../support/solve.js';

function slot(stages: readonly number[], count = 1, more: Partial<Slot> = {}): Slot {
  return { stages: Uint8Array.from(stages), count, adminAccess: false, ...more };
}

function exactly(only: Slot): ProblemRequest {
  return { prioritized: false, slots: [only] };
}

function oneClaim(
  deviceCount: number,
  requests: readonly ProblemRequest[],
  constraints: readonly ProblemConstraint[] = [],
  more: Partial<Problem> = {},
): Problem {
  return { deviceCount, occupied: [], claimLimit: 32, claims: [{ requests, constraints }], ...more };
}

/** All devices free of rejection, each with the one value of the list; undefined: without the attribute. */
function constraint(kind: 'match' | 'distinct', values: readonly (number | undefined)[], slotCount: number): ProblemConstraint {
  const row = Uint32Array.from(values, (value) => value ?? ENTRY_MISSING);
  const valueCount = 1 + Math.max(...values.map((value) => value ?? 0));
  return {
    kind,
    valueCount,
    sets: Array.from({ length: valueCount }, (_, value) => [value]),
    rows: Array.from({ length: slotCount }, () => row),
  };
}

function devicesOf(answer: SearchAnswer): readonly number[] | string {
  return answer.kind === 'found' ? answer.selections.map(({ device }) => device) : answer.kind;
}

const free = (count: number): number[] => Array.from({ length: count }, () => 0);

describe.each(kernels)('%s', (_name, kernel) => {
  it('satisfies a problem without claims', () => {
    expect(solve(kernel, { deviceCount: 0, occupied: [], claimLimit: 32, claims: [] })).toEqual({
      kind: 'found',
      selections: [],
      steps: 1,
    });
  });

  it('takes the first devices that match and are free', () => {
    expect(devicesOf(solve(kernel, oneClaim(5, [exactly(slot([0, 4, 0, 0, 0], 2))], [], { occupied: [0] })))).toEqual([2, 3]);
  });

  it('counts the same steps as the recursion of the reference: one request of one device takes four', () => {
    expect(solve(kernel, oneClaim(1, [exactly(slot([0]))]))).toEqual({ kind: 'found', selections: [{ slot: 0, device: 0 }], steps: 4 });
  });

  it('tries combinations, not permutations, within a request', () => {
    // 3 of 4 where every pair clashes but (1, 3): plain failure after C(4,1) first selections and their seconds.
    expect(devicesOf(solve(kernel, oneClaim(4, [exactly(slot(free(4), 2))], [constraint('match', [0, 1, 2, 1], 1)])))).toEqual([1, 3]);
  });

  it('restores the running value set when it backtracks', () => {
    const sets = [[0, 1], [0], [1], [1]];
    const match: ProblemConstraint = { kind: 'match', valueCount: 2, sets, rows: [Uint32Array.from([0, 1, 2, 3])] };
    expect(devicesOf(solve(kernel, oneClaim(4, [exactly(slot(free(4), 3))], [match])))).toEqual([0, 2, 3]);
  });

  it('keeps the values of any two devices apart under a distinct constraint', () => {
    expect(devicesOf(solve(kernel, oneClaim(4, [exactly(slot(free(4), 3))], [constraint('distinct', [0, 1, 0, 2], 1)])))).toEqual([
      0, 1, 3,
    ]);
  });

  it('takes a device marked as first only, but never as second, under a distinct constraint', () => {
    const row = (entries: number[]): ProblemConstraint => ({
      kind: 'distinct',
      valueCount: 1,
      sets: [[], [0]],
      rows: [Uint32Array.from(entries)],
    });
    expect(devicesOf(solve(kernel, oneClaim(2, [exactly(slot(free(2), 2))], [row([0 | ENTRY_FIRST_ONLY, 1])])))).toEqual([0, 1]);
    expect(devicesOf(solve(kernel, oneClaim(2, [exactly(slot(free(2), 2))], [row([1, 0 | ENTRY_FIRST_ONLY])])))).toBe('failed');
  });

  it('ends with the error of the first device it considers, and not with one it never reaches', () => {
    expect(devicesOf(solve(kernel, oneClaim(2, [exactly(slot([0, STAGE_ERROR + 4]))])))).toEqual([0]);
    expect(solve(kernel, oneClaim(2, [exactly(slot([STAGE_ERROR + 4, 0]))]))).toMatchObject({
      kind: 'error',
      error: { kind: 'stage', slot: 0, device: 0 },
    });
  });

  it('falls back to the next subrequest when the rest of the search fails', () => {
    const prioritized: ProblemRequest = { prioritized: true, slots: [slot([0, 0, 0], 3), slot([0, 0, 0], 1)] };
    const answer = solve(kernel, oneClaim(3, [prioritized, exactly(slot([0, 0, 0], 2))]));
    expect(answer).toMatchObject({
      kind: 'found',
      selections: [
        { slot: 1, device: 0 },
        { slot: 2, device: 1 },
        { slot: 2, device: 2 },
      ],
    });
  });

  it('needs at least one device for a request for all', () => {
    expect(devicesOf(solve(kernel, oneClaim(1, [exactly(slot([0], 0, { all: [] }))])))).toBe('failed');
  });

  it('fails a request for all whose device is in use, and errs when a constraint rejects one', () => {
    const all = exactly(slot([0, 0], 2, { all: [0, 1] }));
    expect(devicesOf(solve(kernel, oneClaim(2, [all], [], { occupied: [1] })))).toBe('failed');
    expect(solve(kernel, oneClaim(2, [all], [constraint('match', [0, 1], 1)]))).toMatchObject({
      kind: 'error',
      error: { kind: 'refused', device: 1 },
    });
  });

  it('lets admin access share a device with another claim, but not within its claim', () => {
    const admin = exactly(slot([0], 1, { adminAccess: true }));
    const claims = (...list: ProblemRequest[][]): Problem => ({
      ...oneClaim(1, []),
      claims: list.map((requests) => ({ requests, constraints: [] })),
    });
    expect(devicesOf(solve(kernel, claims([admin], [admin])))).toEqual([0, 0]);
    expect(devicesOf(solve(kernel, claims([admin, admin])))).toBe('failed');
    expect(devicesOf(solve(kernel, claims([admin], [exactly(slot([0]))])))).toBe('failed');
  });

  it('passes the limit of a claim through selections without trying others', () => {
    // A second selection for request 0 would meet the error of device 1; the limit hides it.
    const first: ProblemRequest = { prioritized: true, slots: [slot([0, STAGE_ERROR + 4], 1), slot([0, 0], 1)] };
    const second = exactly(slot([1, 1], 2));
    expect(devicesOf(solve(kernel, oneClaim(2, [first, second], [], { claimLimit: 2 })))).toBe('exceeded');
    expect(solve(kernel, oneClaim(2, [first, second], [], { claimLimit: 3 }))).toMatchObject({ kind: 'error', error: { device: 1 } });
  });

  it('turns the limit of a claim into a plain failure for the claims before', () => {
    const problem = oneClaim(2, [exactly(slot([0, 0]))], [], { claimLimit: 1 });
    const claims = [...problem.claims, { requests: [exactly(slot([0, 0], 2))], constraints: [] }];
    expect(devicesOf(solve(kernel, { ...problem, claims }))).toBe('failed');
  });

  it('stops at the step limit', () => {
    expect(solve(kernel, oneClaim(1, [exactly(slot([0]))]), Number.POSITIVE_INFINITY, 3)).toEqual({ kind: 'step-limit', steps: 3 });
  });

  describe('with resources', () => {
    const none = { budgets: [], ledgers: [], counterSets: [], draws: new Map(), shareable: new Set<number>(), shared: new Set<number>() };
    const drawing = (amounts: readonly bigint[], budgets: readonly bigint[], more: Partial<ProblemResources> = {}): ProblemResources => ({
      ...none,
      budgets,
      ledgers: [budgets.map((_, index) => index)],
      draws: new Map(amounts.map((amount, device) => [device, { ledger: 0, charges: [{ budget: 0, amount }], memberships: [] }])),
      ...more,
    });

    it('takes the devices whose counters suffice together', () => {
      const problem = oneClaim(4, [exactly(slot(free(4), 2))], [], { resources: drawing([4n, 3n, 2n, 3n], [5n]) });
      expect(devicesOf(solve(kernel, problem))).toEqual([1, 2]);
    });

    it('rejects every draw on a ledger of which one counter is below zero, unless the draw lifts it', () => {
      const resources = drawing([1n, 1n], [5n, -1n]);
      expect(devicesOf(solve(kernel, oneClaim(2, [exactly(slot(free(2)))], [], { resources })))).toBe('failed');
      const lifting = { ledger: 0, charges: [{ budget: 1, amount: -1n }], memberships: [] };
      const lifted = { ...resources, draws: new Map([...resources.draws, [1, lifting]]) };
      expect(devicesOf(solve(kernel, oneClaim(2, [exactly(slot(free(2)))], [], { resources: lifted })))).toEqual([1]);
    });

    it('computes exactly with amounts that no machine word holds', () => {
      const huge = 10n ** 40n;
      const fits = oneClaim(3, [exactly(slot(free(3), 2))], [], { resources: drawing([huge + 1n, huge, huge], [2n * huge]) });
      expect(devicesOf(solve(kernel, fits))).toEqual([1, 2]);
    });

    it('lets selections share a device as far as its capacity goes, drawing its counters once', () => {
      const shares = new Map([[0, [{ budget: 1, amount: 2n }]]]);
      const request = exactly(slot(free(1), 1, { shares }));
      const resources: ProblemResources = { ...drawing([5n], [5n, 4n]), ledgers: [[0]], shareable: new Set([0]) };
      expect(devicesOf(solve(kernel, oneClaim(1, [request, request], [], { resources })))).toEqual([0, 0]);
      expect(devicesOf(solve(kernel, oneClaim(1, [request, request, request], [], { resources })))).toBe('failed');
    });

    it('does not draw for a device that is shared before the search', () => {
      const resources: ProblemResources = { ...drawing([5n], [0n]), shareable: new Set([0]) };
      const problem = oneClaim(1, [exactly(slot(free(1)))], [], { resources });
      expect(devicesOf(solve(kernel, problem))).toBe('failed');
      expect(devicesOf(solve(kernel, { ...problem, resources: { ...resources, shared: new Set([0]) } }))).toEqual([0]);
    });

    it('keeps what draws on one counter set to devices that all have a value in common', () => {
      const member = (set: number): Draw => ({ ledger: 0, charges: [], memberships: [{ counterSet: 0, set }] });
      // {0,1}, {1,2}, {2,0}: any two agree, all three do not.
      const sets = [[0, 1], [1, 2], [2, 0], [1]];
      const resources = {
        ...none,
        ledgers: [[]],
        counterSets: [{ valueCount: 3, sets }],
        draws: new Map([0, 1, 2, 3].map((n) => [n, member(n)])),
      };
      expect(
        devicesOf(
          solve(
            kernel,
            oneClaim(3, [exactly(slot(free(3), 3))], [], {
              resources: { ...resources, draws: new Map([0, 1, 2].map((n) => [n, member(n)])) },
            }),
          ),
        ),
      ).toBe('failed');
      expect(devicesOf(solve(kernel, oneClaim(4, [exactly(slot(free(4), 3))], [], { resources })))).toEqual([0, 1, 3]);
      const before = { ...resources, counterSets: [{ valueCount: 3, sets, before: [2] }] };
      expect(devicesOf(solve(kernel, oneClaim(4, [exactly(slot(free(4)))], [], { resources: before })))).toEqual([1]);
    });

    it('errs when a constraint rejects a device of a request for all before it finds its capacity short', () => {
      const all = exactly(slot([0, 0], 2, { all: [0, 1], shares: new Map([[1, [{ budget: 0, amount: 1n }]]]) }));
      const resources = { ...none, budgets: [0n] };
      expect(devicesOf(solve(kernel, oneClaim(2, [all], [], { resources })))).toBe('failed');
      expect(devicesOf(solve(kernel, oneClaim(2, [all], [constraint('match', [0, 1], 1)], { resources })))).toBe('error');
    });

    it('neither checks nor charges counters for a slot that ignores them', () => {
      const resources = drawing([5n, 5n], [5n]);
      const admin = exactly(slot([0, 1], 1, { adminAccess: true, ignoresCounters: true }));
      expect(devicesOf(solve(kernel, oneClaim(2, [admin, exactly(slot([1, 0]))], [], { resources })))).toEqual([0, 1]);
    });

    it('rejects resources that are malformed', () => {
      const start =
        (resources: ProblemResources, more: Partial<Slot> = {}) =>
        () =>
          inOneGo(kernel.start(oneClaim(1, [exactly(slot([0], 1, more))], [], { resources })));
      expect(start({ ...drawing([1n], [1n]), ledgers: [[]] })).toThrow('malformed problem: charge of a draw');
      expect(start({ ...none, shareable: new Set([1]) })).toThrow('malformed problem: shareable device');
      expect(start(none, { shares: new Map([[0, [{ budget: 0, amount: 1n }]]]) })).toThrow('malformed problem: share of a slot');
      expect(start({ ...none, counterSets: [{ valueCount: 1, sets: [[1]] }] })).toThrow('malformed problem: value of a counter set');
    });
  });

  it('rejects a malformed problem', () => {
    expect(() => inOneGo(kernel.start(oneClaim(2, [exactly(slot([0]))])))).toThrow('malformed problem: stages of a slot');
    expect(() => inOneGo(kernel.start(oneClaim(1, [exactly(slot([0], 1, { all: [1] }))])))).toThrow('malformed problem: devices of a slot');
    expect(() => inOneGo(kernel.start(oneClaim(1, [exactly(slot([0], 1, { ignoresCounters: true }))])))).toThrow('counters of a slot');
    expect(() => inOneGo(kernel.start(oneClaim(1, [exactly(slot([0]))], [{ ...constraint('match', [0], 1), sets: [[7]] }])))).toThrow(
      'malformed problem: value of a set',
    );
    expect(() => inOneGo(kernel.start(oneClaim(1, [exactly(slot([0]))], [], { occupied: [3] })))).toThrow(
      'malformed problem: occupied device',
    );
  });

  it('rejects a problem above the limits', () => {
    expect(() => inOneGo(kernel.start(oneClaim(2_000_000, [])))).toThrow(expect.objectContaining({ code: 'input-too-large' }));
  });
});

test('the solver gives the selections, the outcome and the steps of the reference', () => {
  fc.assert(
    fc.property(problemArbitrary, (problem) => {
      const expected = solve(referenceKernel, problem);
      expect(solve(release, problem)).toEqual(expected);
      expect(solve(debug, problem)).toEqual(expected);
    }),
    { numRuns: cases(500, 4000) },
  );
});

test('a search that is interrupted again and again comes to the same answer', () => {
  fc.assert(
    fc.property(problemArbitrary, fc.integer({ min: 1, max: 20 }), (problem, work) => {
      expect(solve(debug, problem, work)).toEqual(solve(referenceKernel, problem));
    }),
    { numRuns: 500 },
  );
});

test('searches that take turns do not disturb each other', () => {
  fc.assert(
    fc.property(fc.array(problemArbitrary, { minLength: 2, maxLength: 6 }), (problems) => {
      const searches = problems.map((problem) => inOneGo(debug.start(problem, STEP_LIMIT)));
      const answers: (SearchAnswer | undefined)[] = problems.map(() => undefined);
      while (answers.includes(undefined)) {
        searches.forEach((search, index) => {
          answers[index] ??= search.run(3);
        });
      }
      for (const search of searches) search.end();
      expect(answers).toEqual(problems.map((problem) => solve(referenceKernel, problem)));
    }),
    { numRuns: 200 },
  );
});

test('devices beyond the first words of a bitset are found, in order', () => {
  const stages = Array.from({ length: 1000 }, (_, index) => (index % 100 === 99 ? 0 : 7));
  for (const [, kernel] of kernels) {
    expect(devicesOf(solve(kernel, oneClaim(1000, [exactly(slot(stages, 5))], [], { occupied: [199] })))).toEqual([99, 299, 399, 499, 599]);
  }
});
