// An allocation problem in indices: what a search works on. Knows nothing of Kubernetes.
//
// Devices are numbered in search order. A slot is what a request looks for: the request itself, or one of the subrequests of a
// prioritized list. Slots are numbered over all claims and requests.

import { AllocationError } from '../../core/base/errors.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_INDEX_MASK, ENTRY_MISSING, STAGE_ERROR, STAGE_MATCH } from './layout.js';

/** Claims to be satisfied together from one list of devices. */
export interface Problem {
  readonly deviceCount: number;
  /** Devices in use before the search, ascending. */
  readonly occupied: readonly number[];
  /** Most devices that one claim may hold. */
  readonly claimLimit: number;
  readonly claims: readonly ProblemClaim[];
  /** The resources that selections use up next to the devices themselves. Absent: nothing. */
  readonly resources?: ProblemResources;
}

/** Counters and capacities, counter sets with compatibility groups, and devices that several picks share. */
export interface ProblemResources {
  /** The rest of each counter and each capacity before the search. Below zero: more is taken than there is. */
  readonly budgets: readonly bigint[];
  /** Budgets that count together, each of one ledger at most: while one of them is below zero no draw on the ledger is possible. */
  readonly ledgers: readonly (readonly number[])[];
  readonly counterSets: readonly ProblemCounterSet[];
  /** By device: what it takes from a ledger and its counter sets, once however many picks share it. */
  readonly draws: ReadonlyMap<number, Draw>;
  /** Devices that several picks may have, also of one claim. */
  readonly shareable: ReadonlySet<number>;
  /** The shareable devices that somebody shares before the search, so that their draws are made. */
  readonly shared: ReadonlySet<number>;
  /** Budgets of the same kind, such as the memory of every card, which bounds may add up. */
  readonly sums?: readonly (readonly SumTerm[])[];
}

export const NO_RESOURCES: ProblemResources = {
  budgets: [],
  ledgers: [],
  counterSets: [],
  draws: new Map(),
  shareable: new Set(),
  shared: new Set(),
};

/** A budget in a sum. Amounts of the budget times `weight` are in the unit of the sum. */
export interface SumTerm {
  readonly budget: number;
  readonly weight: bigint;
}

/** A counter set: all devices that draw on it must have a value in common. */
export interface ProblemCounterSet {
  /** Values are numbered from 0 to here. */
  readonly valueCount: number;
  /** Value sets, each a list of values. */
  readonly sets: readonly (readonly number[])[];
  /** The value set that all have in common which drew on it before the search. Absent: none did. */
  readonly before?: readonly number[];
}

/** The draw of a device: what its selection takes from counters. */
export interface Draw {
  readonly ledger: number;
  readonly charges: readonly Charge[];
  readonly memberships: readonly Membership[];
}

/** An amount taken from a budget. Below zero it gives. */
export interface Charge {
  readonly budget: number;
  readonly amount: bigint;
}

/** A counter set with the index of a value set in it. */
export interface Membership {
  readonly counterSet: number;
  readonly set: number;
}

/** Requests in order, and constraints over them. */
export interface ProblemClaim {
  readonly requests: readonly ProblemRequest[];
  readonly constraints: readonly ProblemConstraint[];
  /**
   * The number of whole alternatives that the claim has. Its requests are tied: all of them take slots of one alternative, which is that of the slot of the first one.
   * Absent: there is nothing to choose.
   */
  readonly alternatives?: number;
}

/**
 * One slot, or the alternatives of a prioritized list (also when there is only one). A request of a claim with alternatives is prioritized, and has slots of each of them, in
 * their order: an empty one where the alternative has no such request.
 */
export interface ProblemRequest {
  readonly prioritized: boolean;
  readonly slots: readonly Slot[];
}

/** A slot: a request, or one of its alternatives. */
export interface Slot {
  /** Devices requested. With `all` the length of that list. Without it 0 is an empty slot, which is served at once. */
  readonly count: number;
  /** The devices that a request for all devices gets, in order. Absent: any `count` devices. */
  readonly all?: readonly number[];
  /** Takes devices in use as well, but none that its own claim holds. */
  readonly adminAccess: boolean;
  /** Its picks neither check nor charge counters. Only with admin access. */
  readonly ignoresCounters?: boolean;
  /** By device: what each selection takes from capacities, every one of which must have enough. */
  readonly shares?: ReadonlyMap<number, readonly Charge[]>;
  /** For each device what the checks before the search say: 0 match, below 128 the check that rejects, from 128 on an error. */
  readonly stages: Uint8Array;
  /** The alternative of the claim that the slot is of, from 0 on. Absent: the claim has none. */
  readonly alternative?: number;
}

/** Returns whether a slot stands for nothing: its alternative has fewer requests than others of its claim. */
export function isEmptySlot({ count, all }: Slot): boolean {
  return count === 0 && all === undefined;
}

