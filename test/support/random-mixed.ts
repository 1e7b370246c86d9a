// Random problems with all features of problems. They mix shared devices with capacities, counters, match and distinct constraints over
// values and lists, prioritized lists, requests for all devices, admin access, several claims, errors. Identical on every machine.

import { emptySlot, tieClaims } from '../../src/allocator/kernel/alternatives.js';
import { ENTRY_ERROR, ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR } from '../../src/allocator/kernel/layout.js';
import {
  type Charge,
  type Draw,
  isEmptySlot,
  type Problem,
  type ProblemClaim,
  type ProblemConstraint,
  type ProblemRequest,
  type ProblemResources,
  type Slot,
} from '../../src/allocator/kernel/problem.js';
import { Dice } from './dice.js';

const NO = 4;
const ERROR = STAGE_ERROR + 4;
const LIMIT = 32;
const range = (count: number): number[] => [...Array(count).keys()];

/** Probabilities: one problem or one request in this number has the feature. 0: never. */
interface Mix {
  readonly devices: readonly [number, number];
  readonly claims: readonly [number, number];
  readonly requests: readonly [number, number];
  readonly counts: readonly number[];
  readonly shared: number;
  readonly counters: number;
  readonly constraints: number;
  readonly lists: number;
  readonly all: number;
  readonly admin: number;
  /** Constraints with several values in common, or with no common value. */
  readonly modes?: number;
  /** Claims that are whole alternatives of one claim. */
  readonly tied?: number;
}

/** The mixes by kind: all features equally often, or one feature that makes search slow among all others. */
const MIXES = {
  'of all': {
    devices: [4, 12],
    claims: [1, 3],
    requests: [1, 4],
    counts: [1, 1, 1, 2, 3],
    shared: 2,
    counters: 3,
    constraints: 2,
    lists: 4,
    all: 12,
    admin: 6,
  },
  'admin access': {
    devices: [6, 14],
    claims: [2, 3],
    requests: [1, 4],
    counts: [1, 1, 2, 3],
    shared: 2,
    counters: 4,
    constraints: 3,
    lists: 6,
    all: 16,
    admin: 3,
  },
  packing: {
    devices: [4, 8],
    claims: [2, 3],
    requests: [1, 4],
    counts: [1, 1, 2, 3, 4],
    shared: 1,
    counters: 2,
    constraints: 5,
    lists: 8,
    all: 20,
    admin: 16,
  },
  'high counts': {
    devices: [8, 24],
    claims: [2, 4],
    requests: [1, 2],
    counts: [1, 2, 3, 4, 8, 8, 12, 16, 20, 24, 31],
    shared: 8,
    counters: 8,
    constraints: 6,
    lists: 1,
    all: 24,
    admin: 20,
  },
  'modes and alternatives': {
    devices: [6, 16],
    claims: [1, 4],
    requests: [1, 4],
    counts: [1, 1, 2, 3],
    shared: 6,
    counters: 6,
    constraints: 1,
    lists: 4,
    all: 16,
    admin: 12,
    modes: 2,
    tied: 2,
  },
} as const satisfies Record<string, Mix>;

export type MixedKind = keyof typeof MIXES;

export const MIXED_KINDS = Object.keys(MIXES) as readonly MixedKind[];

/** The supply from which the requests of a problem choose. */
interface Supply {
  readonly deviceCount: number;
  /** The devices that requests may ask for, one stage table for each. */
  readonly tables: readonly Uint8Array[];
  /** The amounts that selections may consume of capacities, by request. */
  readonly shares: readonly NonNullable<Slot['shares']>[];
  /** Values of attributes, by device. */
  readonly attributes: readonly Values[];
}

type Values = Pick<ProblemConstraint, 'valueCount' | 'sets'> & { readonly row: Uint32Array };

function tablesOf(dice: Dice, deviceCount: number): Uint8Array[] {
  const kindCount = dice.from(1, 3);
  const kinds = range(deviceCount).map(() => dice.below(kindCount));
  const ofKinds = range(kindCount).map((kind) => Uint8Array.from(kinds, (own) => (own === kind ? 0 : NO)));
  const overlapping = Uint8Array.from(kinds, () => (dice.isOneOf(3) ? NO : 0));
  return [new Uint8Array(deviceCount), ...ofKinds, overlapping];
}

