// Counts properties of a problem before the first selection: which devices can serve which slots, and in how many selections.

import { ENTRY_ERROR, ENTRY_INDEX_MASK, ENTRY_MISSING, ENTRY_SINGLE } from '../../src/allocator/kernel/layout.js';
import type { Charge, Problem, ProblemConstraint, Slot, SumTerm } from '../../src/allocator/kernel/problem.js';

/** A slot, with the devices that can serve it. */
export interface Seat {
  readonly number: number;
  readonly slot: Slot;
  readonly devices: readonly number[];
  /** The values of a device under a constraint, by the number of the constraint. Undefined: the constraint does not apply. */
  readonly valuesOf: (constraint: number, device: number) => readonly number[] | undefined;
}

/** Returns whether a device counts for a seat. */
export type Filter = (seat: Seat, device: number) => boolean;
const any: Filter = () => true;

export const sum = (numbers: Iterable<number>): number => [...numbers].reduce((all, one) => all + one, 0);
export const total = (numbers: readonly bigint[]): bigint => numbers.reduce((all, one) => all + one, 0n);
export const leastOf = (numbers: readonly bigint[], count: number): bigint =>
  total([...numbers].sort((left, right) => (left < right ? -1 : 1)).slice(0, count));

/** A problem with the requests of all claims in one list. */
export class Counting {
  readonly seats: readonly (readonly Seat[])[];
  readonly constraints: readonly ProblemConstraint[];
  /** True if some selection returns an amount to a budget. In that case budgets prove nothing. */
  readonly gives: boolean;
  readonly #problem: Problem;
  readonly #leftOut: readonly number[];

