// Every problem of a small scope, by number: axes whose choices are put together in all ways, less those that a symmetry makes the same as
// another one. docs/small-scope.md says which symmetries, and why nothing is lost.

import { ENTRY_ERROR, ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR } from '../../../src/kernel/layout.js';
import type {
  Draw,
  Problem,
  ProblemClaim,
  ProblemConstraint,
  ProblemRequest,
  ProblemResources,
  Slot,
} from '../../../src/kernel/problem.js';

/** Problems that vary along the same axes. */
export interface Stratum {
  readonly name: string;
  /** Ways to put the choices together, those that are left out included. */
  readonly size: number;
  /** The problem with a number; undefined where it is the same as another one up to a symmetry. */
  at(index: number): Problem | undefined;
}

const MATCH = 0;
const NO = 4;
const ERROR = STAGE_ERROR + 4;
const MOST_COUNT = 3;
/** This count stands for all devices that the selector does not refuse. */
const ALL = 0;

const range = (count: number, from = 0): number[] => Array.from({ length: count }, (_, index) => from + index);

/** All lists of `length` choices. */
function lists<T>(choices: readonly T[], length: number): T[][] {
  return length === 0 ? [[]] : lists(choices, length - 1).flatMap((list) => choices.map((choice) => [...list, choice]));
}

const subsets = (count: number): number[][] =>
  range(2 ** count - 1, 1).map((bits) => range(count).filter((index) => (bits & (1 << index)) !== 0));

const tables = new Map<string, Uint8Array>();
/** Equal selectors share one table, as encoded ones do. */
function table(stages: readonly number[]): Uint8Array {
  const key = stages.join();
  const known = tables.get(key) ?? Uint8Array.from(stages);
  tables.set(key, known);
  return known;
}

const rows = new Map<string, Uint32Array>();
function rowOf(entries: readonly number[]): Uint32Array {
  const key = entries.join();
  const known = rows.get(key) ?? Uint32Array.from(entries);
  rows.set(key, known);
  return known;
}

/** Selectors are a list of stages for each slot. A device that every selector refuses could as well not be there. */
type Selectors = readonly (readonly number[])[];

function isWanted(selectors: Selectors, device: number): boolean {
  return selectors.some((stages) => stages[device] !== NO);
}

function selectorsOf(devices: number, slots: number, cells: readonly number[]): Selectors[] {
  return lists(lists(cells, devices), slots).filter((selectors) => range(devices).every((device) => isWanted(selectors, device)));
}

/** Each device matches for a slot or not. */
const plain = (devices: number, slots: number): Selectors[] => selectorsOf(devices, slots, [MATCH, NO]);

/** One selector fails on one device. */
const oneError = (devices: number, slots: number): Selectors[] =>
  range(devices * slots).flatMap((cell) => {
    const [slot, device] = [Math.floor(cell / devices), cell % devices];
    return lists(lists([MATCH, NO], devices), slots)
      .filter((selectors) => selectors[slot]?.[device] === MATCH)
      .map((selectors) =>
        selectors.map((stages, index) => (index === slot ? stages.map((stage, own) => (own === device ? ERROR : stage)) : stages)),
      )
      .filter((selectors) => range(devices).every((own) => isWanted(selectors, own)));
  });

/** Any selector may fail on any device; at least one does. */
const anyErrors = (devices: number, slots: number): Selectors[] =>
  selectorsOf(devices, slots, [MATCH, NO, ERROR]).filter((selectors) => selectors.some((stages) => stages.includes(ERROR)));

/** Devices are of two kinds; each selector wants one kind, or any. */
function twoKinds(devices: number, slots: number): Selectors[] {
  const found = new Map<string, Selectors>();
  for (const kinds of lists([1, 2], devices)) {
    for (const wanted of lists([1, 2, 3], slots)) {
      const selectors = wanted.map((mask) => kinds.map((kind) => ((kind & mask) === 0 ? NO : MATCH)));
      if (range(devices).every((device) => isWanted(selectors, device))) found.set(selectors.join(';'), selectors);
    }
  }
  return [...found.values()];
}

/** Claims, each a list of requests: 1 is a request of its own, -k a prioritized list of k. */
type Shape = readonly (readonly number[])[];

const SHAPES: Readonly<Record<number, readonly Shape[]>> = {
  1: [[[1]], [[-1]]],
  2: [[[1, 1]], [[-2]], [[1], [1]], [[-1, 1]], [[1, -1]]],
  3: [[[1, 1, 1]], [[1, -2]], [[-2, 1]], [[-3]], [[1], [1, 1]], [[1, 1], [1]], [[1], [1], [1]], [[1], [-2]], [[-2], [1]]],
};
const oneClaim = (slots: number): readonly Shape[] => (SHAPES[slots] as readonly Shape[]).filter((shape) => shape.length === 1);
const essential = (slots: number): readonly Shape[] => oneClaim(slots).filter(([requests]) => requests?.includes(-1) === false);

