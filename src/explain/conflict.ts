// A minimal conflict: requests, counts of devices and constraints that cannot hold together, while they could without any one of them. Found by
// deletion: what the rest cannot hold without is left out. A trial that comes to no end, or ends with an error, counts as one that succeeds.

import type { Problem, ProblemClaim, Slot } from '../allocator/kernel/problem.js';
import { type Reason, requestsIn } from '../allocator/kernel/reasons/reason.js';
import { reasonOf } from '../allocator/kernel/reasons/reasons.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { Trials } from './trials.js';

/** Requests of more claims than these are not tried one by one: the search for a conflict begins with all of them. */
const MOST_ALONE = 64;

/** A part of a problem: the requests that stay, with their counts, and the constraints; both numbered over all claims. */
export interface ProblemPart {
  /** By request the devices requested; undefined: as many as in the problem. */
  readonly requests: ReadonlyMap<number, number | undefined>;
  readonly constraints: ReadonlySet<number>;
}

/** A part without a solution. */
export interface FoundConflict {
  readonly part: ProblemPart;
  /** True where each part of it was seen to have a solution. */
  readonly isMinimal: boolean;
}

/** The problem of a part. Claims keep their places; requests that are left out are gone, and constraints concern nobody. */
export function problemOf(problem: Problem, part: ProblemPart): Problem {
  let request = 0;
  let constraint = 0;
  const claims = problem.claims.map((claim): ProblemClaim => {
    const kept: boolean[] = [];
    const requests = claim.requests.flatMap((one) => {
      const index = request++;
      const isKept = part.requests.has(index);
      for (const _ of one.slots) kept.push(isKept);
      if (!isKept) return [];
      const count = part.requests.get(index);
      return [count === undefined ? one : { ...one, slots: one.slots.map((slot): Slot => ({ ...slot, count })) }];
    });
    const constraints = claim.constraints.map((one) => {
      const isKept = part.constraints.has(constraint++);
      return { ...one, rows: one.rows.filter((_, slot) => kept[slot]).map((row) => (isKept ? row : undefined)) };
    });
    return claim.alternatives === undefined ? { requests, constraints } : { requests, constraints, alternatives: claim.alternatives };
  });
  return { ...problem, claims };
}

/** Finds minimal conflicts of one problem, which has no solution. */
export class ConflictSearch {
  readonly #problem: Problem;
  readonly #trials: Trials;
  readonly #checkpoint: Checkpoint;
  /** By request its slot, where its count can be less: it is no list of alternatives, and requests no list of devices. */
  readonly #countable: ReadonlyMap<number, Slot>;
  readonly #requestCount: number;
  readonly #constraintCount: number;
  /** By constraint that fewer devices break the requests that it concerns: it is part of a conflict with all of them, or not at all. */
  readonly #whole: ReadonlyMap<number, readonly number[]>;
  #isMinimal = true;

  constructor(problem: Problem, trials: Trials, checkpoint: Checkpoint) {
    this.#problem = problem;
    this.#trials = trials;
    this.#checkpoint = checkpoint;
    const requests = problem.claims.flatMap((claim) => claim.requests);
    const countable = new Map<number, Slot>();
    for (const [index, { prioritized, slots }] of requests.entries()) {
      const [slot] = slots;
      if (!prioritized && slot !== undefined && slot.all === undefined && slot.count > 1) countable.set(index, slot);
    }
    this.#countable = countable;
    this.#requestCount = requests.length;
    this.#constraintCount = problem.claims.reduce((sum, { constraints }) => sum + constraints.length, 0);
    this.#whole = emptyIntersectionsOf(problem);
  }

