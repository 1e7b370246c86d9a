// Makes problems with sizes at, just below and just above each limit of the solver:
// its static room, words of bitsets and amounts, and devices of a claim.
// Only one or two of the sizes are large.

import * as L from '../../../../src/allocator/kernel/layout.js';
import type {
  Charge,
  Draw,
  Problem,
  ProblemClaim,
  ProblemConstraint,
  ProblemRequest,
  ProblemResources,
  Slot,
} from '../../../../src/allocator/kernel/problem.js';
import type { Random } from '../../../differential/generate/random.js';

/** Sizes around a limit, and around the ends of words. */
const around = (...limits: readonly number[]): readonly number[] => limits.flatMap((limit) => [limit - 1, limit, limit + 1]);

const SIZES = {
  devices: [1, 3, ...around(32, 64, 128)],
  manyDevices: around(L.BOUNDED_MOST_DEVICES),
  requests: [1, 2, 3, 6, 7],
  manyRequests: around(L.BOUNDED_MOST_SLOTS),
  /** The number of kinds of requests: requests of one kind are equal. */
  kinds: [1, 2, 4, 5, 6, 7, ...around(L.BOUNDED_MOST_KINDS)],
  values: [1, 2, ...around(64, 128)],
  manyValues: around(16 * 64),
  claimLimit: [1, 2, ...around(32)],
  constraints: [0, 1, 2],
  manyConstraints: around(16, 64),
  blockDevices: around(L.PARTITION_GROUP_MOST_DEVICES),
  blockBudgets: around(16),
  /** Bits of amounts: amounts below 60 bits fit into one word. */
  bits: [4, ...around(60, 63, 64, 124, 128), 1000],
} as const;

const STAGES = [L.STAGE_MATCH, L.STAGE_MATCH, L.STAGE_MATCH, 3, L.STAGE_ERROR + 4];

/** The large part of a problem, or `nothing`. */
const LARGE = ['devices', 'requests', 'values', 'constraints', 'blocks', 'nothing'] as const;

/** Returns a problem of random sizes. */
export function sizedProblem(random: Random): Problem {
  const large = random.pick(LARGE);
  const deviceCount = random.pick(large === 'devices' ? SIZES.manyDevices : large === 'blocks' ? [4 * 33 + 5] : SIZES.devices);
  const requestCount = random.pick(large === 'requests' ? SIZES.manyRequests : SIZES.requests);
  const errs = random.chance(0.2);
  const stageTables = Array.from({ length: random.pick(SIZES.kinds) }, () => stagesOf(random, deviceCount, errs));
  const resources = large === 'blocks' ? blocks(random, deviceCount) : random.chance(0.4) ? someResources(random, deviceCount) : undefined;
  const claimCount = random.pick([1, 1, 2]);
  const claims = Array.from({ length: claimCount }, (): ProblemClaim => {
    const requests = Array.from({ length: Math.max(1, Math.floor(requestCount / claimCount)) }, () =>
      requestOf(random, stageTables, deviceCount, resources),
    );
    const slotCount = requests.reduce((sum, { slots }) => sum + slots.length, 0);
    const valueCount = random.pick(large === 'values' ? SIZES.manyValues : SIZES.values);
    const constraintCount = random.pick(large === 'constraints' ? SIZES.manyConstraints : SIZES.constraints);
    return {
      requests,
      constraints: Array.from({ length: constraintCount }, () => constraintOf(random, slotCount, deviceCount, valueCount)),
    };
  });
  const occupied = Array.from({ length: deviceCount }, (_, device) => device).filter(() => random.chance(0.05));
  return { deviceCount, occupied, claimLimit: random.pick(SIZES.claimLimit), claims, ...(resources === undefined ? {} : { resources }) };
}

function stagesOf(random: Random, deviceCount: number, errs: boolean): Uint8Array {
  const mostly = random.pick([0.3, 0.9, 1]);
  return Uint8Array.from({ length: deviceCount }, () =>
    random.chance(mostly) ? L.STAGE_MATCH : random.pick(errs ? STAGES : STAGES.slice(0, 4)),
  );
}

