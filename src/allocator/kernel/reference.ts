// Implements the plain depth-first search that defines the answer. The Wasm solver is tested against it. It iterates over claims, requests, subrequests and
// devices in order, and ends with the first event: a solution, or an error. A subtree without an event has failed or exceeded the limit of a claim. If it
// exceeded the limit, the search backtracks through the selections of the claim without trying others.

import { UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { largestOf } from '../../core/base/lists.js';
import { checkingProblem } from './check-problem.js';
import type { Kernel } from './kernel.js';
import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_INDEX_MASK, ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR, STAGE_MATCH } from './layout.js';
import {
  type Charge,
  type ConstraintKind,
  type Draw,
  isEmptySlot,
  NO_RESOURCES,
  type Problem,
  type ProblemClaim,
  type ProblemConstraint,
  type ProblemResources,
  type Search,
  type SearchAnswer,
  type SearchError,
  type Selection,
  type Slot,
} from './problem.js';

type Result = 'found' | 'failed' | 'exceeded';

/** Why a device is not selected: a check before the search, another selection, a capacity, a counter, or the constraint with this number over all claims. */
export type Obstacle =
  | { readonly by: 'use' | 'share' | 'draw' }
  | { readonly by: 'stage'; readonly stage: number }
  | { readonly by: 'constraint'; readonly constraint: number };

/** A turn of the search, after `steps` steps. The search leaves a slot when no device is left to try, or when it cannot have enough. */
export type SearchTurn = { readonly steps: number; readonly slot: number } & (
  | { readonly kind: 'enter' }
  | { readonly kind: 'leave'; readonly result: Result }
  | { readonly kind: 'pick' | 'undo'; readonly device: number }
  | { readonly kind: 'refuse'; readonly device: number; readonly why: Obstacle }
);

/** Searches like the kernel, and reports each turn to `observe`. Throws what `observe` throws. */
export function observedSearch(problem: Problem, stepLimit: number, observe: (turn: SearchTurn) => void): SearchAnswer {
  inOneGo(checkingProblem(problem, UNLIMITED));
  return new ReferenceSearch(problem, stepLimit, observe).answer();
}

/** Ends the search at once. */
class Ended extends Error {
  readonly answer: { kind: 'error'; error: SearchError } | { kind: 'step-limit' };

  constructor(answer: Ended['answer']) {
    super(answer.kind);
    this.answer = answer;
  }
}

/** The plain search as a kernel. Its searches run to the end without interruption. */
export const referenceKernel: Kernel = {
  *start(problem: Problem, stepLimit = Number.POSITIVE_INFINITY): Incremental<Search> {
    yield* checkingProblem(problem, UNLIMITED);
    const search = new ReferenceSearch(problem, stepLimit);
    return {
      get steps() {
        return search.steps;
      },
      ended: [],
      run: () => search.answer(),
      end: () => undefined,
    };
  },
};

class ReferenceSearch {
  steps = 0;
  readonly #problem: Problem;
  readonly #stepLimit: number;
  readonly #selections: Selection[] = [];
  /** For each claim, the alternative that it uses, or undefined if it has none. */
  readonly #alternatives: (number | undefined)[] = [];
  /** The devices that each claim holds. */
  readonly #held: Set<number>[];
  readonly #occupied: Set<number>;
  /** For each constraint, the value sets of its devices. */
  readonly #values = new Map<ProblemConstraint, Set<number>[]>();
  readonly #slotNumbers = new Map<Slot, number>();
  readonly #constraintNumbers = new Map<ProblemConstraint, number>();
  readonly #resources: ResourceState;
  readonly #observe: ((turn: SearchTurn) => void) | undefined;

  constructor(problem: Problem, stepLimit: number, observe?: (turn: SearchTurn) => void) {
    this.#observe = observe;
    this.#problem = problem;
    this.#stepLimit = stepLimit;
    this.#held = problem.claims.map(() => new Set());
    this.#occupied = new Set(problem.occupied);
    this.#resources = new ResourceState(problem.resources ?? NO_RESOURCES);
    for (const claim of problem.claims) {
      for (const request of claim.requests) for (const slot of request.slots) this.#slotNumbers.set(slot, this.#slotNumbers.size);
      for (const constraint of claim.constraints) {
        this.#constraintNumbers.set(constraint, this.#constraintNumbers.size);
        this.#values.set(constraint, []);
      }
    }
  }

