// Random problems in which plain search backtracks much: few kinds of devices, constraints over pairs and groups of requests, and counts near
// the number of devices. Some problems have a device on which a request fails.

import * as fc from 'fast-check';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR } from '../../src/allocator/kernel/layout.js';
import type { Draw, Problem, ProblemClaim, ProblemConstraint, ProblemRequest, Slot } from '../../src/allocator/kernel/problem.js';

interface Kinds {
  readonly deviceCount: number;
  /** The devices of each kind, one stage table for each. */
  readonly tables: readonly Uint8Array[];
}

const kinds: fc.Arbitrary<Kinds> = fc.integer({ min: 4, max: 11 }).chain((deviceCount) =>
  fc
    .tuple(
      fc.array(fc.nat(2), { minLength: deviceCount, maxLength: deviceCount }),
      fc.array(fc.integer({ min: 0, max: 25 }), { minLength: deviceCount, maxLength: deviceCount }),
      fc.boolean(),
    )
    .map(([kind, fails, overlapping]) => {
      const table = (wanted: number): Uint8Array =>
        Uint8Array.from(kind, (own, device) => {
          const matches = own === wanted || (overlapping && own === 2);
          if (fails[device] === wanted) return STAGE_ERROR + 4;
          return matches ? 0 : 4;
        });
      return { deviceCount, tables: [table(0), table(1), Uint8Array.from(kind, () => 0)] };
    }),
);

function slot({ tables }: Kinds): fc.Arbitrary<Slot> {
  return fc
    .record({
      table: fc.nat(tables.length - 1),
      count: fc.constantFrom(1, 1, 1, 2, 2, 3),
      adminAccess: fc.integer({ min: 0, max: 30 }).map((n) => n === 0),
      wantsAll: fc.integer({ min: 0, max: 20 }).map((n) => n === 0),
    })
    .map(({ table, count, adminAccess, wantsAll }) => {
      const stages = tables[table] as Uint8Array;
      const all = [...stages.keys()].filter((device) => stages[device] === 0);
      return wantsAll ? { stages, count: all.length, all, adminAccess } : { stages, count, adminAccess };
    });
}

function request(from: Kinds): fc.Arbitrary<ProblemRequest> {
  const one = slot(from).map((only) => ({ prioritized: false, slots: [only] }));
  const list = fc.array(slot(from), { minLength: 1, maxLength: 3 }).map((slots) => ({ prioritized: true, slots }));
  return fc.oneof({ weight: 5, arbitrary: one }, { weight: 1, arbitrary: list });
}

type Values = Pick<ProblemConstraint, 'valueCount' | 'sets'> & { readonly row: Uint32Array; readonly derived: Uint32Array };

/** Values of one attribute: usually one for each device, in some problems lists. */
function attribute(deviceCount: number): fc.Arbitrary<Values> {
  return fc.integer({ min: 2, max: 4 }).chain((valueCount) => {
    const scalar = fc.nat(valueCount - 1).map((value) => value | ENTRY_SINGLE);
    const sets = Array.from({ length: valueCount }, (_, value) => [value, (value + 1) % valueCount].sort((a, b) => a - b));
    const list = fc.nat(sets.length - 1);
    // The empty set comes last: it represents a list while lists are not supported as values.
    const all = [...sets, []];
    const mark = fc.constantFrom(ENTRY_MISSING, ENTRY_MISSING, ENTRY_ERROR, sets.length | ENTRY_FIRST_ONLY, sets.length | ENTRY_FIRST_ONLY);
    return fc.boolean().chain((lists) => {
      const entry = fc.oneof({ weight: 8, arbitrary: lists ? list : scalar }, { weight: 1, arbitrary: mark });
      const any = fc.array(entry, { minLength: deviceCount, maxLength: deviceCount });
      // Devices of two or three sorts, so that many are equal.
      const alike = fc
        .array(entry, { minLength: 2, maxLength: 3 })
        .chain((sorts) => fc.array(fc.constantFrom(...sorts), { minLength: deviceCount, maxLength: deviceCount }));
      return fc
        .record({
          entries: fc.oneof(any, alike),
          others: fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: alike }),
        })
        .map(({ entries, others }) => {
          const row = Uint32Array.from(entries);
          return { valueCount, sets: all, row, derived: others === undefined ? row : Uint32Array.from(others) };
        });
    });
  });
}

