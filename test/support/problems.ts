// Small random problems in indices, biased to ties, near misses and backtracking.

import * as fc from 'fast-check';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR } from '../../src/allocator/kernel/layout.js';
import type {
  Charge,
  Draw,
  Problem,
  ProblemClaim,
  ProblemConstraint,
  ProblemCounterSet,
  Slot,
} from '../../src/allocator/kernel/problem.js';

const stage = fc.oneof(
  { weight: 12, arbitrary: fc.constant(0) },
  { weight: 5, arbitrary: fc.integer({ min: 1, max: 127 }) },
  { weight: 1, arbitrary: fc.constant(STAGE_ERROR + 4) },
);

function slot(deviceCount: number): fc.Arbitrary<Slot> {
  return fc
    .record({
      stages: fc.array(stage, { minLength: deviceCount, maxLength: deviceCount }).map((stages) => Uint8Array.from(stages)),
      adminAccess: fc.integer({ min: 0, max: 5 }).map((n) => n === 0),
      count: fc.oneof(fc.integer({ min: 1, max: 4 }), fc.integer({ min: 1, max: 9 })),
      all: fc.option(fc.subarray([...Array(deviceCount).keys()]), { freq: 4, nil: undefined }),
    })
    .map(({ all, ...rest }) => (all === undefined ? rest : { ...rest, all, count: all.length }));
}

function constraint(deviceCount: number, slotCount: number): fc.Arbitrary<ProblemConstraint> {
  const valueCount = fc.constantFrom(0, 2, 3, 5, 64, 65, 130);
  return valueCount.chain((count) =>
    fc
      .record({
        kind: fc.constantFrom('match' as const, 'distinct' as const, 'emptyIntersection' as const),
        minSize: fc.constantFrom(1, 1, 2, 3),
        valueCount: fc.constant(count),
        sets: fc.array(count === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 3 }), {
          minLength: 1,
          maxLength: 5,
        }),
      })
      .chain(({ sets, minSize, ...rest }) => {
        const index = fc.nat(sets.length - 1);
        const single = fc.nat(Math.max(0, count - 1)).map((value) => value | ENTRY_SINGLE);
        const entry = fc.oneof(
          { weight: 12, arbitrary: index },
          { weight: count === 0 ? 0 : 12, arbitrary: single },
          { weight: 2, arbitrary: fc.constant(ENTRY_MISSING) },
          { weight: 1, arbitrary: fc.constant(ENTRY_ERROR) },
          { weight: 1, arbitrary: index.map((n) => n | ENTRY_FIRST_ONLY) },
        );
        const row = fc.array(entry, { minLength: deviceCount, maxLength: deviceCount }).map((entries) => Uint32Array.from(entries));
        const rows = fc.array(fc.option(row, { freq: 3, nil: undefined }), { minLength: slotCount, maxLength: slotCount });
        const least = rest.kind === 'match' && minSize > 1 ? { minSize } : {};
        return rows.map((taken): ProblemConstraint => ({ ...rest, ...least, sets, rows: taken }));
      }),
  );
}

function claim(deviceCount: number): fc.Arbitrary<ProblemClaim> {
  const alternatives = fc.array(slot(deviceCount), { minLength: 1, maxLength: 3 }).map((slots) => ({ prioritized: true, slots }));
  const exact = slot(deviceCount)
    .filter((only) => only.count > 0 || only.all !== undefined)
    .map((only) => ({ prioritized: false, slots: [only] }));
  return fc.array(fc.oneof(exact, alternatives), { maxLength: 4 }).chain((requests) => {
    const slotCount = requests.reduce((sum, request) => sum + request.slots.length, 0);
    return fc.array(constraint(deviceCount, slotCount), { maxLength: 3 }).map((constraints) => ({ requests, constraints }));
  });
}

/** Amounts that collide. Some problems multiply them by a factor that no machine word holds. */
function amounts(scale: bigint): {
  readonly any: fc.Arbitrary<bigint>;
  readonly positive: fc.Arbitrary<bigint>;
  readonly left: fc.Arbitrary<bigint>;
} {
  const times = (min: number, max: number): fc.Arbitrary<bigint> => fc.integer({ min, max }).map((n) => BigInt(n) * scale);
  return {
    any: fc.oneof({ weight: 8, arbitrary: times(0, 3) }, { weight: 1, arbitrary: times(-2, -1) }),
    positive: times(0, 3),
    left: fc.oneof({ weight: 8, arbitrary: times(0, 6) }, { weight: 1, arbitrary: times(-3, -1) }),
  };
}

function counterSet(): fc.Arbitrary<ProblemCounterSet> {
  return fc.constantFrom(1, 2, 3, 70).chain((valueCount) => {
    const set = fc.uniqueArray(fc.integer({ min: 0, max: valueCount - 1 }), { minLength: 0, maxLength: 2 });
    return fc
      .record({ sets: fc.array(set, { minLength: 1, maxLength: 4 }), before: fc.option(set, { freq: 4, nil: undefined }) })
      .map(({ sets, before }) => (before === undefined ? { valueCount, sets } : { valueCount, sets, before }));
  });
}