function requestOf(
  random: Random,
  tables: readonly Uint8Array[],
  deviceCount: number,
  resources: ProblemResources | undefined,
): ProblemRequest {
  const prioritized = random.chance(0.15);
  const slotOf = (): Slot => {
    const stages = random.pick(tables);
    const common = { adminAccess: random.chance(0.05), stages };
    if (random.chance(0.05)) {
      const all = [...stages.keys()].filter((device) => stages[device] === L.STAGE_MATCH).slice(0, 40);
      return { ...common, all, count: all.length };
    }
    const count = random.pick([1, 1, 1, 2, 3, 31, 32, 33]);
    if (resources === undefined || resources.shareable.size === 0) return { ...common, count };
    const charges: Charge[] = [{ budget: resources.budgets.length - 1, amount: 1n }];
    return {
      ...common,
      count,
      shares: new Map([...resources.shareable].filter((device) => device < deviceCount).map((device) => [device, charges])),
    };
  };
  return { prioritized, slots: Array.from({ length: prioritized ? random.integer(1, 8) : 1 }, slotOf) };
}

function constraintOf(random: Random, slotCount: number, deviceCount: number, valueCount: number): ProblemConstraint {
  const sets = Array.from({ length: random.integer(0, 3) }, () => Array.from({ length: 3 }, () => random.integer(0, valueCount - 1)));
  const row = Uint32Array.from({ length: deviceCount }, () => {
    if (random.chance(0.05)) return L.ENTRY_MISSING;
    if (sets.length > 0 && random.chance(0.3)) return random.integer(0, sets.length - 1);
    return L.ENTRY_SINGLE | random.pick([0, valueCount - 1, random.integer(0, valueCount - 1)]);
  });
  const rows = Array.from({ length: slotCount }, () => (random.chance(0.8) ? row : undefined));
  return { kind: random.pick(['match', 'distinct']), valueCount, sets, rows };
}

/** Devices that draw on one ledger, and shared devices, with amounts of some bits. */
function someResources(random: Random, deviceCount: number): ProblemResources {
  const top = 2n ** BigInt(random.pick(SIZES.bits));
  const drawing = Array.from({ length: deviceCount }, (_, device) => device)
    .filter(() => random.chance(0.5))
    .slice(0, 200);
  const draws = new Map(
    drawing.map((device): [number, Draw] => [
      device,
      {
        ledger: 0,
        charges: [{ budget: 0, amount: random.pick([top, top / 2n, 1n]) }],
        memberships: random.chance(0.3) ? [{ counterSet: 0, set: 0 }] : [],
      },
    ]),
  );
  const shareable = new Set(
    Array.from({ length: deviceCount }, (_, device) => device).filter((device) => !draws.has(device) && random.chance(0.3)),
  );
  return {
    budgets: [top * 2n - random.pick([0n, 1n]), BigInt(random.pick([0, 1, 3, 254, 255, 256]))],
    ledgers: [[0]],
    counterSets: [{ valueCount: random.pick(SIZES.values), sets: [[0]], ...(random.chance(0.3) ? { before: [0] } : {}) }],
    draws,
    shareable,
    shared: new Set([...shareable].slice(0, 1)),
  };
}

/** Cards of some partitions each, with a counter for each of their parts. */
function blocks(random: Random, deviceCount: number): ProblemResources {
  const size = random.pick(SIZES.blockDevices);
  const budgetCount = random.pick(SIZES.blockBudgets);
  const cards = Math.floor(deviceCount / size);
  const draws = new Map<number, Draw>();
  for (let card = 0; card < cards; card++) {
    for (let place = 0; place < size; place++) {
      const charges = Array.from({ length: budgetCount }, (_, part) => ({
        budget: card * budgetCount + part,
        amount: BigInt(1 + ((place + part) % 3)),
      }));
      draws.set(card * size + place, { ledger: card, charges, memberships: [] });
    }
  }
  const budgets = Array.from({ length: cards * budgetCount }, () => BigInt(random.pick([2, 4, 7])));
  const ledgers = Array.from({ length: cards }, (_, card) => Array.from({ length: budgetCount }, (_, part) => card * budgetCount + part));
  return { budgets, ledgers, counterSets: [], draws, shareable: new Set(), shared: new Set() };
}
