// Defines an allocation problem in indices, independent of Kubernetes. Devices are numbered in search order. A slot is a request, or one of the subrequests of
// a prioritized list. Slots are numbered over all claims and requests.

import { AllocationError } from '../../core/base/errors.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_INDEX_MASK, ENTRY_MISSING, STAGE_ERROR, STAGE_MATCH } from './layout.js';

/** Claims to satisfy together from one list of devices. */
export interface Problem {
  readonly deviceCount: number;
  /** The devices in use before the search, in ascending order. */
  readonly occupied: readonly number[];
  /** The most devices that one claim may hold. */
  readonly claimLimit: number;
  readonly claims: readonly ProblemClaim[];
  /** The resources that selections consume in addition to devices. Absent: none. */
  readonly resources?: ProblemResources;
}

/** Counters and capacities, counter sets with compatibility groups, and shareable devices. */
export interface ProblemResources {
  /** The amount left of each counter and capacity before the search. Negative if overcommitted. */
  readonly budgets: readonly bigint[];
  /** Groups of budgets, each budget in at most one ledger. While a budget of a ledger is negative, no draw on the ledger is possible. */
  readonly ledgers: readonly (readonly number[])[];
  readonly counterSets: readonly ProblemCounterSet[];
  /** By device: its charges to a ledger and its counter sets. Applied once, even if several selections share the device. */
  readonly draws: ReadonlyMap<number, Draw>;
  /** The devices that several selections may have, even in one claim. */
  readonly shareable: ReadonlySet<number>;
  /** The shareable devices that have a share before the search, so that their draws are already charged. */
  readonly shared: ReadonlySet<number>;
  /** Budgets of the same kind that bounds may add up, such as the memory of every card. */
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

/** A budget in a sum. Its amount times `weight` is in the unit of the sum. */
export interface SumTerm {
  readonly budget: number;
  readonly weight: bigint;
}

/** A counter set: all devices that consume its counters must have a value in common. */
export interface ProblemCounterSet {
  /** The number of values, which are numbered from 0. */
  readonly valueCount: number;
  /** Value sets, each a list of values. */
  readonly sets: readonly (readonly number[])[];
  /** The common values of the devices that consume its counters before the search. Absent if no device consumes any. */
  readonly before?: readonly number[];
}

/** The draw of a device: the counters that its selection consumes. */
export interface Draw {
  readonly ledger: number;
  readonly charges: readonly Charge[];
  readonly memberships: readonly Membership[];
}

/** An amount to subtract from a budget. A negative amount increases the budget. */
export interface Charge {
  readonly budget: number;
  readonly amount: bigint;
}

/** A counter set, and the index of one of its value sets. */
export interface Membership {
  readonly counterSet: number;
  readonly set: number;
}

/** Requests in order, and constraints over them. */
export interface ProblemClaim {
  readonly requests: readonly ProblemRequest[];
  readonly constraints: readonly ProblemConstraint[];
  /**
   * The number of whole alternatives of the claim. All its requests use slots of one alternative, determined by the slot of the first request. Absent: the
   * claim has no alternatives.
   */
  readonly alternatives?: number;
}

/**
 * A request with one slot, or a prioritized list with one slot for each subrequest. In a claim with whole alternatives, each request is prioritized and has the
 * slots of every alternative, in order. An alternative that lacks the request has an empty slot.
 */
export interface ProblemRequest {
  readonly prioritized: boolean;
  readonly slots: readonly Slot[];
}

/** A request, or one of its alternatives. */
export interface Slot {
  /** The number of devices requested; with `all`, the length of that list. 0 without `all` is an empty slot, which needs no device. */
  readonly count: number;
  /** The devices that a request for all devices is allocated, in order. Absent: any `count` devices. */
  readonly all?: readonly number[];
  /** Selects devices in use too, but no device that its claim already holds. */
  readonly adminAccess: boolean;
  /** True if its selections neither check nor charge counters. Only with admin access. */
  readonly ignoresCounters?: boolean;
  /** By device: the capacities that each selection consumes. All of them must have enough left. */
  readonly shares?: ReadonlyMap<number, readonly Charge[]>;
  /** For each device, the result of the checks before the search: 0 matches; below 128 is the check that rejects it; from 128 on is an error. */
  readonly stages: Uint8Array;
  /** The alternative of the claim to which the slot belongs, from 0. Absent: the claim has none. */
  readonly alternative?: number;
}

/** Returns whether a slot needs no device, because its alternative has fewer requests than others of its claim. */
export function isEmptySlot({ count, all }: Slot): boolean {
  return count === 0 && all === undefined;
}

/**
 * match: all sets share a value. distinct: the sets are pairwise disjoint. emptyIntersection: no value is in all sets. It is checked when no device can join
 * any more: at the last selection of its last request, or when that request enters a slot without the constraint.
 */
export type ConstraintKind = 'match' | 'distinct' | 'emptyIntersection';

/** A condition on the value sets of the devices of some slots. */
export interface ProblemConstraint {
  readonly kind: ConstraintKind;
  /** For match: the number of common values that two or more devices need. A single device always matches. Absent: 1. */
  readonly minSize?: number;
  /** The number of values, which are numbered from 0. */
  readonly valueCount: number;
  /** Value sets, each a list of values. */
  readonly sets: readonly (readonly number[])[];
  /** For each slot of the claim, the entries of its devices; undefined where the constraint does not apply. */
  readonly rows: readonly (ValueEntries | undefined)[];
}

/** For each device: the index of a value set, or a value with ENTRY_SINGLE, each optionally with ENTRY_FIRST_ONLY; or ENTRY_MISSING or ENTRY_ERROR. */
export type ValueEntries = Uint32Array;

/** A device selected for a slot. */
export interface Selection {
  readonly slot: number;
  readonly device: number;
}

/** The device and slot at which a search ended with an error, and its kind. */
export interface SearchError {
  /** `stage`: a check before the search. `refused`: a constraint rejected a device of a request for all devices. `value`: an attribute cannot be computed. */
  readonly kind: 'stage' | 'refused' | 'value';
  readonly slot: number;
  readonly device: number;
  /** For `value`: the constraint, numbered over all claims. */
  readonly constraint?: number;
}

/** The answer: the event that ended the depth-first search, or that the search found no solution. `steps` counts search decisions. */
export type SearchAnswer =
  | { readonly kind: 'found'; readonly selections: readonly Selection[]; readonly steps: number }
  | { readonly kind: 'failed' | 'exceeded'; readonly steps: number }
  | { readonly kind: 'error'; readonly error: SearchError; readonly steps: number }
  | { readonly kind: 'step-limit'; readonly steps: number };

/** A search that can be interrupted. */
export interface Search {
  /** The number of decisions so far. */
  readonly steps: number;
  /** The number of branches that each bound pruned, in the order of the BOUND_* bits. Empty while the search is plain. */
  readonly ended: readonly number[];
  /** Continues until there is an answer or about `work` devices have been checked. Returns undefined if not done yet. */
  run(work: number): SearchAnswer | undefined;
  /** Returns the current search, to continue in another instance of the solver, or undefined if it cannot move now. Absent: it can never move. */
  copy?(): MovedSearch | undefined;
  /** Releases the memory of the search. Call it exactly once, even after an error. */
  end(): void;
}

/** A search between instances: its memory from the base of its problem on, and its locations. The location of frames is relative to the base of the scratch. */
export interface MovedSearch {
  readonly memory: Uint8Array<ArrayBuffer>;
  readonly problemBase: number;
  readonly scratchBase: number;
  readonly frames: number;
  /** The end of the memory of the search, including memory not written yet. */
  readonly end: number;
}

/** The documented limits of one problem. Above them: AllocationError `input-too-large`, never a truncated answer. */
export const PROBLEM_LIMITS = {
  devices: 1_000_000,
  claims: 4096,
  slots: 65_536,
  constraints: 65_536,
  /** The sum over all constraints of the slots of their claim: each constraint has a row for each slot. */
  'slots under constraints': 1 << 24,
  valueSets: ENTRY_INDEX_MASK - 1,
  budgets: 1 << 24,
  /** The total number of digits of all amounts with more than 64 digits. */
  digits: 1 << 18,
  bytes: 1 << 30,
} as const;

/** Throws `input-too-large` with the name of the exceeded limit. */
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

/** Returns whether a search must check a device of this stage: it matches, or has an error. */
export function isCandidate(stage: number): boolean {
  return stage === STAGE_MATCH || stage >= STAGE_ERROR;
}

export function hasFirstOnly(row: Uint32Array): boolean {
  for (let device = 0; device < row.length; device++) if (isFirstOnly(row[device] as number)) return true;
  return false;
}