/** A draw of a device on one of two ledgers. */
function drawOn(
  ledgers: readonly (readonly number[])[],
  amount: fc.Arbitrary<bigint>,
  counterSets: readonly ProblemCounterSet[],
): fc.Arbitrary<Draw> {
  const membership = fc.nat(Math.max(0, counterSets.length - 1)).chain((index) => {
    return fc.nat((counterSets[index]?.sets.length ?? 1) - 1).map((set) => ({ counterSet: index, set }));
  });
  return fc.constantFrom(0, 1).chain((ledger) => {
    const budgets = ledgers[ledger] as readonly number[];
    return fc.record<Draw>({
      ledger: fc.constant(ledger),
      charges: fc.array(chargeOf(budgets, amount), { maxLength: budgets.length === 0 ? 0 : 3 }),
      // A device may have two memberships in one counter set.
      memberships: fc.array(membership, { maxLength: counterSets.length === 0 ? 0 : 3 }),
    });
  });
}

/** Adds resources to a problem: counters in two ledgers, counter sets, shareable devices with capacities. */
function withResources(problem: Problem): fc.Arbitrary<Problem> {
  const devices = [...Array(problem.deviceCount).keys()];
  const scales = fc.constantFrom(1n, 1n, 1n, 2n ** 62n - 1n, 10n ** 40n + 1n);
  return fc
    .tuple(scales, fc.integer({ min: 1, max: 6 }), fc.array(counterSet(), { maxLength: 2 }))
    .chain(([scale, budgetCount, counterSets]) => {
      const { any, positive, left } = amounts(scale);
      // The first half of the budgets are counters, the rest capacities.
      const counters = Math.ceil(budgetCount / 2);
      const split = Math.ceil(counters / 2);
      const ledgers = [[...Array(split).keys()], [...Array(counters).keys()].slice(split)];
      const capacities = [...Array(budgetCount).keys()].slice(counters);
      const shares = fc.array(chargeOf(capacities, positive), { maxLength: capacities.length === 0 ? 0 : 2 });
      const table = tableOf(devices, shares);
      return fc
        .record({
          budgets: fc.array(left, { minLength: budgetCount, maxLength: budgetCount }),
          draws: tableOf(devices, drawOn(ledgers, any, counterSets)),
          shareable: fc.subarray(devices),
          isShared: fc.func(fc.boolean()),
          tables: fc.array(table, { minLength: 1, maxLength: 3 }),
          choose: fc.func(fc.nat(20)),
        })
        .map(({ budgets, draws, shareable, isShared, tables, choose }) => ({
          ...problem,
          claims: problem.claims.map((one, claimIndex) => ({
            ...one,
            requests: one.requests.map((request, requestIndex) => ({
              ...request,
              slots: request.slots.map((own, slotIndex) => {
                const choice = choose(claimIndex, requestIndex, slotIndex);
                const shares = tables[choice % 4];
                return {
                  ...own,
                  ...(shares === undefined ? {} : { shares }),
                  ...(own.adminAccess && choice > 10 ? { ignoresCounters: true } : {}),
                };
              }),
            })),
          })),
          resources: {
            budgets,
            ledgers,
            counterSets,
            draws,
            shareable: new Set(shareable),
            shared: new Set(shareable.filter((device) => isShared(device))),
          },
        }));
    });
}

function chargeOf(budgets: readonly number[], amount: fc.Arbitrary<bigint>): fc.Arbitrary<Charge> {
  return fc.record({ budget: fc.constantFrom(...(budgets.length === 0 ? [0] : budgets)), amount });
}

function tableOf<T>(devices: readonly number[], value: fc.Arbitrary<T>): fc.Arbitrary<Map<number, T>> {
  return fc
    .subarray([...devices])
    .chain((chosen) => fc.tuple(...chosen.map((device) => value.map((one): [number, T] => [device, one]))).map((list) => new Map(list)));
}

/** A random problem of at most 3 claims with up to 4 requests each. Most have up to 8 devices, some more than one word of a bitset. */
export const problemArbitrary: fc.Arbitrary<Problem> = fc
  .oneof({ weight: 9, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.integer({ min: 60, max: 140 }) })
  .chain((deviceCount) =>
    fc.record({
      deviceCount: fc.constant(deviceCount),
      occupied: fc.subarray([...Array(deviceCount).keys()], { maxLength: Math.min(deviceCount, 2) }),
      claimLimit: fc.constantFrom(4, 6, 32),
      claims: fc.array(claim(deviceCount), { maxLength: 3 }),
    }),
  )
  .chain((problem) => (problem.deviceCount > 8 ? fc.constant(problem) : fc.oneof(fc.constant(problem), withResources(problem))));