/** One attribute: a value or a list for each device. Some devices lack it. */
function attribute(dice: Dice, deviceCount: number): Values {
  const valueCount = dice.from(2, Math.max(2, Math.ceil(deviceCount / 2)));
  const hasLists = dice.isOneOf(3);
  const sets = range(8).map(() => {
    const length = dice.from(1, Math.min(3, valueCount));
    return dice
      .shuffled(range(valueCount))
      .slice(0, length)
      .sort((a, b) => a - b);
  });
  const row = range(deviceCount).map(() => {
    if (dice.isOneOf(20)) return ENTRY_MISSING;
    return hasLists ? dice.below(sets.length) : dice.below(valueCount) | ENTRY_SINGLE;
  });
  return { valueCount, sets: hasLists ? sets : [], row: Uint32Array.from(row) };
}

/** Shared devices, each with one or two capacities of 8 to 24, and the amounts that requests consume. */
function withShares(dice: Dice, deviceCount: number, resources: ProblemResources): [ProblemResources, NonNullable<Slot['shares']>[]] {
  const shareable = range(deviceCount).filter(() => !dice.isOneOf(4));
  const perDevice = dice.isOneOf(3) ? 2 : 1;
  const isAlike = dice.isOneOf(3);
  const alike = range(perDevice).map(() => dice.from(8, 24));
  const budgets = [...resources.budgets];
  const capacities = new Map<number, number[]>();
  for (const device of shareable) {
    capacities.set(
      device,
      range(perDevice).map((index) => budgets.push(BigInt(isAlike ? (alike[index] as number) : dice.from(8, 24))) - 1),
    );
  }
  const tables = range(dice.from(1, 4)).map(() => {
    const amounts = range(perDevice).map(() => BigInt(dice.from(1, 11)));
    const chargesOf = (own: readonly number[]): Charge[] => own.map((budget, index) => ({ budget, amount: amounts[index] as bigint }));
    return new Map(Array.from(capacities, ([device, own]) => [device, chargesOf(own)]));
  });
  const shared = shareable.filter(() => dice.isOneOf(8));
  const sums = range(perDevice).map((index) => Array.from(capacities.values(), (own) => ({ budget: own[index] as number, weight: 1n })));
  return [
    { ...resources, budgets, shareable: new Set(shareable), shared: new Set(shared), sums: [...(resources.sums ?? []), ...sums] },
    tables,
  ];
}

/** Counters of one or two pools, on which most devices draw. */
function countersOf(dice: Dice, deviceCount: number): ProblemResources {
  const ledgers: number[][] = [];
  const budgets: bigint[] = [];
  const draws = new Map<number, Draw>();
  for (const ledger of range(dice.from(1, 2))) {
    ledgers.push(range(dice.from(1, 3)).map(() => budgets.push(BigInt(dice.from(6, 6 + 2 * deviceCount))) - 1));
    for (const device of range(deviceCount)) {
      if (draws.has(device) || dice.isOneOf(3)) continue;
      const charges = (ledgers[ledger] as number[]).map((budget) => ({ budget, amount: BigInt(dice.from(0, 7)) }));
      draws.set(device, { ledger, charges: charges.filter(({ amount }) => amount > 0n), memberships: [] });
    }
  }
  return { budgets, ledgers, counterSets: [], draws, shareable: new Set(), shared: new Set() };
}

const NOTHING: ProblemResources = { budgets: [], ledgers: [], counterSets: [], draws: new Map(), shareable: new Set(), shared: new Set() };

function slotOf(dice: Dice, mix: Mix, { tables, shares }: Supply): Slot {
  const stages = dice.one(tables);
  const adminAccess = mix.admin > 0 && dice.isOneOf(mix.admin);
  const slot = { stages, count: dice.one(mix.counts), adminAccess, ...(shares.length === 0 ? {} : { shares: dice.one(shares) }) };
  const counted = adminAccess && dice.isOneOf(2) ? { ...slot, ignoresCounters: true } : slot;
  if (!dice.isOneOf(mix.all)) return counted;
  const all = range(stages.length).filter((device) => stages[device] === 0);
  return { ...counted, all: all.slice(0, dice.from(1, 6)), count: Math.min(all.length, dice.from(1, 6)) };
}

function requestOf(dice: Dice, mix: Mix, supply: Supply): ProblemRequest {
  const prioritized = dice.isOneOf(mix.lists);
  const slots = range(prioritized ? dice.from(2, 4) : 1).map(() => slotOf(dice, mix, supply));
  return { prioritized, slots: slots.map((slot) => (slot.all === undefined ? slot : { ...slot, count: slot.all.length })) };
}

function kindOf(dice: Dice, { modes }: Mix): Pick<ProblemConstraint, 'kind' | 'minSize'> {
  if (modes === undefined || !dice.isOneOf(modes)) return { kind: dice.isOneOf(2) ? 'match' : 'distinct' };
  return dice.isOneOf(2) ? { kind: 'emptyIntersection' } : { kind: 'match', minSize: dice.from(2, 3) };
}