/** Groups of requests, by their ordinals, each under its own match constraint. */
function groupsOf(shape: number, requestCount: number, some: readonly number[]): readonly (readonly number[])[] {
  const all = [...Array(requestCount).keys()];
  const half = Math.ceil(requestCount / 2);
  if (shape === 0) return all.slice(0, half).map((pair) => all.filter((index) => index >> 1 === pair));
  if (shape === 1) return all.slice(0, half).map((pair) => all.filter((index) => index % half === pair));
  if (shape === 2) return [all];
  return shape === 3 ? [some] : [];
}

function claim(from: Kinds): fc.Arbitrary<ProblemClaim> {
  return fc.array(request(from), { minLength: 1, maxLength: 6 }).chain((requests) => {
    const owners = requests.flatMap(({ slots }, index) => slots.map(() => index));
    const some = fc.subarray([...requests.keys()]);
    const over = (group: readonly number[], { row, derived, ...values }: Values, kind: 'match' | 'distinct'): ProblemConstraint => {
      // Some requests derive the attribute, so that the same device has different values for them.
      return {
        ...values,
        kind,
        rows: owners.map((index, slotIndex) => (group.includes(index) ? (slotIndex % 4 === 3 ? derived : row) : undefined)),
      };
    };
    return fc
      .record({ values: attribute(from.deviceCount), others: attribute(from.deviceCount), shape: fc.nat(4), apart: fc.nat(3), some })
      .map(({ values, others, shape, apart, some: chosen }) => {
        const match = groupsOf(shape, requests.length, chosen).map((group) => over(group, values, 'match'));
        const distinct = groupsOf(apart + 2, requests.length, chosen).map((group) => over(group, others, 'distinct'));
        return { requests, constraints: [...match, ...distinct] };
      });
  });
}

function withCounters(problem: Problem): fc.Arbitrary<Problem> {
  const devices = [...Array(problem.deviceCount).keys()];
  const charge = fc.record({ budget: fc.nat(1), amount: fc.bigInt({ min: 0n, max: 3n }) });
  const draw = fc.record<Draw>({
    ledger: fc.constant(0),
    charges: fc.array(charge, { maxLength: 2 }),
    memberships: fc.constant([]),
  });
  return fc
    .record({
      draws: fc.array(draw, { minLength: devices.length, maxLength: devices.length }),
      budgets: fc.tuple(fc.bigInt({ min: -1n, max: 8n }), fc.bigInt({ min: 0n, max: 8n }), fc.bigInt({ min: 0n, max: 6n })),
      together: fc.boolean(),
      shareable: fc.oneof({ weight: 2, arbitrary: fc.constant<number[]>([]) }, { weight: 1, arbitrary: fc.subarray(devices) }),
    })
    .map(({ draws, budgets, together, shareable }) => {
      // Each selection of a shared device consumes 1 of the third budget.
      const shares = new Map(shareable.map((device) => [device, [{ budget: 2, amount: 1n }]]));
      const claims = problem.claims.map((one) => ({
        ...one,
        requests: one.requests.map((list) => ({ ...list, slots: list.slots.map((own) => (shares.size === 0 ? own : { ...own, shares })) })),
      }));
      return {
        ...problem,
        claims,
        resources: {
          budgets,
          ledgers: [[0, 1]],
          counterSets: [],
          draws: new Map(draws.map((one, device) => [device, one])),
          shareable: new Set(shareable),
          shared: new Set<number>(),
          ...(together
            ? {
                sums: [
                  [
                    { budget: 0, weight: 1n },
                    { budget: 1, weight: 2n },
                  ],
                ],
              }
            : {}),
        },
      };
    });
}