/**
 * match: all sets have a value in common. distinct: no two sets have a value in common. emptyIntersection: no value is in all sets, which another device can mend, so that
 * it is judged when nobody can join any more: at the last selection of the last request that has a slot under it, and where that request takes another slot on entering it.
 */
export type ConstraintKind = 'match' | 'distinct' | 'emptyIntersection';

/** A condition on the value sets of the devices of some slots. */
export interface ProblemConstraint {
  readonly kind: ConstraintKind;
  /** For match: so many values in common are needed where two devices or more have any; one device alone is taken whatever it has. Absent: 1. */
  readonly minSize?: number;
  /** Values are numbered from 0 to here. */
  readonly valueCount: number;
  /** Value sets, each a list of values. */
  readonly sets: readonly (readonly number[])[];
  /** For each slot of the claim the entries of its devices; undefined where the constraint does not apply. */
  readonly rows: readonly (ValueEntries | undefined)[];
}

/** For each device the index of a value set, or a value with ENTRY_SINGLE, maybe with ENTRY_FIRST_ONLY; or ENTRY_MISSING or ENTRY_ERROR. */
export type ValueEntries = Uint32Array;

/** A device given to a slot. */
export interface Pick {
  readonly slot: number;
  readonly device: number;
}

/** Why a search ended with an error: at which device, for which slot. */
export interface SearchError {
  /** stage: a check before the search. rejected: a constraint, for a slot that requests all. value: an attribute cannot be computed. */
  readonly kind: 'stage' | 'refused' | 'value';
  readonly slot: number;
  readonly device: number;
  /** For `value`: which constraint, numbered over all claims. */
  readonly constraint?: number;
}

/** The answer: the first event of depth-first search, or that there is none. `steps` counts search decisions. */
export type SearchAnswer =
  | { readonly kind: 'found'; readonly picks: readonly Pick[]; readonly steps: number }
  | { readonly kind: 'failed' | 'exceeded'; readonly steps: number }
  | { readonly kind: 'error'; readonly error: SearchError; readonly steps: number }
  | { readonly kind: 'step-limit'; readonly steps: number };

/** A search that can be interrupted. */
export interface Search {
  /** Decisions made so far. */
  readonly steps: number;
  /** Branches that each bound ended, in the order of the BOUND_* bits. Empty while the search is plain. */
  readonly ended: readonly number[];
  /** Goes on until there is an answer or about `work` devices have been considered; undefined: not done yet. */
  run(work: number): SearchAnswer | undefined;
  /** The search as it stands, to go on in another instance of the solver; undefined: not now. Absent: never. */
  copy?(): MovedSearch | undefined;
  /** Gives back what the search holds. Call it once, whatever happened. */
  end(): void;
}

/** A search on its way: its memory from the base of its problem on, and where that lies. Locations of frames count from the base of the scratch. */
export interface MovedSearch {
  readonly memory: Uint8Array<ArrayBuffer>;
  readonly problemBase: number;
  readonly scratchBase: number;
  readonly frames: number;
  /** The end of the memory of the search, also where nothing was written yet. */
  readonly end: number;
}

/** Documented limits of one problem. Above them: AllocationError `input-too-large`, never a truncated answer. */
export const PROBLEM_LIMITS = {
  devices: 1_000_000,
  claims: 4096,
  slots: 65_536,
  constraints: 65_536,
  /** Each constraint has a place for each slot of its claim. */
  'slots under constraints': 1 << 24,
  valueSets: ENTRY_INDEX_MASK - 1,
  budgets: 1 << 24,
  /** Digits of all amounts that have more than 64 of them, together. */
  digits: 1 << 18,
  bytes: 1 << 30,
} as const;

/** Throws `input-too-large`, naming what is too much. */
export function checkLimit(what: keyof typeof PROBLEM_LIMITS, amount: number): void {
  if (amount <= PROBLEM_LIMITS[what]) return;
  throw new AllocationError(
    'input-too-large',
    `the problem has ${amount} ${what}, more than the ${PROBLEM_LIMITS[what]} that one search can hold`,
  );
}

/** Returns whether the value of an entry may only be the first of its constraint. */
export function isFirstOnly(entry: number): boolean {
  return entry !== ENTRY_MISSING && entry !== ENTRY_ERROR && (entry & ENTRY_FIRST_ONLY) !== 0;
}

/** Returns whether a search has to check a device of this stage: it matches, or is an error. */
export function isCandidate(stage: number): boolean {
  return stage === STAGE_MATCH || stage >= STAGE_ERROR;
}

/** Returns whether a row of entries has one of those. */
export function hasFirstOnly(row: Uint32Array): boolean {
  for (let device = 0; device < row.length; device++) if (isFirstOnly(row[device] as number)) return true;
  return false;
}
