// Problems in indices, stored as JSON. Tables are numbered, since the solver treats two slots as equal only if they share one table object.

import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING, ENTRY_SINGLE } from '../../src/allocator/kernel/layout.js';
import type { Charge, ConstraintKind, Draw, Problem, ProblemResources, Slot } from '../../src/allocator/kernel/problem.js';

/** A stored problem: stages, rows, sets and shares are referenced by number. */
export interface StoredProblem {
  readonly deviceCount: number;
  readonly occupied?: readonly number[];
  readonly claimLimit?: number;
  readonly stages: readonly (readonly number[])[];
  /** The entry of each device: a value, `set N`, `first N` or `first set N`, `missing` or `error`. */
  readonly rows?: readonly (readonly string[])[];
  readonly sets?: readonly (readonly (readonly number[])[])[];
  readonly shares?: readonly (readonly (readonly [number, readonly StoredCharge[]])[])[];
  readonly claims: readonly {
    readonly requests: readonly { readonly prioritized?: boolean; readonly slots: readonly StoredSlot[] }[];
    readonly alternatives?: number;
    readonly constraints?: readonly {
      readonly kind: string;
      readonly minSize?: number;
      readonly valueCount: number;
      readonly sets?: number;
      readonly rows: readonly (number | null)[];
    }[];
  }[];
  readonly resources?: {
    readonly budgets: readonly number[];
    readonly ledgers?: readonly (readonly number[])[];
    readonly counterSets?: readonly { readonly valueCount: number; readonly sets: readonly (readonly number[])[] }[];
    readonly draws?: readonly (readonly [number, StoredDraw])[];
    readonly shareable?: readonly number[];
    readonly sums?: readonly (readonly (readonly [number, number])[])[];
  };
}

/** A budget and an amount. */
type StoredCharge = readonly [number, number];

interface StoredDraw {
  readonly ledger: number;
  readonly charges: readonly StoredCharge[];
  /** Counter sets, each with the number of a set of its values. */
  readonly memberships?: readonly (readonly [number, number])[];
}

interface StoredSlot {
  readonly stages: number;
  readonly count: number;
  readonly adminAccess?: boolean;
  readonly ignoresCounters?: boolean;
  readonly all?: readonly number[];
  readonly shares?: number;
  readonly alternative?: number;
}

/** Makes the problem, with one object for each table. */
export function storedProblem({ deviceCount, occupied = [], claimLimit = 32, claims, ...stored }: StoredProblem): Problem {
  const stages = stored.stages.map((table) => Uint8Array.from(table));
  const rows = stored.rows?.map((row) => Uint32Array.from(row, entryOf)) ?? [];
  const shares = stored.shares?.map((table) => new Map(table.map(([device, charges]) => [device, charges.map(chargeOf)]))) ?? [];
  const sets = stored.sets ?? [[]];
  const slotOf = ({ stages: table, shares: share, adminAccess = false, ...slot }: StoredSlot): Slot => {
    return {
      ...slot,
      adminAccess,
      stages: stages[table] as Uint8Array,
      ...(share === undefined ? {} : { shares: shares[share] ?? new Map() }),
    };
  };
  return {
    deviceCount,
    occupied,
    claimLimit,
    claims: claims.map(({ requests, constraints = [], ...claim }) => ({
      ...claim,
      requests: requests.map(({ prioritized = false, slots }) => ({ prioritized, slots: slots.map(slotOf) })),
      constraints: constraints.map(({ kind, sets: own = 0, rows: over, ...constraint }) => ({
        ...constraint,
        kind: kind as ConstraintKind,
        sets: sets[own] ?? [],
        rows: over.map((row) => (row === null ? undefined : rows[row])),
      })),
    })),
    ...(stored.resources === undefined ? {} : { resources: resourcesOf(stored.resources) }),
  };
}

function resourcesOf({
  budgets,
  ledgers = [],
  counterSets = [],
  draws = [],
  shareable = [],
  sums,
}: NonNullable<StoredProblem['resources']>): ProblemResources {
  return {
    budgets: budgets.map(BigInt),
    ledgers,
    counterSets,
    draws: new Map(draws.map(([device, draw]): [number, Draw] => [device, drawOf(draw)])),
    shareable: new Set(shareable),
    shared: new Set(),
    ...(sums && { sums: sums.map((terms) => terms.map(([budget, weight]) => ({ budget, weight: BigInt(weight) }))) }),
  };
}

function drawOf({ ledger, charges, memberships = [] }: StoredDraw): Draw {
  return { ledger, charges: charges.map(chargeOf), memberships: memberships.map(([counterSet, set]) => ({ counterSet, set })) };
}

function chargeOf([budget, amount]: StoredCharge): Charge {
  return { budget, amount: BigInt(amount) };
}

function entryOf(text: string): number {
  if (text === 'missing') return ENTRY_MISSING;
  if (text === 'error') return ENTRY_ERROR;
  const flags = (text.includes('first') ? ENTRY_FIRST_ONLY : 0) | (text.includes('set') ? 0 : ENTRY_SINGLE);
  return (flags | Number(text.split(' ').at(-1))) >>> 0;
}