  answer(): SearchAnswer {
    try {
      const result = this.#request(0, 0);
      return result === 'found'
        ? { kind: result, selections: [...this.#selections], steps: this.steps }
        : { kind: result, steps: this.steps };
    } catch (error) {
      if (error instanceof Ended) return { ...error.answer, steps: this.steps };
      throw error;
    }
  }

  #countStep(): void {
    if (this.steps >= this.#stepLimit) throw new Ended({ kind: 'step-limit' });
    this.steps++;
  }

  #request(claimIndex: number, requestIndex: number): Result {
    this.#countStep();
    const claim = this.#problem.claims[claimIndex];
    if (claim === undefined) return 'found';
    const request = claim.requests[requestIndex];
    if (request === undefined) {
      const result = this.#request(claimIndex + 1, 0);
      return result === 'exceeded' ? 'failed' : result;
    }
    if (!request.prioritized) return this.#slot(claimIndex, requestIndex, request.slots[0] as Slot, 0, 0);
    let last: Result = 'exceeded';
    for (const slot of request.slots) {
      // The first request determines the alternative of the claim.
      if (requestIndex === 0) this.#alternatives[claimIndex] = slot.alternative;
      else if (slot.alternative !== this.#alternatives[claimIndex]) continue;
      this.#countStep();
      const result = this.#slot(claimIndex, requestIndex, slot, 0, 0);
      if (result === 'found') return result;
      if (result === 'failed') last = result;
    }
    return last;
  }

  /** Selects the devices of a slot from the `index`-th on, among the devices from `start` on, and continues with all later requests. */
  #slot(claimIndex: number, requestIndex: number, slot: Slot, index: number, start: number): Result {
    if (slot.count === 0 && !isEmptySlot(slot)) return 'failed';
    if (index >= slot.count) return this.#request(claimIndex, requestIndex + 1);
    if (slot.count - index > this.#problem.claimLimit - this.#selectionsOf(claimIndex)) return 'exceeded';
    if (index === 0 && !this.#mayEnter(claimIndex, requestIndex, slot)) return 'failed';
    if (index === 0) this.#observe?.({ kind: 'enter', steps: this.steps, slot: this.#slotNumbers.get(slot) as number });
    const candidates = slot.all === undefined ? range(start, this.#problem.deviceCount) : [slot.all[index] as number];
    for (const device of candidates) {
      if (!this.#select(claimIndex, slot, device, index + 1 === slot.count)) continue;
      this.#countStep();
      const result = this.#slot(claimIndex, requestIndex, slot, index + 1, device + 1);
      if (result === 'found') return result;
      this.#undo(claimIndex, slot, device);
      if (result === 'exceeded') return this.#leave(slot, result);
    }
    return this.#leave(slot, 'failed');
  }

  #leave(slot: Slot, result: Result): Result {
    this.#observe?.({ kind: 'leave', steps: this.steps, slot: this.#slotNumbers.get(slot) as number, result });
    return result;
  }

  /** Reports a device that is not selected. */
  #reject(place: Selection, why: Obstacle): false {
    this.#observe?.({ kind: 'refuse', steps: this.steps, ...place, why });
    return false;
  }

  /** Returns whether each constraint that ends with the request, and does not apply to the slot, has an empty intersection: no later device can empty it. */
  #mayEnter(claimIndex: number, requestIndex: number, slot: Slot): boolean {
    const { constraints } = this.#problem.claims[claimIndex] as ProblemClaim;
    const ordinal = this.#ordinalOf(claimIndex, slot);
    return constraints.every((constraint) => {
      if (constraint.kind !== 'emptyIntersection' || constraint.rows[ordinal] !== undefined) return true;
      if (this.#lastRequest(claimIndex, constraint) !== requestIndex) return true;
      const joined = this.#values.get(constraint) as Set<number>[];
      return joined.length === 0 || isIntersectionEmpty(joined);
    });
  }

  /** Returns the last request that has a slot under a constraint. */
  #lastRequest(claimIndex: number, { rows }: ProblemConstraint): number {
    const owners = (this.#problem.claims[claimIndex] as ProblemClaim).requests.flatMap(({ slots }, index) => slots.map(() => index));
    return largestOf(owners.filter((_, ordinal) => rows[ordinal] !== undefined));
  }

  /** Selects a device for a slot, or leaves the state unchanged. `isLast`: it is the last device that the slot needs. */
  #select(claimIndex: number, slot: Slot, device: number, isLast: boolean): boolean {
    const inUse = slot.adminAccess
      ? (this.#held[claimIndex] as Set<number>).has(device)
      : this.#occupied.has(device) || this.#held.some((held) => held.has(device));
    const place = { slot: this.#slotNumbers.get(slot) as number, device };
    if (inUse) return this.#reject(place, { by: 'use' });
    const stage = slot.stages[device] as number;
    if (stage >= STAGE_ERROR) throw new Ended({ kind: 'error', error: { kind: 'stage', ...place } });
    if (stage !== STAGE_MATCH) return this.#reject(place, { by: 'stage', stage });
    // Capacity is checked before constraints, except for all devices: only then can a constraint cause an error.
    if (slot.all === undefined && !this.#resources.admitsShare(slot, device)) return this.#reject(place, { by: 'share' });
    if (!this.#resources.admitsDraw(slot, device)) return this.#reject(place, { by: 'draw' });
    if (!this.#isAdmitted(claimIndex, slot, place, isLast)) return false;
    if (!this.#resources.admitsShare(slot, device)) return this.#reject(place, { by: 'share' });
    for (const [constraint, entry] of this.#entries(claimIndex, slot, device)) {
      (this.#values.get(constraint) as Set<number>[]).push(valuesOf(constraint, entry));
    }
    this.#resources.take(slot, device);
    if (!this.#resources.isShareable(device)) (this.#held[claimIndex] as Set<number>).add(device);
    this.#selections.push(place);
    this.#observe?.({ kind: 'pick', steps: this.steps, ...place });
    return true;
  }

  /** Returns whether the constraints of the claim admit a device. */
  #isAdmitted(claimIndex: number, slot: Slot, place: Selection, isLast: boolean): boolean {
    const request = (this.#problem.claims[claimIndex] as ProblemClaim).requests.findIndex(({ slots }) => slots.includes(slot));
    for (const [constraint, entry] of this.#entries(claimIndex, slot, place.device)) {
      if (entry === ENTRY_ERROR) {
        const number = this.#constraintNumbers.get(constraint) as number;
        throw new Ended({ kind: 'error', error: { kind: 'value', ...place, constraint: number } });
      }
      const joined = this.#values.get(constraint) as Set<number>[];
      const closes = isLast && this.#lastRequest(claimIndex, constraint) === request;
      if (admits(constraint, joined, entry, closes)) continue;
      if (slot.all !== undefined) throw new Ended({ kind: 'error', error: { kind: 'refused', ...place } });
      return this.#reject(place, { by: 'constraint', constraint: this.#constraintNumbers.get(constraint) as number });
    }
    return true;
  }

  #selectionsOf(claimIndex: number): number {
    const slots = (this.#problem.claims[claimIndex] as ProblemClaim).requests.flatMap((request) => request.slots);
    const numbers = new Set(slots.map((slot) => this.#slotNumbers.get(slot)));
    return this.#selections.filter(({ slot }) => numbers.has(slot)).length;
  }

  #undo(claimIndex: number, slot: Slot, device: number): void {
    this.#observe?.({ kind: 'undo', steps: this.steps, slot: this.#slotNumbers.get(slot) as number, device });
    this.#selections.pop();
    (this.#held[claimIndex] as Set<number>).delete(device);
    this.#resources.giveBack(slot, device);
    for (const [constraint] of this.#entries(claimIndex, slot, device)) (this.#values.get(constraint) as Set<number>[]).pop();
  }

  /** Returns the index of a slot within its claim. */
  #ordinalOf(claimIndex: number, slot: Slot): number {
    return (this.#problem.claims[claimIndex] as ProblemClaim).requests.flatMap((request) => request.slots).indexOf(slot);
  }

  /** Iterates over the constraints that apply to a slot, each with the entry of the device. */
  *#entries(claimIndex: number, slot: Slot, device: number): Generator<[ProblemConstraint, number]> {
    const claim = this.#problem.claims[claimIndex] as ProblemClaim;
    const ordinal = this.#ordinalOf(claimIndex, slot);
    for (const constraint of claim.constraints) {
      const row = constraint.rows[ordinal];
      if (row !== undefined) yield [constraint, row[device] as number];
    }
  }
}

/** The state after the selections so far: budgets, counter sets and shareable devices. */
class ResourceState {
  readonly #resources: ProblemResources;
  readonly #left: bigint[];
  /** For each counter set, the value sets of the devices that consume its counters. */
  readonly #members: ReadonlySet<number>[][];
  /** For each shareable device, the number of selections that share its draw. A share from before the search counts as one. */
  readonly #sharers = new Map<number, number>();
  /** For each selection, whether it charged a draw. */
  readonly #drew: boolean[] = [];

  constructor(resources: ProblemResources) {
    this.#resources = resources;
    this.#left = [...resources.budgets];
    this.#members = resources.counterSets.map(({ before }) => (before === undefined ? [] : [new Set(before)]));
    for (const device of resources.shared) this.#sharers.set(device, 1);
  }

  isShareable(device: number): boolean {
    return this.#resources.shareable.has(device);
  }

  /** Returns whether every capacity suffices for one more share. */
  admitsShare(slot: Slot, device: number): boolean {
    const charges = slot.shares?.get(device) ?? [];
    this.#charge(charges, 1n);
    const enough = charges.every(({ budget }) => (this.#left[budget] as bigint) >= 0n);
    this.#charge(charges, -1n);
    return enough;
  }

  /** Returns whether the counter sets admit the device, and every counter of its pool stays at zero or above with it. */
  admitsDraw(slot: Slot, device: number): boolean {
    const draw = this.#drawOf(device);
    if (draw === undefined) return true;
    // A device may be a member of one set several times. Each membership must match the earlier ones.
    const checkedMemberships: { readonly counterSet: number; readonly values: ReadonlySet<number> }[] = [];
    for (const { counterSet, set } of draw.memberships) {
      const values = new Set(this.#resources.counterSets[counterSet]?.sets[set]);
      const before = checkedMemberships.filter((membership) => membership.counterSet === counterSet).map((membership) => membership.values);
      const members = [...(this.#members[counterSet] as ReadonlySet<number>[]), ...before];
      if (members.length > 0 && ![...values].some((value) => members.every((others) => others.has(value)))) return false;
      checkedMemberships.push({ counterSet, values });
    }
    if (slot.ignoresCounters === true) return true;
    this.#charge(draw.charges, 1n);
    const enough = (this.#resources.ledgers[draw.ledger] as readonly number[]).every((budget) => (this.#left[budget] as bigint) >= 0n);
    this.#charge(draw.charges, -1n);
    return enough;
  }

  take(slot: Slot, device: number): void {
    this.#charge(slot.shares?.get(device) ?? [], 1n);
    const draw = this.#drawOf(device);
    this.#drew.push(draw !== undefined);
    if (draw !== undefined) {
      for (const { counterSet, set } of draw.memberships) {
        (this.#members[counterSet] as ReadonlySet<number>[]).push(new Set(this.#resources.counterSets[counterSet]?.sets[set]));
      }
      if (slot.ignoresCounters !== true) this.#charge(draw.charges, 1n);
    }
    this.#countSharer(slot, device, 1);
  }

  giveBack(slot: Slot, device: number): void {
    this.#countSharer(slot, device, -1);
    this.#charge(slot.shares?.get(device) ?? [], -1n);
    if (this.#drew.pop() !== true) return;
    const { charges, memberships } = this.#drawOf(device) as Draw;
    for (const { counterSet } of memberships) (this.#members[counterSet] as ReadonlySet<number>[]).pop();
    if (slot.ignoresCounters !== true) this.#charge(charges, -1n);
  }

  /** Returns the draw that a selection of the device charges, or undefined if an earlier share already charged it. */
  #drawOf(device: number): Draw | undefined {
    return this.isShareable(device) && (this.#sharers.get(device) ?? 0) > 0 ? undefined : this.#resources.draws.get(device);
  }

  #countSharer(slot: Slot, device: number, by: number): void {
    if (this.isShareable(device) && slot.ignoresCounters !== true) this.#sharers.set(device, (this.#sharers.get(device) ?? 0) + by);
  }

  #charge(charges: readonly Charge[], factor: bigint): void {
    for (const { budget, amount } of charges) this.#left[budget] = (this.#left[budget] as bigint) - factor * amount;
  }
}

function valuesOf(constraint: ProblemConstraint, entry: number): Set<number> {
  const index = entry & ENTRY_INDEX_MASK;
  return new Set((entry & ENTRY_SINGLE) === 0 ? constraint.sets[index] : [index]);
}

/** Returns whether a device with this entry may join the devices of a constraint; `closes`: as the last device. */
function admits(constraint: ProblemConstraint, joined: readonly Set<number>[], entry: number, closes: boolean): boolean {
  if (entry === ENTRY_MISSING) return false;
  return ADMISSION[constraint.kind]({ values: valuesOf(constraint, entry), joined, entry, closes, minSize: constraint.minSize ?? 1 });
}

interface Joining {
  readonly values: ReadonlySet<number>;
  readonly joined: readonly ReadonlySet<number>[];
  readonly entry: number;
  readonly closes: boolean;
  readonly minSize: number;
}

/** The rule of each kind of constraint for a device that joins others. */
const ADMISSION: Readonly<Record<ConstraintKind, (joining: Joining) => boolean>> = {
  match: ({ values, joined, minSize }) => joined.length === 0 || intersectionOf([values, ...joined]).length >= minSize,
  distinct: ({ values, joined, entry }) =>
    joined.length === 0 || ((entry & ENTRY_FIRST_ONLY) === 0 && joined.every((others) => ![...values].some((value) => others.has(value)))),
  emptyIntersection: ({ values, joined, closes }) => !closes || isIntersectionEmpty([values, ...joined]),
};

function isIntersectionEmpty(sets: readonly ReadonlySet<number>[]): boolean {
  return intersectionOf(sets).length === 0;
}

/** Returns the values that all sets share. Requires: there is a set. */
function intersectionOf([first, ...others]: readonly ReadonlySet<number>[]): number[] {
  return [...(first as ReadonlySet<number>)].filter((value) => others.every((other) => other.has(value)));
}

function* range(start: number, end: number): Generator<number> {
  for (let value = start; value < end; value++) yield value;
}