const severalRequests = essential(3).filter(([requests]) => (requests?.length ?? 0) > 1);

interface Counted {
  readonly shape: Shape;
  /** By slot. */
  readonly counts: readonly number[];
}

/** Shapes with counts. To want two devices more than the requests before leave is the same as to want one more. */
function counted(shapes: readonly Shape[], devices: number, withAll: boolean): Counted[] {
  return shapes.flatMap((shape) => {
    const requests = shape.flat();
    const extend = (at: number, left: number): number[][] => {
      const request = requests[at];
      if (request === undefined) return [[]];
      const most = Math.min(MOST_COUNT, left + 1);
      const choices = lists([...(withAll ? [ALL] : []), ...range(most, 1)], Math.abs(request));
      return choices.flatMap((own) => {
        const least = Math.min(...own.map((count) => Math.max(1, count)));
        return extend(at + 1, Math.max(0, left - least)).map((rest) => [...own, ...rest]);
      });
    };
    return extend(0, devices).map((counts) => ({ shape, counts }));
  });
}

/** Values of one attribute by device: numbered as they appear, which makes those that differ by their names alone the same. */
function valuesOf(devices: number, marks: readonly number[]): number[][] {
  const extend = (length: number): number[][] => {
    if (length === 0) return [[]];
    return extend(length - 1).flatMap((list) => {
      const used =
        list.filter((entry) => !marks.includes(entry)).length === 0 ? 0 : 1 + Math.max(...list.filter((one) => !marks.includes(one)));
      return [...marks, ...range(Math.min(3, used + 1))].map((entry) => [...list, entry]);
    });
  };
  return extend(devices);
}

/** Lists of up to three values by device, as bits: of those that differ by the names of values alone the first in order. */
function listsOf(devices: number): number[][] {
  const permutations = lists([0, 1, 2], 3).filter((order) => new Set(order).size === 3);
  return lists(range(8), devices).filter((own) =>
    permutations.every((order) => {
      const renamed = own.map((bits) => order.reduce((sum, to, from) => sum | (((bits >> from) & 1) << to), 0));
      const differs = own.findIndex((bits, device) => bits !== renamed[device]);
      return differs < 0 || (own[differs] as number) < (renamed[differs] as number);
    }),
  );
}

const SUBSETS_OF_VALUES: readonly (readonly number[])[] = range(8).map((bits) => range(3).filter((value) => (bits & (1 << value)) !== 0));

interface Constraint {
  readonly kind: 'match' | 'distinct';
  /** Over these slots. */
  readonly over: readonly number[];
  /** By device. */
  readonly values: readonly number[];
  readonly lists?: boolean;
}

function constraints(
  slots: number,
  values: readonly (readonly number[])[],
  options: { lists?: boolean; least?: number } = {},
): Constraint[] {
  const chosen = subsets(slots).filter(({ length }) => length >= (options.least ?? 1));
  return (['match', 'distinct'] as const).flatMap((kind) =>
    chosen.flatMap((over) => values.map((own) => ({ kind, over, values: own, ...(options.lists === true ? { lists: true } : {}) }))),
  );
}

/** The amounts that the devices draw of one counter; equal amounts for all devices would be a count. */
interface Counters {
  readonly amounts: readonly number[];
  readonly left: number;
}

function counters(devices: number): Counters[] {
  return lists([0, 1, 2], devices).flatMap((amounts) => {
    const sum = amounts.reduce((total, amount) => total + amount, 0);
    // Twice as much of everything is the same; and with as much as all devices take there might as well be no counter.
    if (!amounts.includes(1)) return [];
    return range(Math.min(4, sum)).map((left) => ({ amounts, left }));
  });
}

/** Devices that several picks share, each with a capacity for this many; 0: not shared. */
type Sharing = readonly number[];

interface Choice {
  readonly devices: number;
  readonly selectors: Selectors;
  readonly counted: Counted;
  readonly constraints?: readonly Constraint[];
  readonly counters?: Counters;
  readonly sharing?: Sharing;
  /** By slot. */
  readonly admin?: readonly boolean[];
  readonly occupied?: readonly number[];
  readonly claimLimit?: number;
}

