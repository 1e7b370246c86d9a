// Builds the problem from choices on the axes of the small scope.

import { emptySlot, tieClaims } from '../../../../src/allocator/kernel/alternatives.js';
import { ENTRY_MISSING, ENTRY_SINGLE } from '../../../../src/allocator/kernel/layout.js';
import type {
  Draw,
  Problem,
  ProblemClaim,
  ProblemConstraint,
  ProblemRequest,
  ProblemResources,
  Slot,
} from '../../../../src/allocator/kernel/problem.js';
import { ALL, type Constraint, type Counted, type Counters, MATCH, NO, range, type Selectors, type Sharing } from './axes.js';

const tables = new Map<string, Uint8Array>();
/** Equal selectors share one table, as encoded selectors do. */
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

const SUBSETS_OF_VALUES: readonly (readonly number[])[] = range(8).map((bits) => range(3).filter((value) => (bits & (1 << value)) !== 0));

export interface Choice {
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
  /** The number of first claims that are whole alternatives of one. */
  readonly tied?: number;
}

/** Returns whether a constraint has a value that no slot can see. The problem is equal without it. */
function hasUnseen({ over, values, lists: areLists }: Constraint, selectors: Selectors): boolean {
  const none = areLists === true ? 0 : ENTRY_MISSING;
  return values.some((value, device) => value !== none && !over.some((slot) => selectors[slot]?.[device] === MATCH));
}

export function problemOf(choice: Choice): Problem | undefined {
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
    claims:
      choice.tied === undefined ? claims : [tieClaims(claims.slice(0, choice.tied), emptySlot(devices)), ...claims.slice(choice.tied)],
    ...(resources === undefined ? {} : { resources }),
  };
}

function slotOf(stages: readonly number[], count: number, adminAccess: boolean): Slot {
  if (count !== ALL) return { stages: table(stages), count, adminAccess };
  const all = [...stages.keys()].filter((device) => stages[device] !== NO);
  return { stages: table(stages), count: all.length, all, adminAccess };
}

function constraintOf({ kind, minSize, over, values, lists: areLists }: Constraint, slots: readonly number[]): ProblemConstraint {
  const entries = areLists === true ? rowOf(values) : rowOf(values.map((value) => (value < 3 ? value | ENTRY_SINGLE : value)));
  return {
    kind,
    ...(minSize === undefined ? {} : { minSize }),
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
