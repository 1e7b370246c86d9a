// Families of problems with a known answer, on which the time of plain search doubles with each device.

import { ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR } from '../../src/allocator/kernel/layout.js';
import { isEmptySlot, type Problem, type ProblemRequest, type Slot } from '../../src/allocator/kernel/problem.js';
import { exactly, type Family, failed, found, over, problem, range, row, slotCount, stages, times } from './family-parts.js';

export type { Family } from './family-parts.js';

/** One request for `count` of `devices`, of which `matching` match by selector. */
function bySelector(devices: number, count: number, matching: number): Problem {
  return problem(devices, [
    exactly(
      stages(devices, (device) => device % 2 === 0 && device / 2 < matching),
      count,
    ),
  ]);
}

/** `count` requested devices that share a value, where each value has one device too few. `last`: the last value has enough. */
function byValue(devices: number, count: number, last: boolean): Problem {
  const requests = [
    exactly(
      stages(devices, () => true),
      count,
    ),
  ];
  const values = Math.ceil(devices / (count - 1));
  const entries = row(devices, (device) => (last && device === devices - 2 ? values - 1 : device % values));
  return problem(devices, requests, [over(requests, [0], 'match', values, entries)]);
}

/** Requests for these numbers of devices, from `devices` in all. */
function competing(counts: readonly number[], devices: number): Problem {
  const any = stages(devices, () => true);
  return problem(
    devices,
    counts.map((count) => exactly(any, count)),
  );
}

/** Half the devices share a value. The only device of the last request, under the same constraint, has no value or the value of the other half. */
function lateMatch(devices: number, count: number, last: number): Problem {
  const requests = [
    ...range(count).map(() => exactly(stages(devices, (device) => device < devices - 1))),
    exactly(stages(devices, (device) => device === devices - 1)),
  ];
  const entries = row(devices, (device) => (device < devices / 2 ? 0 : 1));
  entries[devices - 1] = last;
  return problem(devices, requests, [over(requests, range(count + 1), 'match', 2, entries)]);
}

/** `r` prioritized lists of 8 alternatives for two devices each. The total is the number of devices, or one more. */
function listsByCount(r: number, last: number): Problem {
  const devices = r * 2 + last - 1;
  const table = stages(devices, () => true);
  const list: ProblemRequest = { prioritized: true, slots: range(8).map(() => ({ stages: table, count: 2, adminAccess: false })) };
  return problem(devices, [...range(r).map(() => list), exactly(table)]);
}

/**
 * `r` prioritized lists of 8 alternatives, each for a device with one of 8 values. The device of a further request has the last value or none
 * of them.
 */
function listsByMatch(r: number, isThere: boolean): Problem {
  const devices = r * 8 + 1;
  const last = devices - 1;
  const list = (index: number): ProblemRequest => ({
    prioritized: true,
    slots: range(8).map((alternative) => ({
      stages: stages(devices, (device) => device === index * 8 + alternative),
      count: 1,
      adminAccess: false,
    })),
  });
  const requests = [...range(r).map(list), exactly(stages(devices, (device) => device === last))];
  const entries = row(devices, (device) => (device === last ? (isThere ? 7 : 8) : device % 8));
  return problem(devices, requests, [over(requests, range(slotCount(requests)), 'match', 9, entries)]);
}

/** Cards of 7 memory slices with partitions of these sizes at every place, as in MIG. Requests are for partitions by size, 0 for any size. */
function partitions(cards: number, wanted: readonly number[], sizes: readonly number[] = [1, 2, 3]): Problem {
  const devices: { readonly card: number; readonly slices: number; readonly at: number }[] = [];
  for (const card of range(cards)) {
    for (const slices of sizes) for (let at = 0; at + slices <= 7; at += slices) devices.push({ card, slices, at });
  }
  const perCard = 8;
  const draws = new Map(
    devices.map(({ card, slices, at }, index) => [
      index,
      {
        ledger: card,
        charges: [
          { budget: card * perCard, amount: BigInt(slices) },
          ...range(slices).map((offset) => ({ budget: card * perCard + 1 + at + offset, amount: 1n })),
        ],
        memberships: [],
      },
    ]),
  );
  const budgets = range(cards).flatMap(() => [7n, ...range(7).map(() => 1n)]);
  const requests = wanted.map((slices) => exactly(stages(devices.length, (device) => slices === 0 || devices[device]?.slices === slices)));
  return problem(devices.length, requests, [], {
    budgets,
    ledgers: range(cards).map((card) => range(perCard).map((index) => card * perCard + index)),
    counterSets: [],
    draws,
    shareable: new Set(),
    shared: new Set(),
    sums: range(perCard).map((index) => range(cards).map((card) => ({ budget: card * perCard + index, weight: 1n }))),
  });
}