/** Tells whether a value is there that no slot could see: the problem is the same without it. */
function hasUnseen({ over, values, lists: areLists }: Constraint, selectors: Selectors): boolean {
  const none = areLists === true ? 0 : ENTRY_MISSING;
  return values.some((value, device) => value !== none && !over.some((slot) => selectors[slot]?.[device] === MATCH));
}

function problemOf(choice: Choice): Problem | undefined {
  const {
    devices,
    selectors,
    counted: { shape, counts },
  } = choice;
  if (choice.constraints?.some((constraint) => hasUnseen(constraint, selectors)) === true) return undefined;
  if (choice.counters?.amounts.some((amount, device) => amount > 0 && !selectors.some((stages) => stages[device] === MATCH)) === true)
    return undefined;
  const shares = new Map(
    (choice.sharing ?? []).flatMap((capacity, device) => (capacity === 0 ? [] : [[device, [{ budget: device, amount: 1n }]]])),
  );
  let slot = 0;
  const claims: ProblemClaim[] = [];
  for (const requests of shape) {
    const firstSlot = slot;
    const made = requests.map((size): ProblemRequest => {
      const slots = range(Math.abs(size)).map((): Slot => {
        const own = slotOf(selectors[slot] as readonly number[], counts[slot] as number, choice.admin?.[slot] === true);
        slot++;
        return shares.size === 0 ? own : { ...own, shares };
      });
      return { prioritized: size < 0, slots };
    });
    const own: ProblemConstraint[] = [];
    for (const constraint of choice.constraints ?? []) {
      const inside = constraint.over.filter((index) => index >= firstSlot && index < slot);
      // A constraint belongs to one claim.
      if (inside.length > 0 && inside.length < constraint.over.length) return undefined;
      if (inside.length > 0) own.push(constraintOf(constraint, range(slot - firstSlot, firstSlot)));
    }
    claims.push({ requests: made, constraints: own });
  }
  const resources = resourcesOf(choice);
  return {
    deviceCount: devices,
    occupied: choice.occupied ?? [],
    claimLimit: choice.claimLimit ?? 32,
    claims,
    ...(resources === undefined ? {} : { resources }),
  };
}

function slotOf(stages: readonly number[], count: number, adminAccess: boolean): Slot {
  if (count !== ALL) return { stages: table(stages), count, adminAccess };
  const all = [...stages.keys()].filter((device) => stages[device] !== NO);
  return { stages: table(stages), count: all.length, all, adminAccess };
}

function constraintOf({ kind, over, values, lists: areLists }: Constraint, slots: readonly number[]): ProblemConstraint {
  const entries = areLists === true ? rowOf(values) : rowOf(values.map((value) => (value < 3 ? value | ENTRY_SINGLE : value)));
  return {
    kind,
    valueCount: 3,
    sets: SUBSETS_OF_VALUES as readonly number[][],
    rows: slots.map((index) => (over.includes(index) ? entries : undefined)),
  };
}

function resourcesOf({ counters: drawn, sharing }: Choice): ProblemResources | undefined {
  const none = {
    budgets: [],
    ledgers: [],
    counterSets: [],
    draws: new Map<number, Draw>(),
    shareable: new Set<number>(),
    shared: new Set<number>(),
  };
  if (drawn !== undefined) {
    const draws = drawn.amounts.flatMap((amount, device): [number, Draw][] =>
      amount === 0 ? [] : [[device, { ledger: 0, charges: [{ budget: 0, amount: BigInt(amount) }], memberships: [] }]],
    );
    return { ...none, budgets: [BigInt(drawn.left)], ledgers: [[0]], draws: new Map(draws) };
  }
  if (sharing === undefined) return undefined;
  return {
    ...none,
    budgets: sharing.map(BigInt),
    shareable: new Set([...sharing.keys()].filter((device) => (sharing[device] as number) > 0)),
  };
}

/** All ways to choose from each axis. */
function stratum<A, B, C>(
  name: string,
  [first, second, third]: readonly [readonly A[], readonly B[], readonly C[]],
  choose: (a: A, b: B, c: C) => Choice | undefined,
): Stratum {
  return {
    name,
    size: first.length * second.length * third.length,
    at: (index) => {
      const a = first[index % first.length] as A;
      const rest = Math.floor(index / first.length);
      const choice = choose(a, second[rest % second.length] as B, third[Math.floor(rest / second.length)] as C);
      return choice === undefined ? undefined : problemOf(choice);
    },
  };
}

const NONE = [undefined];
const bySize = (sizes: readonly number[], slots: readonly number[], make: (devices: number, slots: number) => Stratum): Stratum[] =>
  sizes.flatMap((devices) => slots.map((count) => make(devices, count)));