/**
 * Cards with equal partitions and counters, for which a few requests compete. Some problems have a card with less left, or with a negative
 * amount.
 */
const cards: fc.Arbitrary<Problem> = fc.tuple(fc.integer({ min: 2, max: 3 }), fc.integer({ min: 2, max: 4 })).chain(([count, size]) =>
  fc
    .record({
      kinds: fc.array(fc.nat(2), { minLength: size, maxLength: size }),
      fails: fc.array(fc.integer({ min: 0, max: 40 }), { minLength: count * size, maxLength: count * size }),
      amounts: fc.array(fc.tuple(fc.bigInt({ min: 0n, max: 2n }), fc.bigInt({ min: 0n, max: 2n })), { minLength: size, maxLength: size }),
      left: fc.array(fc.constantFrom(3n, 3n, 3n, 3n, 3n, 2n, 2n, 4n, 4n, -1n), { minLength: count * 2, maxLength: count * 2 }),
      one: fc.boolean(),
      occupied: fc.subarray([...Array(count * size).keys()], { maxLength: 1 }),
    })
    .chain(({ kinds: own, fails, amounts, left, one, occupied }) => {
      const deviceCount = count * size;
      const devices = [...Array(deviceCount).keys()];
      const table = (wanted: number): Uint8Array =>
        Uint8Array.from(devices, (device) =>
          fails[device] === wanted ? STAGE_ERROR + 4 : own[device % size] === wanted || wanted === 2 ? 0 : 4,
        );
      const from: Kinds = { deviceCount, tables: [table(0), table(1), table(2)] };
      const draws = devices.map((device): [number, Draw] => {
        const card = Math.floor(device / size);
        const charges = (amounts[device % size] as [bigint, bigint]).map((amount, index) => ({ budget: card * 2 + index, amount }));
        return [device, { ledger: one ? 0 : card, charges, memberships: [] }];
      });
      const budgets = [...left.keys()];
      const ledgers = one ? [budgets] : [...Array(count).keys()].map((card) => [card * 2, card * 2 + 1]);
      return claim(from).map(
        (only): Problem => ({
          deviceCount,
          occupied,
          claimLimit: 32,
          claims: [only],
          resources: {
            budgets: left,
            ledgers,
            counterSets: [],
            draws: new Map(draws),
            shareable: new Set<number>(),
            shared: new Set<number>(),
            sums: [0, 1].map((index) => [...Array(count).keys()].map((card) => ({ budget: card * 2 + index, weight: 1n }))),
          },
        }),
      );
    }),
);

/** A random problem of at most 2 claims with up to 6 requests each, over at most 11 devices of a few kinds. */
const anyHard: fc.Arbitrary<Problem> = kinds
  .chain((from) =>
    fc.record({
      deviceCount: fc.constant(from.deviceCount),
      occupied: fc.subarray([...Array(from.deviceCount).keys()], { maxLength: 1 }),
      claimLimit: fc.constantFrom(7, 32, 32, 32),
      claims: fc.oneof(
        { weight: 3, arbitrary: fc.array(claim(from), { minLength: 1, maxLength: 1 }) },
        { weight: 1, arbitrary: fc.array(claim(from), { minLength: 2, maxLength: 2 }) },
      ),
    }),
  )
  .chain((problem) => fc.oneof({ weight: 2, arbitrary: fc.constant(problem) }, { weight: 1, arbitrary: withCounters(problem) }));

/** Random problems in which plain search backtracks much. */
export const hardArbitrary: fc.Arbitrary<Problem> = fc.oneof({ weight: 2, arbitrary: anyHard }, { weight: 1, arbitrary: cards });