/** A number of selections of devices with fewer or as many values, all different. Requests for a second group of plenty come first. */
function pigeonhole(holes: number, picks: number, rich: number): Problem {
  const devices = holes * 3 + rich * 2;
  const table = { poor: stages(devices, (device) => device < holes * 3), rich: stages(devices, (device) => device >= holes * 3) };
  const requests = [...range(rich).map(() => exactly(table.rich)), ...range(picks).map(() => exactly(table.poor))];
  const entries = row(devices, (device) => (device < holes * 3 ? device % holes : holes + device - holes * 3));
  return problem(devices, requests, [over(requests, range(requests.length), 'distinct', holes + rich * 2, entries)]);
}

/** Triangles: three devices of which any two share a value. The selections must be disjoint. Devices with unique values may come first. */
function triangles(count: number, picks: number, rich: number): Problem {
  const devices = count * 3 + rich * 2;
  const sets = [
    ...range(count).flatMap((triangle) =>
      [
        [0, 1],
        [1, 2],
        [0, 2],
      ].map((pair) => pair.map((value) => triangle * 3 + value)),
    ),
    ...range(rich * 2).map((index) => [count * 3 + index]),
  ];
  const table = { poor: stages(devices, (device) => device < count * 3), rich: stages(devices, (device) => device >= count * 3) };
  const requests = [...range(rich).map(() => exactly(table.rich)), ...range(picks).map(() => exactly(table.poor))];
  const entries = Uint32Array.from(range(devices));
  return problem(devices, requests, [{ kind: 'distinct', valueCount: count * 3 + rich * 2, sets, rows: requests.map(() => entries) }]);
}

/**
 * Lists under one constraint. The devices of the first requests have a unique value and two common ones. One of the last two requests has
 * devices with the first common value, the other one with the second. If the problem can be solved, the last device has both.
 */
function ownValues(count: number, agree: boolean): Problem {
  const devices = count * 3 + 6;
  const kindOf = (device: number): number => (device < count * 3 ? 0 : device < count * 3 + 3 ? 1 : 2);
  const requests = [0, 1, 2].flatMap((kind) => {
    const table = stages(devices, (device) => kindOf(device) === kind);
    return range(kind === 0 ? count : 1).map(() => exactly(table));
  });
  const sets = range(devices).map((device) => {
    if (kindOf(device) === 0) return [0, 1, 2 + device];
    return agree && device === devices - 1 ? [0, 1] : [kindOf(device) - 1];
  });
  const entries = Uint32Array.from(range(devices));
  return problem(devices, requests, [{ kind: 'match', valueCount: 2 + count * 3, sets, rows: requests.map(() => entries) }]);
}

/**
 * Pairs of a GPU and a NIC on one root. `roots` has for each root its number of GPUs and of NICs. Requests alternate, or those for GPUs come
 * first.
 */
function pairs(p: number, roots: readonly (readonly [number, number])[], grouped: boolean): Problem {
  const devices = [
    ...roots.flatMap(([gpus], root) => range(gpus).map(() => ({ kind: 'gpu', root }))),
    ...roots.flatMap(([, nics], root) => range(nics).map(() => ({ kind: 'nic', root }))),
  ];
  const table = (kind: string): Uint8Array => stages(devices.length, (device) => devices[device]?.kind === kind);
  const tables = { gpu: table('gpu'), nic: table('nic') };
  const requests = grouped
    ? [...range(p).map(() => exactly(tables.gpu)), ...range(p).map(() => exactly(tables.nic))]
    : range(p).flatMap(() => [exactly(tables.gpu), exactly(tables.nic)]);
  const entries = row(devices.length, (device) => devices[device]?.root ?? 0);
  const constraints = range(p).map((pair) =>
    over(requests, grouped ? [pair, p + pair] : [pair * 2, pair * 2 + 1], 'match', roots.length, entries),
  );
  return problem(devices.length, requests, constraints);
}

