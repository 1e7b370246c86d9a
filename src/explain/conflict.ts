// Finds a minimal conflict: requests, counts and constraints that cannot be satisfied together. Without any one of them, they
// can. Deletes parts as long as the rest has no solution. A trial that reaches a limit or ends with an error counts as
// solvable.

import type { Problem, ProblemClaim, Slot } from '../allocator/kernel/problem.js';
import { type Reason, requestsIn } from '../allocator/kernel/reasons/reason.js';
import { reasonOf } from '../allocator/kernel/reasons/reasons.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { Trials } from './trials.js';

/** Up to this number, requests are tried one by one. With more requests, the search starts with all of them. */
const MOST_ALONE = 64;

/** A part of a problem: the remaining requests with their counts, and the constraints; both numbered over all claims. */
export interface ProblemPart {
  /** The requested devices of each request; undefined: as many as in the problem. */
  readonly requests: ReadonlyMap<number, number | undefined>;
  readonly constraints: ReadonlySet<number>;
}

/** A part without a solution. */
export interface FoundConflict {
  readonly part: ProblemPart;
  /** True if a solution was found for each smaller part. */
  readonly isMinimal: boolean;
}

/** Returns the problem of a part. Claims keep their positions, omitted requests are removed, and omitted constraints apply to no request. */
export function problemOf(problem: Problem, part: ProblemPart): Problem {
  let request = 0;
  let constraint = 0;
  const claims = problem.claims.map((claim): ProblemClaim => {
    const keptRequests: boolean[] = [];
    const requests = claim.requests.flatMap((one) => {
      const index = request++;
      const isKept = part.requests.has(index);
      for (const _ of one.slots) keptRequests.push(isKept);
      if (!isKept) return [];
      const count = part.requests.get(index);
      return [count === undefined ? one : { ...one, slots: one.slots.map((slot): Slot => ({ ...slot, count })) }];
    });
    const constraints = claim.constraints.map((one) => {
      const isKept = part.constraints.has(constraint++);
      return { ...one, rows: one.rows.filter((_, slot) => keptRequests[slot]).map((row) => (isKept ? row : undefined)) };
    });
    return claim.alternatives === undefined ? { requests, constraints } : { requests, constraints, alternatives: claim.alternatives };
  });
  return { ...problem, claims };
}

/** Finds minimal conflicts of one problem without a solution. */
export class ConflictSearch {
  readonly #problem: Problem;
  readonly #trials: Trials;
  readonly #checkpoint: Checkpoint;
  /** The slot of each request whose count can be reduced: not a list of alternatives, and not a list of devices. */
  readonly #countable: ReadonlyMap<number, Slot>;
  readonly #requestCount: number;
  readonly #constraintCount: number;
  /**
   * For each constraint that a smaller number of devices can break, the requests that it applies to. A conflict contains such a
   * constraint with all of these requests, or not at all.
   */
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

  /**
   * `short`: requests that have too few devices alone. `reason`: why the problem has no solution. Returns undefined if no part is proven
   * unsolvable.
   */
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

  /** Returns an initial part without a solution: a single request if that has no solution alone, however many other requests there are. */
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

  /** Removes items that a conflict does not need, in ever smaller pieces. */
  *#shrink(items: readonly number[], isConflict: (some: readonly number[]) => Incremental<boolean>): Incremental<readonly number[]> {
    let keptItems = items;
    let size = 1;
    while (size * 4 <= items.length) size *= 2;
    for (; size >= 1; size /= 2) {
      for (let at = 0; at < keptItems.length; ) {
        const rest = [...keptItems.slice(0, at), ...keptItems.slice(at + size)];
        if (yield* isConflict(rest)) keptItems = rest;
        else at += size;
      }
    }
    return keptItems;
  }

  /** Returns the smallest count of a request that keeps the conflict. */
  *#leastOf(
    request: number,
    count: number,
    counts: ReadonlyMap<number, number | undefined>,
    constraints: readonly number[],
  ): Incremental<number> {
    const holds = (some: number): Incremental<boolean> => this.#isConflict(new Map([...counts, [request, some]]), constraints);
    // Usually one device less is enough.
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

  /**
   * Returns the constraints that apply to a part. With fewer devices, an empty intersection may no longer be empty, so such a constraint needs all
   * its requests.
   */
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
    // A reason proves that there is no solution, even if the trial reached a limit.
    const isKnown = answer === undefined && (yield* reasonOf(problem, checkpoint)) !== undefined;
    const end = isKnown ? 'failed' : answer?.kind;
    if (end === undefined || end === 'error') this.#isMinimal = false;
    return end === 'failed' || end === 'exceeded';
  }
}

/** For each constraint that requires an empty intersection, returns the requests that it applies to, numbered over all claims. */
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