function constraintOf(dice: Dice, mix: Mix, requests: readonly ProblemRequest[], { attributes }: Supply): ProblemConstraint {
  const { row, ...values } = dice.one(attributes);
  const isOver = requests.map(() => !dice.isOneOf(3));
  return {
    ...values,
    ...kindOf(dice, mix),
    rows: requests.flatMap(({ slots }, index) => slots.map(() => (isOver[index] ? row : undefined))),
  };
}

function claimOf(dice: Dice, mix: Mix, supply: Supply): ProblemClaim {
  const requests: ProblemRequest[] = [];
  let left = LIMIT;
  for (const request of range(dice.from(...mix.requests)).map(() => requestOf(dice, mix, supply))) {
    // The least need of the claims is checked before there is a problem.
    const least = Math.min(...request.slots.map(({ count }) => count));
    if (least > left) continue;
    left -= least;
    requests.push(request);
  }
  const constraints = dice.isOneOf(mix.constraints) ? range(dice.from(1, 2)).map(() => constraintOf(dice, mix, requests, supply)) : [];
  return { requests, constraints };
}

/** Combines the first claims into whole alternatives of one claim, in some problems. */
function tiedOf(dice: Dice, { tied }: Mix, deviceCount: number, claims: readonly ProblemClaim[]): readonly ProblemClaim[] {
  if (tied === undefined || !dice.isOneOf(tied)) return claims;
  const count = dice.from(1, claims.length);
  return [tieClaims(claims.slice(0, count), emptySlot(deviceCount)), ...claims.slice(count)];
}

/** Makes one selector or one attribute fail on one device. */
function withError(dice: Dice, problem: Problem): Problem {
  const device = dice.below(problem.deviceCount);
  const slots = problem.claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots)).filter((slot) => !isEmptySlot(slot));
  if (slots.length === 0) return problem;
  const victim = dice.isOneOf(2) ? slots[slots.length - 1] : dice.one(slots);
  const failing = (victim as Slot).stages.map((stage, index) => (index === device ? ERROR : stage));
  const failsOnValue = dice.isOneOf(3);
  const broken = new Map<Uint32Array, Uint32Array>();
  const breakRow = (row: Uint32Array | undefined): Uint32Array | undefined => {
    if (row === undefined || !failsOnValue) return row;
    const known = broken.get(row) ?? row.map((entry, index) => (index === device ? ENTRY_ERROR : entry));
    broken.set(row, known);
    return known;
  };
  const mend = (slot: Slot): Slot => (slot === victim && !failsOnValue ? { ...slot, stages: failing } : slot);
  const claims = problem.claims.map(({ requests, constraints, ...claim }) => ({
    ...claim,
    requests: requests.map((request) => ({ ...request, slots: request.slots.map(mend) })),
    constraints: constraints.map((constraint) => ({ ...constraint, rows: constraint.rows.map(breakRow) })),
  }));
  return { ...problem, claims };
}

/** The kind of the problem with a number. Seven in eight have all features. */
export function mixedKind(number: number): MixedKind {
  return MIXED_KINDS[number % 8 === 7 ? 1 + (Math.floor(number / 8) % (MIXED_KINDS.length - 1)) : 0] as MixedKind;
}

/** The problem of a kind with a seed. One in four has an error. */
export function randomMixed(kind: MixedKind, seed: number): Problem {
  const dice = new Dice(Math.imul(seed, 0x9e3779b1) ^ Math.imul(MIXED_KINDS.indexOf(kind) + 1, 0xc2b2ae35));
  const mix: Mix = MIXES[kind];
  const deviceCount = dice.from(...mix.devices);
  const counted = mix.counters > 0 && dice.isOneOf(mix.counters) ? countersOf(dice, deviceCount) : NOTHING;
  const [resources, shares] = dice.isOneOf(mix.shared) ? withShares(dice, deviceCount, counted) : [counted, []];
  const supply = {
    deviceCount,
    tables: tablesOf(dice, deviceCount),
    shares,
    attributes: range(2).map(() => attribute(dice, deviceCount)),
  };
  const problem: Problem = {
    deviceCount,
    occupied: range(deviceCount).filter((device) => !resources.shareable.has(device) && dice.isOneOf(16)),
    claimLimit: LIMIT,
    claims: tiedOf(
      dice,
      mix,
      deviceCount,
      range(dice.from(...mix.claims)).map(() => claimOf(dice, mix, supply)),
    ),
    resources,
  };
  return seed % 4 === 3 ? withError(dice, problem) : problem;
}
