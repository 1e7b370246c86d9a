// Families of problems on which plain search takes time that doubles with each device, with an answer that is known.

import { ENTRY_SINGLE, STAGE_ERROR } from '../../src/kernel/layout.js';
import type { Problem, ProblemConstraint, ProblemRequest, ProblemResources, Slot } from '../../src/kernel/problem.js';

/** A problem with the answer that it must have. */
export interface Family {
  readonly name: string;
  readonly problem: Problem;
  readonly answer: 'found' | 'failed';
}

const LIMIT = 32;
/** Constraints over one attribute share their table of sets, as encoded ones do. */
const NO_SETS: ProblemConstraint['sets'] = [];
const range = (count: number): number[] => [...Array(count).keys()];
const stages = (count: number, matches: (device: number) => boolean): Uint8Array =>
  Uint8Array.from(range(count), (device) => (matches(device) ? 0 : 4));
const exactly = (table: Uint8Array, count = 1): ProblemRequest => ({
  prioritized: false,
  slots: [{ stages: table, count, adminAccess: false }],
});
const row = (count: number, valueAt: (device: number) => number): Uint32Array =>
  Uint32Array.from(range(count), (device) => valueAt(device) | ENTRY_SINGLE);

function problem(
  deviceCount: number,
  requests: readonly ProblemRequest[],
  constraints: readonly ProblemConstraint[] = [],
  resources?: ProblemResources,
): Problem {
  return {
    deviceCount,
    occupied: [],
    claimLimit: LIMIT,
    claims: [{ requests, constraints }],
    ...(resources === undefined ? {} : { resources }),
  };
}

function slotCount(requests: readonly ProblemRequest[]): number {
  return requests.reduce((sum, { slots }) => sum + slots.length, 0);
}

/** One scalar attribute under a constraint over some requests, by their ordinals; every request has one slot. */
function over(
  requests: readonly ProblemRequest[],
  chosen: readonly number[],
  kind: 'match' | 'distinct',
  valueCount: number,
  entries: Uint32Array,
): ProblemConstraint {
  return {
    kind,
    valueCount,
    sets: NO_SETS,
    rows: range(slotCount(requests)).map((index) => (chosen.includes(index) ? entries : undefined)),
  };
}

/** `count` wanted of `devices`, of which one too few match by selector. */
function oneTooFew(devices: number, count: number): Problem {
  return problem(devices, [
    exactly(
      stages(devices, (device) => device % 2 === 0 && device / 2 < count - 1),
      count,
    ),
  ]);
}

/** `count` wanted that share a value, of which each value has one too few. */
function oneTooFewByValue(devices: number, count: number): Problem {
  const requests = [
    exactly(
      stages(devices, () => true),
      count,
    ),
  ];
  const values = Math.ceil(devices / (count - 1));
  return problem(devices, requests, [
    over(
      requests,
      [0],
      'match',
      values,
      row(devices, (device) => device % values),
    ),
  ]);
}

/** `k` requests of `m` devices each, from one device too few. */
function competing(k: number, m: number): Problem {
  const devices = k * m - 1;
  return problem(
    devices,
    range(k).map(() =>
      exactly(
        stages(devices, () => true),
        m,
      ),
    ),
  );
}

/** The last request, for a device with the value that the others have not. */
function lateMatch(devices: number): Problem {
  const requests = [
    ...range(8).map(() => exactly(stages(devices, (device) => device < devices - 1))),
    exactly(stages(devices, (device) => device === devices - 1)),
  ];
  return problem(
    devices,
    requests,
    [
      over(
        requests,
        range(9),
        'match',
        2,
        row(devices, (device) => (device < devices / 2 ? 0 : 1)),
      ),
    ].map((one) => ({
      ...one,
      rows: one.rows.map((entries) =>
        entries === undefined ? undefined : Uint32Array.from(entries, (entry, device) => (device === devices - 1 ? 0x7fffffff : entry)),
      ),
    })),
  );
}

/** `r` prioritized lists of 8 of which every alternative is one device too many for the last. */
function lists(r: number): Problem {
  const devices = r * 2;
  const table = stages(devices, () => true);
  const list: ProblemRequest = { prioritized: true, slots: range(8).map(() => ({ stages: table, count: 2, adminAccess: false })) };
  return problem(devices, [...range(r).map(() => list), exactly(table)]);
}

interface Profile {
  readonly slices: number;
}

