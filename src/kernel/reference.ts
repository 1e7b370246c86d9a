// Plain depth-first search, short and obviously right: what the answer is defined by. The Wasm solver is tested against it.
//
// It goes over claims, requests, subrequests and devices in order and ends with the first event: a solution, or an error. A
// subtree without an event has failed, or it exceeded the limit of a claim, which returns through picks without trying others.

import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_INDEX_MASK, ENTRY_MISSING, ENTRY_SINGLE, STAGE_ERROR, STAGE_MATCH } from './layout.js';
import {
  checkProblem,
  type Kernel,
  type Pick,
  type Problem,
  type ProblemClaim,
  type ProblemConstraint,
  type Search,
  type SearchAnswer,
  type SearchError,
  type Slot,
} from './problem.js';

type Result = 'found' | 'failed' | 'exceeded';

/** Ends the search at once. */
class Ended extends Error {
  readonly answer: { kind: 'error'; error: SearchError } | { kind: 'step-limit' };

  constructor(answer: Ended['answer']) {
    super(answer.kind);
    this.answer = answer;
  }
}

/** The plain search as a kernel. Its searches run to their end in one go. */
export const referenceKernel: Kernel = {
  start(problem: Problem, stepLimit = Number.POSITIVE_INFINITY): Search {
    checkProblem(problem);
    const search = new ReferenceSearch(problem, stepLimit);
    return {
      get steps() {
        return search.steps;
      },
      run: () => search.answer(),
      end: () => undefined,
    };
  },
};

class ReferenceSearch {
  steps = 0;
  readonly #problem: Problem;
  readonly #stepLimit: number;
  readonly #picks: Pick[] = [];
  /** For each claim the devices it holds. */
  readonly #held: Set<number>[];
  readonly #occupied: Set<number>;
  /** For each constraint, numbered over all claims, the value sets of its devices. */
  readonly #values = new Map<ProblemConstraint, Set<number>[]>();
  readonly #slotNumbers = new Map<Slot, number>();
  readonly #constraintNumbers = new Map<ProblemConstraint, number>();

  constructor(problem: Problem, stepLimit: number) {
    this.#problem = problem;
    this.#stepLimit = stepLimit;
    this.#held = problem.claims.map(() => new Set());
    this.#occupied = new Set(problem.occupied);
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
      return result === 'found' ? { kind: result, picks: [...this.#picks], steps: this.steps } : { kind: result, steps: this.steps };
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
      this.#countStep();
      const result = this.#slot(claimIndex, requestIndex, slot, 0, 0);
      if (result === 'found') return result;
      if (result === 'failed') last = result;
    }
    return last;
  }

  /** Finds the devices of a slot from the `index`-th on, among those from `start` on, and all that comes after. */
  #slot(claimIndex: number, requestIndex: number, slot: Slot, index: number, start: number): Result {
    if (slot.count === 0) return 'failed';
    if (index >= slot.count) return this.#request(claimIndex, requestIndex + 1);
    const held = this.#held[claimIndex] as Set<number>;
    if (slot.count - index > this.#problem.claimLimit - held.size) return 'exceeded';
    const candidates = slot.all === undefined ? range(start, this.#problem.deviceCount) : [slot.all[index] as number];
    for (const device of candidates) {
      if (!this.#pick(claimIndex, slot, device)) continue;
      this.#countStep();
      const result = this.#slot(claimIndex, requestIndex, slot, index + 1, device + 1);
      if (result === 'found') return result;
      this.#undo(claimIndex, slot, device);
      if (result === 'exceeded') return result;
    }
    return 'failed';
  }

  #pick(claimIndex: number, slot: Slot, device: number): boolean {
    const inUse = slot.adminAccess
      ? (this.#held[claimIndex] as Set<number>).has(device)
      : this.#occupied.has(device) || this.#held.some((held) => held.has(device));
    if (inUse) return false;
    const stage = slot.stages[device] as number;
    const place = { slot: this.#slotNumbers.get(slot) as number, device };
    if (stage >= STAGE_ERROR) throw new Ended({ kind: 'error', error: { kind: 'stage', ...place } });
    if (stage !== STAGE_MATCH) return false;
    for (const [constraint, entry] of this.#entries(claimIndex, slot, device)) {
      if (entry === ENTRY_ERROR) {
        const number = this.#constraintNumbers.get(constraint) as number;
        throw new Ended({ kind: 'error', error: { kind: 'value', ...place, constraint: number } });
      }
      if (admits(constraint, this.#values.get(constraint) as Set<number>[], entry)) continue;
      if (slot.all !== undefined) throw new Ended({ kind: 'error', error: { kind: 'refused', ...place } });
      return false;
    }
    for (const [constraint, entry] of this.#entries(claimIndex, slot, device)) {
      (this.#values.get(constraint) as Set<number>[]).push(valuesOf(constraint, entry));
    }
    (this.#held[claimIndex] as Set<number>).add(device);
    this.#picks.push(place);
    return true;
  }

  #undo(claimIndex: number, slot: Slot, device: number): void {
    this.#picks.pop();
    (this.#held[claimIndex] as Set<number>).delete(device);
    for (const [constraint] of this.#entries(claimIndex, slot, device)) (this.#values.get(constraint) as Set<number>[]).pop();
  }

  /** The constraints that apply to a slot, each with the entry of the device. */
  *#entries(claimIndex: number, slot: Slot, device: number): Generator<[ProblemConstraint, number]> {
    const claim = this.#problem.claims[claimIndex] as ProblemClaim;
    const ordinal = claim.requests.flatMap((request) => request.slots).indexOf(slot);
    for (const constraint of claim.constraints) {
      const row = constraint.rows[ordinal];
      if (row !== undefined) yield [constraint, row[device] as number];
    }
  }
}

function valuesOf(constraint: ProblemConstraint, entry: number): Set<number> {
  const index = entry & ENTRY_INDEX_MASK;
  return new Set((entry & ENTRY_SINGLE) === 0 ? constraint.sets[index] : [index]);
}

/** Whether a device with this entry may join the devices of a constraint. */
function admits(constraint: ProblemConstraint, joined: readonly Set<number>[], entry: number): boolean {
  if (entry === ENTRY_MISSING) return false;
  if (joined.length === 0) return true;
  const values = valuesOf(constraint, entry);
  if (constraint.kind === 'match') return [...values].some((value) => joined.every((others) => others.has(value)));
  if ((entry & ENTRY_FIRST_ONLY) !== 0) return false;
  return joined.every((others) => ![...values].some((value) => others.has(value)));
}

function* range(start: number, end: number): Generator<number> {
  for (let value = start; value < end; value++) yield value;
}