/** Reverses the requests of a problem. */
function reversed({ claims, ...rest }: Problem): Problem {
  return {
    ...rest,
    claims: claims.map(({ requests, constraints, ...claim }) => {
      let slot = 0;
      const slotsOf = requests
        .map(({ slots }) => slots.map(() => slot++))
        .reverse()
        .flat();
      return {
        ...claim,
        requests: [...requests].reverse(),
        constraints: constraints.map((constraint) => ({ ...constraint, rows: slotsOf.map((index) => constraint.rows[index]) })),
      };
    }),
  };
}

/** Adds a device to a problem on which the last request fails. Tables that requests shared are still shared. */
function withError({ deviceCount, claims, ...rest }: Problem): Problem {
  const grow = (table: Uint8Array, isLast: boolean): Uint8Array => Uint8Array.from([...table, isLast ? STAGE_ERROR + 4 : 4]);
  const tablesOfOthers = new Map<Uint8Array, Uint8Array>();
  const rows = new Map<Uint32Array, Uint32Array>();
  const stagesOf = (slot: Slot, isLast: boolean): Uint8Array => {
    const table = slot.stages;
    if (isLast && !isEmptySlot(slot)) return grow(table, true);
    const known = tablesOfOthers.get(table) ?? grow(table, false);
    tablesOfOthers.set(table, known);
    return known;
  };
  const rowOf = (entries: Uint32Array): Uint32Array => {
    const known = rows.get(entries) ?? Uint32Array.from([...entries, ENTRY_MISSING]);
    rows.set(entries, known);
    return known;
  };
  return {
    ...rest,
    deviceCount: deviceCount + 1,
    claims: claims.map(({ requests, constraints, ...claim }) => ({
      ...claim,
      requests: requests.map((request, index) => ({
        ...request,
        slots: request.slots.map((slot) => ({ ...slot, stages: stagesOf(slot, index === requests.length - 1) })),
      })),
      constraints: constraints.map((constraint) => ({
        ...constraint,
        rows: constraint.rows.map((entries) => (entries === undefined ? undefined : rowOf(entries))),
      })),
    })),
  };
}

const two = (roots: number): [number, number][] => range(roots).map((root) => (root % 2 === 0 ? [2, 1] : [1, 2]));
const ones = (roots: number): [number, number][] => range(roots).map(() => [1, 1]);