/** Cards of 7 memory slices with partitions at every place, as MIG has them; requests for profiles by their size. */
function partitions(cards: number, wanted: readonly number[]): Problem {
  const devices: { readonly card: number; readonly slices: number; readonly at: number }[] = [];
  for (const card of range(cards)) {
    for (const { slices } of [{ slices: 1 }, { slices: 2 }, { slices: 3 }] as readonly Profile[]) {
      for (let at = 0; at + slices <= 7; at += slices) devices.push({ card, slices, at });
    }
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

/** One pick more than there are values, all different; hidden behind a second group that has plenty. */
function pigeonhole(holes: number, hidden: boolean): Problem {
  const devices = holes * 3 + (hidden ? 16 : 0);
  const poor = stages(devices, (device) => device < holes * 3);
  const rich = stages(devices, (device) => device >= holes * 3);
  const requests = [...(hidden ? range(8).map(() => exactly(rich)) : []), ...range(holes + 1).map(() => exactly(poor))];
  const entries = row(devices, (device) => (device < holes * 3 ? device % holes : holes + device - holes * 3));
  return problem(devices, requests, [over(requests, range(requests.length), 'distinct', holes + 16, entries)]);
}

/** Triangles: three devices of which any two share a value; one pick more than there are triangles, all disjoint. */
function triangles(count: number): Problem {
  const devices = count * 3;
  const sets = range(count).flatMap((triangle) =>
    [
      [0, 1],
      [1, 2],
      [0, 2],
    ].map((pair) => pair.map((value) => triangle * 3 + value)),
  );
  const requests = range(count + 1).map(() => exactly(stages(devices, () => true)));
  const entries = Uint32Array.from(range(devices));
  return problem(devices, requests, [{ kind: 'distinct', valueCount: count * 3, sets, rows: requests.map(() => entries) }]);
}

/** Pairs of a GPU and a NIC on one root; `roots` gives for each root how many of both it has. Requests alternate, or GPUs come first. */
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

/** The same problem with one device more, on which the last request fails. */
function withError({ deviceCount, claims, ...rest }: Problem): Problem {
  const grow = (slot: Slot, isLast: boolean): Slot => ({
    ...slot,
    stages: Uint8Array.from([...slot.stages, isLast ? STAGE_ERROR + 4 : 4]),
  });
  return {
    ...rest,
    deviceCount: deviceCount + 1,
    claims: claims.map(({ requests, constraints }) => ({
      requests: requests.map((request, index) => ({
        ...request,
        slots: request.slots.map((slot) => grow(slot, index === requests.length - 1)),
      })),
      constraints: constraints.map((constraint) => ({
        ...constraint,
        rows: constraint.rows.map((entries) => (entries === undefined ? undefined : Uint32Array.from([...entries, 0x7fffffff]))),
      })),
    })),
  };
}

const two = (p: number): [number, number][] =>
  range(p / 2)
    .flatMap((): [number, number][] => [
      [2, 1],
      [1, 2],
    ])
    .slice(0, p);

/** The families at sizes up to the limit of a claim. */
export const FAMILIES: readonly Family[] = [
  { name: '32 wanted, 31 fit by selector', problem: oneTooFew(128, 32), answer: 'failed' },
  { name: '32 wanted, 31 share a value', problem: oneTooFewByValue(128, 32), answer: 'failed' },
  { name: '8 requests of 4 from 31', problem: competing(8, 4), answer: 'failed' },
  { name: '4 requests of 8 from 31', problem: competing(4, 8), answer: 'failed' },
  { name: 'the last request has no value', problem: lateMatch(64), answer: 'failed' },
  { name: '4 lists of 8 alternatives, then one', problem: lists(4), answer: 'failed' },
  { name: '15 lists of 8 alternatives, then one', problem: lists(15), answer: 'failed' },
  {
    name: 'any profile, one more than the memory',
    problem: partitions(
      1,
      range(8).map(() => 0),
    ),
    answer: 'failed',
  },
  {
    name: 'any profile, one more than the memory of 4 cards',
    problem: partitions(
      4,
      range(29).map(() => 0),
    ),
    answer: 'failed',
  },
  {
    name: 'one of 3 slices too many on 4 cards',
    problem: partitions(
      4,
      range(9).map(() => 3),
    ),
    answer: 'failed',
  },
  { name: 'of 3 slices, then of 1, on 2 cards', problem: partitions(2, [3, 3, 3, 3, 1, 1, 1]), answer: 'failed' },
  {
    name: 'of 3 slices, then of 1, on 4 cards',
    problem: partitions(4, [...range(8).map(() => 3), ...range(5).map(() => 1)]),
    answer: 'failed',
  },
  { name: 'pigeonhole of 12', problem: pigeonhole(12, false), answer: 'failed' },
  { name: 'pigeonhole of 12, hidden', problem: pigeonhole(12, true), answer: 'failed' },
  { name: '12 triangles', problem: triangles(12), answer: 'failed' },
  {
    name: '16 pairs, one NIC missing',
    problem: pairs(16, [...range(15).map((): [number, number] => [1, 1]), [1, 0]], false),
    answer: 'failed',
  },
  {
    name: '16 pairs, one NIC missing, GPUs first',
    problem: pairs(16, [...range(15).map((): [number, number] => [1, 1]), [1, 0]], true),
    answer: 'failed',
  },
  {
    name: '16 pairs, one NIC on the wrong root',
    problem: pairs(16, [...range(14).map((): [number, number] => [1, 1]), [1, 2], [1, 0]], false),
    answer: 'failed',
  },
  {
    name: '16 pairs, one NIC on the wrong root, GPUs first',
    problem: pairs(16, [...range(14).map((): [number, number] => [1, 1]), [1, 2], [1, 0]], true),
    answer: 'failed',
  },
  { name: '13 pairs, roots with 2 + 1 and 1 + 2', problem: pairs(13, two(12), false), answer: 'failed' },
  { name: '13 pairs, roots with 2 + 1 and 1 + 2, GPUs first', problem: pairs(13, two(12), true), answer: 'failed' },
  { name: '12 pairs, roots with 2 + 1 and 1 + 2', problem: pairs(12, two(12), false), answer: 'found' },
  { name: '12 pairs, roots with 2 + 1 and 1 + 2, GPUs first', problem: pairs(12, two(12), true), answer: 'found' },
];

/** The families again, each with one device on which the last request fails. Plain search comes upon it soon, or the answer is the same. */
export const FAMILIES_WITH_ERROR: readonly Omit<Family, 'answer'>[] = FAMILIES.map(({ name, problem: one }) => ({
  name,
  problem: withError(one),
}));
