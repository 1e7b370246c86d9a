// Small random problems in indices, biased to ties, near misses and backtracking.

import * as fc from 'fast-check';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR } from '../../src/kernel/layout.js';
import type { Problem, ProblemClaim, ProblemConstraint, Slot } from '../../src/kernel/problem.js';

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
        kind: fc.constantFrom('match' as const, 'distinct' as const),
        valueCount: fc.constant(count),
        sets: fc.array(count === 0 ? fc.constant<number[]>([]) : fc.uniqueArray(fc.integer({ min: 0, max: count - 1 }), { maxLength: 3 }), {
          minLength: 1,
          maxLength: 5,
        }),
      })
      .chain(({ sets, ...rest }) => {
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
        return rows.map((taken): ProblemConstraint => ({ ...rest, sets, rows: taken }));
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

/** A random problem of at most 3 claims with 4 requests each, mostly of up to 8 devices, some of more than one word of a bitset. */
export const problemArbitrary: fc.Arbitrary<Problem> = fc
  .oneof({ weight: 9, arbitrary: fc.nat(8) }, { weight: 1, arbitrary: fc.integer({ min: 60, max: 140 }) })
  .chain((deviceCount) =>
    fc.record({
      deviceCount: fc.constant(deviceCount),
      occupied: fc.subarray([...Array(deviceCount).keys()], { maxLength: Math.min(deviceCount, 2) }),
      claimLimit: fc.constantFrom(4, 6, 32),
      claims: fc.array(claim(deviceCount), { maxLength: 3 }),
    }),
  );