const IN_ORDER: readonly Family[] = [
  failed('32 wanted, 31 fit by selector', bySelector(128, 32, 31)),
  found('32 wanted, 32 fit by selector', bySelector(128, 32, 32)),
  failed('32 wanted, 31 share a value', byValue(124, 32, false)),
  found('32 wanted, 32 share the last value', byValue(124, 32, true)),
  failed('8 requests of 4 from 31', competing(times(8, 4), 31)),
  failed('4 requests of 8 from 31', competing(times(4, 8), 31)),
  failed('32 requests of 1 from 31', competing(times(32, 1), 31)),
  failed('requests of 1 to 7 from 27', competing([1, 2, 3, 4, 5, 6, 7], 27)),
  found('8 requests of 4 from 32', competing(times(8, 4), 32)),
  failed('the last of 9 requests has no value', lateMatch(128, 8, ENTRY_MISSING)),
  failed('the last of 32 requests has no value', lateMatch(128, 31, ENTRY_MISSING)),
  found('the last of 32 requests has the value of the other half', lateMatch(128, 31, 1 | ENTRY_SINGLE)),
  ...[4, 15].flatMap((r) => [
    failed(`${r} lists of 8 alternatives by count, one device too few`, listsByCount(r, 1)),
    found(`${r} lists of 8 alternatives by count`, listsByCount(r, 2)),
    failed(`${r} lists of 8 alternatives by match, none with the value of the last`, listsByMatch(r, false)),
    found(`${r} lists of 8 alternatives by match, the last ones with the value of the last`, listsByMatch(r, true)),
  ]),
  ...[1, 2, 3, 4].flatMap((cards) => [
    failed(`any profile, one more than the memory of ${cards} cards`, partitions(cards, times(cards * 7 + 1, 0))),
    found(`any profile, as many as the memory of ${cards} cards`, partitions(cards, times(cards * 7, 0))),
    found(`any profile, the large ones first, as many as the memory of ${cards} cards`, partitions(cards, times(cards * 7, 0), [3, 2, 1])),
  ]),
  ...[1, 2, 4, 6, 8].flatMap((cards) => [
    failed(`of 3 slices, one more than fits on ${cards} cards`, partitions(cards, times(cards * 2 + 1, 3))),
    failed(`of 2 slices, one more than fits on ${cards} cards`, partitions(cards, times(cards * 3 + 1, 2))),
    failed(`of 3 slices, then of 1, one too many on ${cards} cards`, partitions(cards, [...times(cards * 2, 3), ...times(cards + 1, 1)])),
    found(`of 3 slices, then of 1, as many as fit on ${cards} cards`, partitions(cards, [...times(cards * 2, 3), ...times(cards, 1)])),
  ]),
  ...[12, 31].flatMap((holes) => [
    failed(`pigeonhole of ${holes}`, pigeonhole(holes, holes + 1, 0)),
    found(`pigeonhole of ${holes}, a pick for each`, pigeonhole(holes, holes, 0)),
    failed(`${holes} triangles`, triangles(holes, holes + 1, 0)),
    found(`${holes} triangles, a pick of each`, triangles(holes, holes, 0)),
  ]),
  failed('pigeonhole of 23, hidden', pigeonhole(23, 24, 8)),
  found('pigeonhole of 23, hidden, a pick for each', pigeonhole(23, 23, 8)),
  failed('23 triangles, hidden', triangles(23, 24, 8)),
  found('23 triangles, hidden, a pick of each', triangles(23, 23, 8)),
  ...[8, 16].flatMap((p) =>
    [false, true].flatMap((grouped) => {
      const first = grouped ? ', GPUs first' : '';
      return [
        failed(`${p} pairs, one NIC missing${first}`, pairs(p, [...ones(p - 1), [1, 0]], grouped)),
        failed(`${p} pairs, one NIC on the wrong root${first}`, pairs(p, [...ones(p - 2), [1, 2], [1, 0]], grouped)),
        failed(`${p} pairs, roots with 2 + 1 and 1 + 2${first}`, pairs(p, two(p - 1), grouped)),
        found(`${p} pairs, enough roots with 2 + 1 and 1 + 2${first}`, pairs(p, two(p), grouped)),
      ];
    }),
  ),
  failed('30 lists with values of their own, then two requests that never agree', ownValues(30, false)),
  found('30 lists with values of their own, then two requests of which the last devices agree', ownValues(30, true)),
];

/** The families in both orders of their requests. The order does not decide whether a problem can be solved. */
export function inBothOrders(families: readonly Family[]): readonly Family[] {
  return families.flatMap((family) => {
    const isSymmetric = new Set(family.problem.claims.flatMap(({ requests }) => requests.map(({ slots }) => slots))).size < 2;
    return isSymmetric
      ? [family]
      : [family, { ...family, name: `${family.name}; in the opposite order`, problem: reversed(family.problem) }];
  });
}

/** The families with one more device on which the last request fails. Plain search meets it soon, or the answer stays the same. */
export function withErrors(families: readonly Family[]): readonly Omit<Family, 'answer'>[] {
  return families.map(({ name, problem: one }) => ({ name, problem: withError(one) }));
}

/** The families at sizes up to the limit of a claim. */
export const FAMILIES: readonly Family[] = inBothOrders(IN_ORDER);

export const FAMILIES_WITH_ERROR: readonly Omit<Family, 'answer'>[] = withErrors(FAMILIES);