  /** `short`: requests that have too few devices by themselves. `reason`: why the problem has no solution. Undefined: no part is known to have none. */
  *find(short: readonly number[], reason: Reason | undefined): Incremental<FoundConflict | undefined> {
    const begin = yield* this.#begin(short, reason);
    if (begin === undefined) return undefined;
    this.#isMinimal = true;
    const requests = yield* this.#shrink(begin.requests, (some) => this.#has(some, begin.constraints));
    const constraints = yield* this.#shrink(begin.constraints, (some) => this.#has(requests, some));
    const counts = new Map<number, number | undefined>(requests.map((request) => [request, undefined]));
    for (const request of requests) {
      const slot = this.#countable.get(request);
      if (slot !== undefined) counts.set(request, yield* this.#leastOf(request, slot.count, counts, constraints));
    }
    const part = { requests: counts, constraints: new Set(this.#judged(counts, constraints)) };
    return { part, isMinimal: this.#isMinimal };
  }

  /** A part without a solution to begin with: a request that cannot be served alone is the cause, however many others there are. */
  *#begin(
    short: readonly number[],
    reason: Reason | undefined,
  ): Incremental<Record<'requests' | 'constraints', readonly number[]> | undefined> {
    const all = numbersTo(this.#requestCount);
    const constraints = numbersTo(this.#constraintCount);
    const ofReason = reason === undefined ? [] : requestsIn(reason);
    const alone = ofReason.length === 1 || this.#requestCount > MOST_ALONE ? [...short, ...ofReason] : [...short, ...all];
    const candidates = [...alone.map((request) => [request]), ...(ofReason.length > 1 ? [ofReason] : []), all];
    for (const requests of candidates) if (yield* this.#has(requests, constraints)) return { requests, constraints };
    return undefined;
  }

  /** Leaves out what a conflict does not need, in ever smaller pieces. */
  *#shrink(items: readonly number[], isConflict: (some: readonly number[]) => Incremental<boolean>): Incremental<readonly number[]> {
    let kept = items;
    let size = 1;
    while (size * 4 <= items.length) size *= 2;
    for (; size >= 1; size /= 2) {
      for (let at = 0; at < kept.length; ) {
        const rest = [...kept.slice(0, at), ...kept.slice(at + size)];
        if (yield* isConflict(rest)) kept = rest;
        else at += size;
      }
    }
    return kept;
  }

  /** The least count with which a request is still part of the conflict. */
  *#leastOf(
    request: number,
    count: number,
    counts: ReadonlyMap<number, number | undefined>,
    constraints: readonly number[],
  ): Incremental<number> {
    const holds = (some: number): Incremental<boolean> => this.#isConflict(new Map([...counts, [request, some]]), constraints);
    // Mostly one device less would do.
    let [served, conflict] = [0, count];
    for (let next = count - 1; conflict - served > 1; next = (served + conflict) >> 1) {
      if (yield* holds(next)) conflict = next;
      else served = next;
    }
    return conflict;
  }

  #has(requests: readonly number[], constraints: readonly number[]): Incremental<boolean> {
    return this.#isConflict(new Map(requests.map((request) => [request, undefined])), constraints);
  }

  /** The constraints that can be judged with some requests: with fewer devices an intersection is no more empty, so that such a one tells nothing of them. */
  #judged(requests: ReadonlyMap<number, number | undefined>, constraints: readonly number[]): readonly number[] {
    if (this.#whole.size === 0) return constraints;
    const isWhole = (request: number): boolean => requests.has(request) && this.#isWhole(request, requests.get(request));
    return constraints.filter((constraint) => (this.#whole.get(constraint) ?? []).every(isWhole));
  }

  #isWhole(request: number, count: number | undefined): boolean {
    return count === undefined || count === this.#countable.get(request)?.count;
  }

  *#isConflict(requests: ReadonlyMap<number, number | undefined>, constraints: readonly number[]): Incremental<boolean> {
    if (requests.size === 0) return false;
    const part = { requests, constraints: new Set(this.#judged(requests, constraints)) };
    const checkpoint = this.#checkpoint;
    const problem = problemOf(this.#problem, part);
    const answer = yield* this.#trials.answer(problem);
    // With a reason there is no solution, though the trial came to no end.
    const isKnown = answer === undefined && (yield* reasonOf(problem, checkpoint)) !== undefined;
    const end = isKnown ? 'failed' : answer?.kind;
    if (end === undefined || end === 'error') this.#isMinimal = false;
    return end === 'failed' || end === 'exceeded';
  }
}

/** For each constraint that requests an empty intersection the requests that it concerns, all numbered over all claims. */
function emptyIntersectionsOf({ claims }: Problem): ReadonlyMap<number, readonly number[]> {
  const found = new Map<number, readonly number[]>();
  let [request, constraint] = [0, 0];
  for (const { requests, constraints } of claims) {
    const owners = requests.flatMap(({ slots }, index) => slots.map(() => request + index));
    for (const { kind, rows } of constraints) {
      const concerned = owners.filter((_, ordinal) => rows[ordinal] !== undefined);
      if (kind === 'emptyIntersection') found.set(constraint, [...new Set(concerned)]);
      constraint++;
    }
    request += requests.length;
  }
  return found;
}

function numbersTo(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index);
}