const name = (devices: number, slots: number, what: string): string => `${devices} devices, ${slots} slots: ${what}`;
const scalars = (devices: number): number[][] => valuesOf(devices, [ENTRY_MISSING]);
/** Kinds of two constraints, whose order matters to no one. */
const inOrder = (one: Constraint, other: Constraint): boolean => one.kind === 'match' || other.kind === 'distinct';

function shapesFor(devices: number, slots: number): Counted[] {
  return counted(SHAPES[slots] as readonly Shape[], devices, slots < 3);
}

function selectorStrata(): Stratum[] {
  const errors = (devices: number, slots: number): Selectors[] => (slots < 3 ? anyErrors(devices, slots) : oneError(devices, slots));
  return [
    ...bySize([1, 2, 3, 4], [1, 2, 3], (devices, slots) =>
      stratum(name(devices, slots, 'selectors'), [plain(devices, slots), shapesFor(devices, slots), NONE], (selectors, own) => ({
        devices,
        selectors,
        counted: own,
      })),
    ),
    ...bySize([1, 2, 3, 4], [1, 2, 3], (devices, slots) => {
      const shapes = devices === 4 && slots === 3 ? counted([[[1, 1, 1]]], devices, false) : shapesFor(devices, slots);
      return stratum(name(devices, slots, 'erring selectors'), [errors(devices, slots), shapes, NONE], (selectors, own) => ({
        devices,
        selectors,
        counted: own,
      }));
    }),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'a claim limit of 1, 2 or 3'),
        [[...plain(devices, slots), ...anyErrors(devices, slots)], shapesFor(devices, slots), [1, 2, 3]],
        (selectors, own, claimLimit) => ({ devices, selectors, counted: own, claimLimit }),
      ),
    ),
    // With three slots an alternative is left out for what another request needs.
    ...bySize([2, 3], [3], (devices, slots) =>
      stratum(
        name(devices, slots, 'a claim limit of 2, 3 or 4'),
        [[...plain(devices, slots), ...oneError(devices, slots)], shapesFor(devices, slots), [2, 3, 4]],
        (selectors, own, claimLimit) => ({ devices, selectors, counted: own, claimLimit }),
      ),
    ),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'admin access, a device in use'),
        [
          [...plain(devices, slots), ...oneError(devices, slots)],
          lists(range(MOST_COUNT + 1), slots).flatMap((counts) => (SHAPES[slots] as readonly Shape[]).map((shape) => ({ shape, counts }))),
          lists([false, true], slots)
            .filter((admin) => admin.includes(true))
            .flatMap((admin) => [[], ...range(devices).map((device) => [device])].map((occupied) => ({ admin, occupied }))),
        ],
        (selectors, own, more) => ({ devices, selectors, counted: own, ...more }),
      ),
    ),
  ];
}

function constraintStrata(): Stratum[] {
  const one = (
    what: string,
    devices: number,
    slots: number,
    axes: readonly [readonly Selectors[], readonly Counted[], readonly Constraint[]],
  ): Stratum =>
    stratum(name(devices, slots, what), axes, (selectors, own, constraint) => ({
      devices,
      selectors,
      counted: own,
      constraints: [constraint],
    }));
  const marked = (devices: number): number[][] =>
    valuesOf(devices, [ENTRY_MISSING, ENTRY_ERROR]).filter((values) => values.includes(ENTRY_ERROR));
  return [
    ...bySize([2, 3, 4], [1, 2], (devices, slots) =>
      one('a constraint', devices, slots, [plain(devices, slots), shapesFor(devices, slots), constraints(slots, scalars(devices))]),
    ),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      one('a constraint and an erring selector', devices, slots, [
        oneError(devices, slots),
        counted(oneClaim(slots), devices, slots < 2),
        constraints(slots, scalars(devices)),
      ]),
    ),
    one('a constraint and an erring selector', 4, 2, [
      oneError(4, 2),
      counted(essential(2), 4, false),
      constraints(2, scalars(4), { least: 2 }),
    ]),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      one('a constraint over a value that cannot be computed', devices, slots, [
        plain(devices, slots),
        counted(oneClaim(slots), devices, slots < 2),
        constraints(slots, marked(devices)),
      ]),
    ),
    one('a constraint over two or three slots, devices of two kinds', 3, 3, [
      twoKinds(3, 3),
      counted(essential(3), 3, false),
      constraints(3, scalars(3), { least: 2 }),
    ]),
    one('a constraint over all slots, devices of two kinds', 4, 3, [
      twoKinds(4, 3),
      counted(severalRequests, 4, false),
      constraints(3, scalars(4), { least: 3 }),
    ]),
    ...bySize([2, 3, 4], [1], (devices, slots) =>
      one('a constraint over lists', devices, slots, [
        [...plain(devices, slots), ...oneError(devices, slots)],
        shapesFor(devices, slots),
        constraints(slots, listsOf(devices), { lists: true }),
      ]),
    ),
    one('a constraint over lists', 3, 2, [plain(3, 2), counted(essential(2), 3, false), constraints(2, listsOf(3), { lists: true })]),
    ...bySize([2, 3], [2], (devices, slots) => {
      const all = constraints(slots, scalars(devices));
      return stratum(
        name(devices, slots, 'two constraints'),
        [
          devices < 3 ? plain(devices, slots) : twoKinds(devices, slots),
          counted(essential(slots), devices, false),
          all.flatMap((a) => all.filter((b) => inOrder(a, b)).map((b) => [a, b])),
        ],
        (selectors, own, both) => ({ devices, selectors, counted: own, constraints: both }),
      );
    }),
    stratum(
      name(4, 2, 'two constraints over all devices'),
      [
        [range(2).map(() => range(4).map(() => MATCH))],
        counted(essential(2), 4, false),
        constraints(2, scalars(4), { least: 2 }).flatMap((a) =>
          constraints(2, scalars(4), { least: 2 })
            .filter((b) => inOrder(a, b))
            .map((b) => [a, b]),
        ),
      ],
      (selectors, own, both) => ({ devices: 4, selectors, counted: own, constraints: both }),
    ),
  ];
}

