// Random problems of a given size, by kind. scripts/hard-problems.mjs enlarges them until plain search needs too long. Identical on every
// machine.

import { emptySlot, tieClaims } from '../../src/allocator/kernel/alternatives.js';
import { ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR } from '../../src/allocator/kernel/layout.js';
import {
  type ConstraintKind,
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

/** Devices by kind, and requests for them. */
interface Draft {
  readonly kinds: readonly number[];
  readonly requests: readonly ProblemRequest[];
  /** The kind that each request asks for, -1 for any. */
  readonly wanted: readonly number[];
}

function stagesFor(kinds: readonly number[], wanted: number): Uint8Array {
  return Uint8Array.from(kinds, (kind) => (wanted < 0 || kind === wanted ? 0 : NO));
}

function exactly(stages: Uint8Array, count = 1): ProblemRequest {
  return { prioritized: false, slots: [{ stages, count, adminAccess: false }] };
}

/** About `size` selections from a few more devices of up to three kinds. Some requests ask for any kind. */
function draft(dice: Dice, size: number, options: { readonly spare?: number; readonly any?: boolean } = {}): Draft {
  const kindCount = dice.from(1, 3);
  const picks = Math.min(size, LIMIT - 1);
  const devices = picks + dice.from(0, options.spare ?? Math.ceil(picks / 2));
  const kinds = range(devices).map((device) => (device < kindCount ? device : dice.below(kindCount)));
  const tables = [-1, ...range(kindCount)].map((kind) => stagesFor(kinds, kind));
  const left = range(kindCount).map((kind) => kinds.filter((own) => own === kind).length);
  const wanted: number[] = [];
  const requests: ProblemRequest[] = [];
  for (let taken = 0; taken < picks; ) {
    const count = Math.min(dice.one([1, 1, 1, 2, 3]), picks - taken);
    const possible = range(kindCount).filter((kind) => (left[kind] as number) >= count);
    const kind = options.any !== false && dice.isOneOf(5) ? -1 : possible.length === 0 ? -1 : dice.one(possible);
    if (kind >= 0) left[kind] = (left[kind] as number) - count;
    wanted.push(kind);
    requests.push(exactly(tables[kind + 1] as Uint8Array, count));
    taken += count;
  }
  return { kinds, requests, wanted };
}

type Values = Pick<ProblemConstraint, 'valueCount' | 'sets'> & { readonly row: Uint32Array };

/** A value for each device. Some devices lack the attribute. */
function scalars(dice: Dice, devices: number, valueCount: number): Values {
  const row = Uint32Array.from(range(devices), () => (dice.isOneOf(30) ? ENTRY_MISSING : dice.below(valueCount) | ENTRY_SINGLE));
  return { valueCount, sets: [], row };
}

/** A list of one to three values for each device. */
function lists(dice: Dice, devices: number, valueCount: number): Values {
  const sets = range(devices).map(() => {
    const length = dice.from(1, Math.min(3, valueCount));
    return dice
      .shuffled(range(valueCount))
      .slice(0, length)
      .sort((a, b) => a - b);
  });
  return { valueCount, sets, row: Uint32Array.from(range(devices)) };
}

function over(
  requests: readonly ProblemRequest[],
  chosen: readonly number[],
  kind: ConstraintKind,
  { row, ...values }: Values,
): ProblemConstraint {
  const owners = requests.flatMap(({ slots }, index) => slots.map(() => index));
  return { ...values, kind, rows: owners.map((index) => (chosen.includes(index) ? row : undefined)) };
}

/** Groups of two or three requests, each under its own constraint, as pairs of a GPU and a NIC are. */
function groups(dice: Dice, count: number): number[][] {
  const size = dice.from(2, 3);
  const order = dice.isOneOf(2) ? range(count) : dice.shuffled(range(count));
  return range(Math.floor(count / size)).map((group) => order.slice(group * size, (group + 1) * size).sort((a, b) => a - b));
}

function matches(dice: Dice, requests: readonly ProblemRequest[], values: Values): ProblemConstraint[] {
  return groups(dice, requests.length).map((group) => over(requests, group, 'match', values));
}

function differences(dice: Dice, requests: readonly ProblemRequest[], values: Values): ProblemConstraint[] {
  const some = dice.shuffled(range(requests.length)).slice(0, dice.from(2, requests.length));
  return [over(requests, dice.isOneOf(2) ? range(requests.length) : some, 'distinct', values)];
}

function assemble(
  deviceCount: number,
  requests: readonly ProblemRequest[],
  constraints: readonly ProblemConstraint[],
  resources?: ProblemResources,
): Problem {
  const problem = { deviceCount, occupied: [], claimLimit: LIMIT, claims: [{ requests, constraints }] };
  return resources === undefined ? problem : { ...problem, resources };
}

function noResources(): ProblemResources {
  return { budgets: [], ledgers: [], counterSets: [], draws: new Map(), shareable: new Set(), shared: new Set() };
}

/** Each device consumes a little of two or three counters of its pool. */
function withCounters(dice: Dice, deviceCount: number, picks: number): ProblemResources {
  const budgets = dice.from(1, 3);
  const draws = new Map<number, Draw>();
  let sum = 0;
  for (const device of range(deviceCount)) {
    const charges = range(budgets)
      .map((budget) => ({ budget, amount: BigInt(dice.from(0, 7)) }))
      .filter(({ amount }) => amount > 0n);
    sum += charges.reduce((total, { amount }) => total + Number(amount), 0);
    draws.set(device, { ledger: 0, charges, memberships: [] });
  }
  // Close to the average consumption of the selections.
  const each = Math.max(1, Math.round(((sum / budgets / deviceCount) * picks * dice.from(50, 95)) / 100));
  return { ...noResources(), budgets: range(budgets).map(() => BigInt(each)), ledgers: [range(budgets)], draws };
}

/** Cards with partitions of several sizes at several places. */
function partitions(dice: Dice, size: number): Problem {
  const cards = dice.from(2, Math.max(2, Math.min(8, Math.ceil(size / 3))));
  const slices = dice.from(4, 7);
  const sizes = dice.shuffled([1, 2, 3, 4]).slice(0, dice.from(2, 3));
  const devices: { readonly card: number; readonly slices: number; readonly at: number }[] = [];
  for (const card of range(cards)) {
    for (const own of sizes) {
      const step = dice.isOneOf(2) ? own : 1;
      for (let at = 0; at + own <= slices && devices.length < 128; at += step) devices.push({ card, slices: own, at });
    }
  }
  const perCard = slices + 1;
  const draws = new Map(
    devices.map(({ card, slices: own, at }, index): [number, Draw] => [
      index,
      {
        ledger: card,
        charges: [
          { budget: card * perCard, amount: BigInt(own) },
          ...range(own).map((offset) => ({ budget: card * perCard + 1 + at + offset, amount: 1n })),
        ],
        memberships: [],
      },
    ]),
  );
  const tables = new Map(
    [0, ...sizes].map((own) => [own, Uint8Array.from(devices, (device) => (own === 0 || device.slices === own ? 0 : NO))]),
  );
  const requests: ProblemRequest[] = [];
  let memory = cards * slices + dice.from(-1, 2);
  while (memory > 0 && requests.length < LIMIT - 1) {
    const own = dice.isOneOf(6) ? 0 : dice.one(sizes);
    requests.push(exactly(tables.get(own) as Uint8Array));
    memory -= own === 0 ? Math.min(...sizes) : own;
  }
  const order = dice.isOneOf(2) ? requests : dice.shuffled(requests);
  return assemble(devices.length, order, [], {
    ...noResources(),
    budgets: range(cards).flatMap(() => [BigInt(slices), ...range(slices).map(() => 1n)]),
    ledgers: range(cards).map((card) => range(perCard).map((index) => card * perCard + index)),
    draws,
    sums: range(perCard).map((index) => range(cards).map((card) => ({ budget: card * perCard + index, weight: 1n }))),
  });
}

/** Devices that up to three selections share. */
function sharing(dice: Dice, size: number): Problem {
  const { kinds, requests } = draft(dice, size, { spare: 0 });
  const devices = Math.max(3, Math.ceil(kinds.length / 2));
  const shareable = range(devices).filter(() => !dice.isOneOf(3));
  const shares = new Map(shareable.map((device) => [device, [{ budget: device, amount: BigInt(dice.from(1, 2)) }]]));
  const own = requests.map(({ slots, ...rest }): ProblemRequest => {
    return { ...rest, slots: slots.map((slot): Slot => ({ ...slot, stages: slot.stages.slice(0, devices), shares })) };
  });
  const constraints = matches(dice, own, scalars(dice, devices, dice.from(2, 4)));
  return assemble(devices, own, constraints, {
    ...noResources(),
    budgets: range(devices).map(() => BigInt(dice.from(2, 4))),
    shareable: new Set(shareable),
  });
}

/** Independent selectors. A few devices match many of them. */
function overlapping(dice: Dice, size: number): Problem {
  const devices = size + dice.from(0, 3);
  const tables = range(dice.from(3, 8)).map(() => Uint8Array.from(range(devices), () => (dice.isOneOf(dice.from(2, 3)) ? 0 : NO)));
  const requests: ProblemRequest[] = [];
  for (let taken = 0; taken < Math.min(size, LIMIT - 1); ) {
    const count = Math.min(dice.one([1, 1, 2, 3]), LIMIT - taken);
    requests.push(exactly(dice.one(tables), count));
    taken += count;
  }
  const kind = dice.one(['match', 'distinct', 'none'] as const);
  const values = scalars(dice, devices, dice.from(3, Math.max(3, size)));
  if (kind === 'none') return assemble(devices, requests, []);
  return assemble(devices, requests, kind === 'match' ? matches(dice, requests, values) : differences(dice, requests, values));
}

/** Prioritized lists among other requests. */
function prioritized(dice: Dice, size: number): Problem {
  const { kinds, requests } = draft(dice, size);
  const kindCount = 1 + Math.max(...kinds);
  const own = requests.map((request): ProblemRequest => {
    if (dice.isOneOf(2)) return request;
    const slots = range(dice.from(2, 4)).map((): Slot => {
      return { stages: stagesFor(kinds, dice.below(kindCount)), count: dice.from(1, 3), adminAccess: false };
    });
    return { prioritized: true, slots };
  });
  const values = scalars(dice, kinds.length, dice.from(2, Math.max(2, Math.ceil(size / 2))));
  return assemble(kinds.length, own, dice.isOneOf(3) ? differences(dice, own, values) : matches(dice, own, values));
}

/** One request, usually the last, requests all devices of a separate small kind. */
function wantingAll(dice: Dice, size: number): Problem {
  const { kinds, requests } = draft(dice, size);
  const few = dice.from(1, 3);
  const all = kinds.length + dice.below(2) - few;
  const list = range(few)
    .map((index) => all + index)
    .filter((device) => device >= 0 && device < kinds.length);
  const stages = Uint8Array.from(kinds, (_, device) => (list.includes(device) ? 0 : NO));
  const own = [...requests.slice(0, -1), { prioritized: false, slots: [{ stages, count: list.length, all: list, adminAccess: false }] }];
  const values = scalars(dice, kinds.length, dice.from(2, Math.max(2, Math.ceil(size / 2))));
  return assemble(kinds.length, own, matches(dice, own, values));
}

/** A list for each device that contains each value with a probability of `chance` percent. */
function longLists(dice: Dice, devices: number, valueCount: number, chance: number): Values {
  const sets = range(devices).map(() => range(valueCount).filter(() => dice.below(100) < chance));
  return { valueCount, sets, row: Uint32Array.from(range(devices)) };
}

/** Several values in common, for all requests or for groups of them. */
function severalInCommon(dice: Dice, size: number): Problem {
  const { kinds, requests } = draft(dice, size, { spare: size });
  const valueCount = dice.from(size, size * 2);
  const values = longLists(dice, kinds.length, valueCount, dice.from(60, 95));
  const minSize = dice.from(2, Math.max(2, Math.floor(valueCount / 3)));
  const all = range(requests.length);
  const scopes = dice.isOneOf(3) ? groups(dice, requests.length) : [all];
  return assemble(
    kinds.length,
    requests,
    scopes.map((scope) => ({ ...over(requests, scope, 'match', values), minSize })),
  );
}

/** No value in common: each device lacks a few of the values, and more of them the fewer devices there are. */
function nothingInCommon(dice: Dice, size: number): Problem {
  const { kinds, requests } = draft(dice, size, { spare: size });
  const lacking = Math.ceil(dice.from(100, 240) / Math.min(size, LIMIT - 1));
  const values = longLists(dice, kinds.length, dice.from(size, size * 2), 100 - lacking);
  const scope = dice.isOneOf(3) ? range(requests.length).filter(() => !dice.isOneOf(3)) : range(requests.length);
  return assemble(kinds.length, requests, [over(requests, scope, 'emptyIntersection', values)]);
}

/** Whole alternatives, each with its own constraint, then a claim that competes with them. */
function alternatives(dice: Dice, size: number): Problem {
  const half = Math.ceil(size / 2);
  const drafts = range(dice.from(3, 5)).map(() => draft(dice, half + dice.below(3), { spare: half }));
  const deviceCount = Math.max(...drafts.map(({ kinds }) => kinds.length));
  const kinds = range(deviceCount).map((device) => drafts.map((one) => one.kinds[device] ?? one.kinds[device % one.kinds.length]));
  const own = drafts.map(({ wanted, requests }, index): ProblemClaim => {
    const again = requests.map(({ slots }, ordinal): ProblemRequest => {
      const kindsOfDraft = kinds.map((all) => all[index] as number);
      return exactly(stagesFor(kindsOfDraft, wanted[ordinal] as number), (slots[0] as Slot).count);
    });
    const values = scalars(dice, deviceCount, dice.from(2, Math.max(2, half)));
    return { requests: again, constraints: dice.isOneOf(2) ? matches(dice, again, values) : differences(dice, again, values) };
  });
  const [other, ...tied] = own as [ProblemClaim, ...ProblemClaim[]];
  const claims = [tieClaims(tied, emptySlot(deviceCount)), other];
  return { deviceCount, occupied: [], claimLimit: LIMIT, claims: dice.isOneOf(2) ? claims : claims.reverse() };
}

/** The problem of about `size` selections, by kind. */
const KINDS: Readonly<Record<string, (dice: Dice, size: number) => Problem>> = {
  match: (dice, size) => {
    const { kinds, requests } = draft(dice, size);
    return assemble(kinds.length, requests, matches(dice, requests, scalars(dice, kinds.length, dice.from(2, size))));
  },
  distinct: (dice, size) => {
    const { kinds, requests } = draft(dice, size);
    const values = (): Values => scalars(dice, kinds.length, dice.from(Math.ceil(size / 2), size));
    return assemble(
      kinds.length,
      requests,
      range(dice.from(1, 2)).flatMap(() => differences(dice, requests, values())),
    );
  },
  'match and distinct': (dice, size) => {
    const { kinds, requests } = draft(dice, size);
    const same = matches(dice, requests, scalars(dice, kinds.length, dice.from(2, size)));
    return assemble(kinds.length, requests, [
      ...same,
      ...differences(dice, requests, scalars(dice, kinds.length, dice.from(size, size * 2))),
    ]);
  },
  'matching lists': (dice, size) => {
    const { kinds, requests } = draft(dice, size);
    return assemble(kinds.length, requests, matches(dice, requests, lists(dice, kinds.length, dice.from(3, size * 2))));
  },
  'distinct lists': (dice, size) => {
    const { kinds, requests } = draft(dice, size);
    return assemble(kinds.length, requests, differences(dice, requests, lists(dice, kinds.length, dice.from(size, size * 2))));
  },
  counters: (dice, size) => {
    const { kinds, requests } = draft(dice, size);
    return assemble(kinds.length, requests, [], withCounters(dice, kinds.length, Math.min(size, LIMIT - 1)));
  },
  'counters and match': (dice, size) => {
    const { kinds, requests } = draft(dice, size);
    const constraints = matches(dice, requests, scalars(dice, kinds.length, dice.from(2, 4)));
    return assemble(kinds.length, requests, constraints, withCounters(dice, kinds.length, Math.min(size, LIMIT - 1)));
  },
  partitions,
  'shared devices': sharing,
  'overlapping selectors': overlapping,
  'prioritized lists': prioritized,
  'all devices': wantingAll,
  'several values in common': severalInCommon,
  'no value in common': nothingInCommon,
  'whole alternatives': alternatives,
};

export const HARD_KINDS: readonly string[] = Object.keys(KINDS);

/** Makes a selector fail on some devices. */
function withErrors(dice: Dice, problem: Problem): Problem {
  const slots = problem.claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots)).filter((slot) => !isEmptySlot(slot));
  const victim = dice.isOneOf(2) ? slots[slots.length - 1] : dice.one(slots);
  const failing = Uint8Array.from((victim as Slot).stages);
  const refused = [...failing.keys()].filter((device) => failing[device] !== 0);
  if (refused.length === 0) return problem;
  failing[dice.one(refused)] = ERROR;
  return {
    ...problem,
    claims: problem.claims.map((claim) => ({
      ...claim,
      requests: claim.requests.map((request) => ({
        ...request,
        slots: request.slots.map((slot) => (slot === victim ? { ...slot, stages: failing } : slot)),
      })),
    })),
  };
}

/**
 * The problem of a kind with a seed and a size: about that many selections, at most 32, from at most 128 devices. One in four has a failing
 * selector.
 */
export function randomHard(kind: string, seed: number, size: number): Problem {
  const dice = new Dice(Math.imul(seed, 0x9e3779b1) ^ Math.imul(size, 0x85ebca6b) ^ Math.imul(HARD_KINDS.indexOf(kind) + 1, 0xc2b2ae35));
  const problem = (KINDS[kind] as (dice: Dice, size: number) => Problem)(dice, size);
  return seed % 4 === 3 ? withErrors(dice, problem) : problem;
}
