import { describe, expect, it } from 'vitest';
import { rolesOfLimits } from '../../../../src/allocator/kernel/bounds/claim-limits.js';
import { type SlotKind, slotKindsOf } from '../../../../src/allocator/kernel/bounds/slot-kinds.js';
import {
  BOUND_ALL,
  BOUND_DEVICE_SYMMETRY,
  ENTRY_ERROR,
  ENTRY_FIRST_ONLY,
  ENTRY_SINGLE,
  STAGE_ERROR,
} from '../../../../src/allocator/kernel/layout.js';
import { NO_RESOURCES, type Problem, type ProblemConstraint, type Slot } from '../../../../src/allocator/kernel/problem.js';
import { type Incremental, inOneGo } from '../../../../src/core/base/incremental.js';
import { bounded, release } from '../../../support/kernels.js';

const ANY = Uint8Array.of(0, 0, 0, 0);
const FEW = Uint8Array.of(0, 0, 4, 4);
const OTHERS = Uint8Array.of(4, 0, 0, 4);

function runToEnd<T>(parts: Incremental<T>): T {
  for (;;) {
    const { done, value } = parts.next();
    if (done === true) return value;
  }
}

const kindsOf = (of: Problem): SlotKind[] => runToEnd(slotKindsOf(of, rolesOfLimits(of, BOUND_ALL)));

const exactly = (stages: Uint8Array, count = 1): Slot => ({ stages, count, adminAccess: false });

function problem(slots: readonly Slot[], more: Partial<Problem> = {}, constraints: readonly ProblemConstraint[] = []): Problem {
  const requests = slots.map((slot) => ({ prioritized: false, slots: [slot] }));
  return { deviceCount: 4, occupied: [], claimLimit: 32, claims: [{ requests, constraints }], ...more };
}

function over(entries: readonly number[], chosen: readonly boolean[], kind: 'match' | 'distinct' = 'match'): ProblemConstraint {
  const row = Uint32Array.from(entries);
  return { kind, valueCount: 4, sets: [[0]], rows: chosen.map((isOver) => (isOver ? row : undefined)) };
}

describe('slots that can exchange devices', () => {
  it('are those that want the same, whatever their counts', () => {
    expect(kindsOf(problem([exactly(FEW), exactly(OTHERS), exactly(FEW, 2)]))).toEqual([
      { slots: [0, 2], narrower: [0] },
      { slots: [1], narrower: [1] },
    ]);
  });

  it('and those that could have whatever others could', () => {
    expect(kindsOf(problem([exactly(FEW), exactly(ANY), exactly(OTHERS)])).map(({ narrower }) => narrower)).toEqual([[0], [0, 1, 2], [2]]);
  });

  it('also where they alone could end with an error', () => {
    const erring = Uint8Array.of(0, 0, 0, STAGE_ERROR + 4);
    expect(kindsOf(problem([exactly(FEW), exactly(erring)])).map(({ narrower }) => narrower)).toEqual([[0], [0, 1]]);
    const onValue = over([0, 0, ENTRY_ERROR, 0], [true, true]);
    expect(kindsOf(problem([exactly(FEW), exactly(ANY)], {}, [onValue])).map(({ narrower }) => narrower)).toEqual([[0], [0, 1]]);
  });

  it('are under the same constraints', () => {
    const pair = over(
      [0, 1, 2, 3].map((value) => value | ENTRY_SINGLE),
      [true, true, false],
    );
    expect(kindsOf(problem([exactly(ANY), exactly(ANY), exactly(ANY)], {}, [pair])).map(({ slots }) => slots)).toEqual([[0, 1], [2]]);
  });

  it.each<[string, Problem]>([
    ['want all devices', problem([{ ...exactly(FEW, 2), all: [0, 1] }])],
    ['have admin access', problem([{ ...exactly(FEW), adminAccess: true }])],
    ['could share a device', problem([exactly(FEW)], { resources: { ...NO_RESOURCES, shareable: new Set([0]) } })],
    ['have a list that may only be the first', problem([exactly(FEW)], {}, [over([ENTRY_FIRST_ONLY, 0, 0, 0], [true], 'distinct')])],
    ['could exceed the limit of their claim', problem([exactly(FEW)], { claimLimit: 0 })],
    [
      'have devices that give something',
      problem([exactly(FEW)], {
        resources: {
          ...NO_RESOURCES,
          budgets: [1n],
          ledgers: [[0]],
          draws: new Map([[0, { ledger: 0, charges: [{ budget: 0, amount: -1n }], memberships: [] }]]),
        },
      }),
    ],
  ])('are none that %s', (_what, one) => {
    expect(kindsOf(one)).toEqual([]);
  });

  it('are of one claim', () => {
    const [claim] = problem([exactly(FEW)]).claims;
    const claims = [claim, { ...claim }] as Problem['claims'];
    expect(kindsOf({ ...problem([]), claims }).map(({ slots }) => slots)).toEqual([[0], [1]]);
  });
});

it('requests that want the same take devices in ascending order', async () => {
  // Even the 6 of 12 devices with the smallest amounts exceed the budget by one.
  const stages = new Uint8Array(12);
  const draws = new Map(
    [...stages.keys()].map((device) => [device, { ledger: 0, charges: [{ budget: 0, amount: BigInt(device + 4) }], memberships: [] }]),
  );
  const resources = { ...NO_RESOURCES, budgets: [38n], ledgers: [[0]], draws };
  const one = problem(
    Array.from({ length: 6 }, () => exactly(stages)),
    { deviceCount: 12, resources },
  );
  const [search, plain] = [inOneGo((await bounded(BOUND_DEVICE_SYMMETRY)).start(one, 100_000)), inOneGo(release.start(one, 100_000))];
  const [answer, expected] = [search.run(Number.POSITIVE_INFINITY), plain.run(Number.POSITIVE_INFINITY)];
  expect([answer?.kind, expected?.kind]).toEqual(['failed', 'failed']);
  // The number of sets of devices.
  expect(answer?.steps).toBeLessThan(2 ** 12);
  expect(expected?.steps).toBeGreaterThan(2 ** 14);
  search.end();
  plain.end();
});