function resourceStrata(): Stratum[] {
  const drawn = (what: string, devices: number, slots: number, selectors: readonly Selectors[], shapes: readonly Counted[]): Stratum =>
    stratum(name(devices, slots, what), [selectors, shapes, counters(devices)], (own, of, charged) => ({
      devices,
      selectors: own,
      counted: of,
      counters: charged,
    }));
  return [
    ...bySize([1, 2, 3, 4], [1, 2], (devices, slots) =>
      drawn(
        'a counter',
        devices,
        slots,
        plain(devices, slots),
        counted(slots === 2 && devices === 4 ? essential(2) : oneClaim(slots), devices, slots === 1),
      ),
    ),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      drawn('a counter and erring selectors', devices, slots, oneError(devices, slots), counted(oneClaim(slots), devices, slots === 1)),
    ),
    drawn('a counter, devices of two kinds', 3, 3, twoKinds(3, 3), counted(essential(3), 3, false)),
    drawn('a counter, devices of two kinds', 4, 3, twoKinds(4, 3), counted([[[1, 1, 1]]], 4, false)),
    ...bySize([2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'a counter and a constraint over all'),
        [
          plain(devices, slots),
          counted(essential(slots), devices, false),
          counters(devices).flatMap((charged) =>
            constraints(slots, scalars(devices), { least: slots }).map((constraint) => ({ counters: charged, constraints: [constraint] })),
          ),
        ],
        (selectors, own, more) => ({ devices, selectors, counted: own, ...more }),
      ),
    ),
    ...bySize([1, 2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'shared devices and an erring selector'),
        [
          oneError(devices, slots),
          lists(range(MOST_COUNT, 1), slots).flatMap((counts) => essential(slots).map((shape) => ({ shape, counts }))),
          lists([0, 1, 2], devices).filter((sharing) => sharing.some((capacity) => capacity > 0)),
        ],
        (selectors, own, sharing) => ({ devices, selectors, counted: own, sharing }),
      ),
    ),
    ...bySize([1, 2, 3], [1, 2], (devices, slots) =>
      stratum(
        name(devices, slots, 'shared devices, with a constraint or none'),
        [
          plain(devices, slots),
          lists(range(MOST_COUNT, 1), slots).flatMap((counts) => essential(slots).map((shape) => ({ shape, counts }))),
          lists([0, 1, 2], devices)
            .filter((sharing) => sharing.some((capacity) => capacity > 0))
            .flatMap((sharing) => [
              { sharing },
              ...constraints(slots, scalars(devices), { least: slots }).map((constraint) => ({ sharing, constraints: [constraint] })),
            ]),
        ],
        (selectors, own, more) => ({ devices, selectors, counted: own, ...more }),
      ),
    ),
  ];
}

/** The whole scope. */
export function smallScope(): Stratum[] {
  return [...selectorStrata(), ...constraintStrata(), ...resourceStrata()];
}

/** The problems of a stratum whose number leaves `part` when divided by `parts`. */
export function* problemsOf({ size, at }: Stratum, part = 0, parts = 1): Generator<{ readonly index: number; readonly problem: Problem }> {
  for (let index = part; index < size; index += parts) {
    const problem = at(index);
    if (problem !== undefined) yield { index, problem };
  }
}