  /** `leftOut`: alternatives that do not count. */
  constructor(problem: Problem, leftOut: readonly number[] = []) {
    this.#problem = problem;
    this.#leftOut = leftOut;
    this.constraints = problem.claims.flatMap(({ constraints }) => constraints);
    this.gives = [...(problem.resources?.draws.values() ?? [])].some(({ charges }) => charges.some(({ amount }) => amount < 0n));
    let number = 0;
    this.seats = problem.claims.flatMap(({ requests, constraints }) => {
      let ordinal = 0;
      return requests.map(({ slots }) => slots.map((slot) => this.#seat(slot, number++, constraints, ordinal++)));
    });
  }

  #seat(slot: Slot, number: number, constraints: readonly ProblemConstraint[], ordinal: number): Seat {
    const rows = constraints.flatMap(({ rows: own }) => own[ordinal] ?? []);
    const isKnown = (device: number): boolean => rows.every((row) => row[device] !== ENTRY_MISSING && row[device] !== ENTRY_ERROR);
    const devices = [...(slot.all ?? slot.stages.keys())].filter((device) => this.#couldServe(slot, device) && isKnown(device));
    const valuesOf = (index: number, device: number): readonly number[] | undefined => {
      const constraint = this.constraints[index] as ProblemConstraint;
      const entry = constraints.includes(constraint) ? constraint.rows[ordinal]?.[device] : undefined;
      if (entry === undefined) return undefined;
      return entry & ENTRY_SINGLE ? [entry & ENTRY_INDEX_MASK] : constraint.sets[entry & ENTRY_INDEX_MASK];
    };
    return { number, slot, devices, valuesOf };
  }

  left(budget: number): bigint {
    return this.#problem.resources?.budgets[budget] as bigint;
  }

  isShareable(device: number): boolean {
    return this.#problem.resources?.shareable.has(device) === true;
  }

  #couldServe({ stages, adminAccess, shares, ignoresCounters }: Slot, device: number): boolean {
    if (stages[device] !== 0 || (!adminAccess && this.#problem.occupied.includes(device))) return false;
    const { draws, shared, ledgers } = this.#problem.resources ?? {};
    const draw = ignoresCounters || shared?.has(device) ? undefined : draws?.get(device);
    const deficits = draw === undefined ? [] : (ledgers?.[draw.ledger] ?? []).map((budget) => ({ budget, amount: 0n }));
    const charges = [...(shares?.get(device) ?? []), ...(draw?.charges ?? []), ...deficits];
    return this.gives || charges.every(({ budget, amount }) => this.left(budget) >= amount);
  }

  get limit(): number {
    return this.#problem.claimLimit;
  }

  /** The alternatives of a request that have enough devices and are not left out. */
  open(request: number, filter = any): Seat[] {
    return this.#withEnough(request, filter).filter(({ number }) => !this.#leftOut.includes(number));
  }

  /** The requests of the claim of a request, by number. */
  #claimOf(request: number): number[] {
    let first = 0;
    for (const { requests } of this.#problem.claims) {
      if (request < first + requests.length) return requests.map((_, index) => first + index);
      first += requests.length;
    }
    return [];
  }

  areOneClaim(requests: readonly number[]): boolean {
    return new Set(requests.map((request) => this.#claimOf(request)[0])).size === 1;
  }

  /** Returns whether each excluded alternative exceeds the limit of its claim when all other requests of the claim have their smallest count. */
  isLeftOutRightly(): boolean {
    return this.#leftOut.every((number) => {
      const request = this.seats.findIndex((seats) => seats.some((seat) => seat.number === number));
      const { slot } = this.seats.flat()[number] as Seat;
      const others = this.#claimOf(request).filter((one) => one !== request);
      return slot.count + sum(others.map((one) => Math.min(...this.#withEnough(one, any).map((seat) => seat.slot.count)))) > this.limit;
    });
  }

  #withEnough(request: number, filter: Filter): Seat[] {
    const seats = (this.seats[request] ?? []).map((seat) => ({ ...seat, devices: seat.devices.filter((one) => filter(seat, one)) }));
    return seats.filter(({ slot, devices }) => slot.count > 0 && devices.length >= slot.count);
  }

  /** The total of the least number of devices that each request needs. */
  need(requests: readonly number[], filter = any): number {
    return sum(requests.map((request) => Math.min(...this.open(request, filter).map(({ slot }) => slot.count))));
  }

  /**
   * The number of selections that each device allows the requests, at most one for each request. Alternatives with enough devices by the first
   * filter count, with the devices of the second filter.
   */
  places(requests: readonly number[], filter = any, counted = any): Map<number, number> {
    const all = requests.map((request) =>
      this.open(request, filter).map((seat) => ({ ...seat, devices: seat.devices.filter((one) => counted(seat, one)) })),
    );
    const devices = new Set(all.flatMap((seats) => seats.flatMap((seat) => seat.devices)));
    const wanting = (device: number): Seat[][] => all.map((seats) => seats.filter((seat) => seat.devices.includes(device)));
    return new Map([...devices].map((device) => [device, this.#picks(device, wanting(device))]));
  }

  #picks(device: number, all: readonly (readonly Seat[])[]): number {
    if (!this.isShareable(device)) return 1;
    const shares = all.flat().map(({ slot }) => slot.shares?.get(device) ?? []);
    const limits = (this.gives ? [] : (shares[0] ?? [])).flatMap(({ budget }) => {
      const amounts = shares.map((charges) => taken(charges, [{ budget, weight: 1n }]));
      return leastOf(amounts, 1) > 0n ? [Number(this.left(budget) / leastOf(amounts, 1))] : [];
    });
    return Math.min(all.filter(({ length }) => length > 0).length, ...limits);
  }

  /** The least amount that a selection consumes of a sum of budgets. */
  amount({ slot }: Seat, device: number, terms: readonly SumTerm[]): bigint {
    const draw = slot.ignoresCounters || this.isShareable(device) ? undefined : this.#problem.resources?.draws.get(device);
    return taken([...(draw?.charges ?? []), ...(slot.shares?.get(device) ?? [])], terms);
  }
}

function taken(charges: readonly Charge[], terms: readonly SumTerm[]): bigint {
  return total(
    charges.flatMap(({ budget, amount }) => terms.filter((term) => term.budget === budget).map(({ weight }) => amount * weight)),
  );
}
