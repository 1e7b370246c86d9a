// Solves problems by brute force: enumerates every path of a search in plain order, and judges each from its first selection on.
// Shares no code with the searches.

import {
  ENTRY_ERROR,
  ENTRY_FIRST_ONLY,
  ENTRY_INDEX_MASK,
  ENTRY_MISSING,
  ENTRY_SINGLE,
  STAGE_ERROR,
  STAGE_MATCH,
} from '../../../src/allocator/kernel/layout.js';
import type { Problem, ProblemClaim, ProblemConstraint, SearchAnswer, Slot } from '../../../src/allocator/kernel/problem.js';

/** A device for a slot. */
interface Step {
  readonly claim: ProblemClaim;
  readonly slot: Slot;
  readonly device: number;
}

/** Steps in order. A dead path has too few of them. */
interface Path {
  readonly steps: readonly Step[];
  readonly isDead: boolean;
}

type Answer = SearchAnswer extends infer A ? (A extends { readonly steps: number } ? Omit<A, 'steps'> : never) : never;

/** Numbers over all claims. */
interface Numbers {
  readonly slots: ReadonlyMap<Slot, number>;
  readonly constraints: ReadonlyMap<ProblemConstraint, number>;
}

/** Returns the answer of a problem; undefined if it has resources, an effective limit, unsupported constraints, or too many paths. */
export function bruteForce(problem: Problem, mostPaths: number): Answer | undefined {
  if (problem.resources !== undefined || problem.claims.some((claim) => mostOf(claim) > 32)) return undefined;
  const constraintsOfAll = problem.claims.flatMap((claim) => claim.constraints);
  // Other tests cover these comparisons.
  if (constraintsOfAll.some(({ kind, minSize = 1 }) => kind === 'emptyIntersection' || minSize > 1)) return undefined;
  const slots = problem.claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots));
  const numbers: Numbers = {
    slots: new Map(slots.map((slot, index) => [slot, index])),
    constraints: new Map(constraintsOfAll.map((constraint, index) => [constraint, index])),
  };
  let left = mostPaths;
  for (const path of pathsFrom(problem, 0, 0, undefined)) {
    if (left-- === 0) return undefined;
    const answer = judge(problem, path, numbers);
    if (answer !== undefined) return answer;
  }
  return { kind: 'failed' };
}

function mostOf({ requests }: ProblemClaim): number {
  return requests.reduce((sum, { slots }) => sum + Math.max(...slots.map(({ count }) => count)), 0);
}

function* pathsFrom(problem: Problem, claimIndex: number, requestIndex: number, alternative: number | undefined): Generator<Path> {
  const claim = problem.claims[claimIndex];
  const request = claim?.requests[requestIndex];
  if (claim === undefined) yield { steps: [], isDead: false };
  else if (request === undefined) yield* pathsFrom(problem, claimIndex + 1, 0, undefined);
  else {
    const slots = request.slots.filter((slot) => requestIndex === 0 || slot.alternative === alternative);
    for (const slot of slots) {
      const restOf = () => pathsFrom(problem, claimIndex, requestIndex + 1, slot.alternative);
      for (const choice of choicesOf(slot, problem.deviceCount)) yield* pathsOf(claim, slot, choice, restOf);
    }
  }
}

function* pathsOf(claim: ProblemClaim, slot: Slot, { devices, isDead }: Choice, restOf: () => Iterable<Path>): Generator<Path> {
  const steps = devices.map((device): Step => ({ claim, slot, device }));
  if (isDead) yield { steps, isDead };
  else for (const rest of restOf()) yield { ...rest, steps: [...steps, ...rest.steps] };
}

interface Choice {
  readonly devices: readonly number[];
  readonly isDead: boolean;
}

/** Yields all choices of devices for a slot, ascending; incomplete choices where too few devices remain. */
function* choicesOf({ count, all }: Slot, deviceCount: number): Generator<Choice> {
  if (all !== undefined) yield { devices: all, isDead: count === 0 };
  else yield* combinations([], count, 0, deviceCount);
}

function* combinations(before: readonly number[], missing: number, start: number, deviceCount: number): Generator<Choice> {
  if (missing === 0 || start === deviceCount) {
    yield { devices: before, isDead: missing > 0 };
    return;
  }
  for (let device = start; device < deviceCount; device++) yield* combinations([...before, device], missing - 1, device + 1, deviceCount);
}

/** Returns the event on a path; undefined if it ends without one. */
function judge(problem: Problem, { steps, isDead }: Path, numbers: Numbers): Answer | undefined {
  const made: Step[] = [];
  for (const step of steps) {
    const end = judgeStep(problem, made, step, numbers);
    if (end !== undefined) return end === 'refused' ? undefined : end;
    made.push(step);
  }
  const picks = made.map(({ slot, device }) => ({ slot: numbers.slots.get(slot) as number, device }));
  return isDead ? undefined : { kind: 'found', selections: picks };
}

/** Returns the end of a path at a step; undefined if it continues. */
function judgeStep({ occupied }: Problem, made: readonly Step[], step: Step, numbers: Numbers): Answer | 'refused' | undefined {
  const { claim, slot, device } = step;
  const holders = made.filter((other) => other.device === device);
  const isInUse = slot.adminAccess ? holders.some((other) => other.claim === claim) : occupied.includes(device) || holders.length > 0;
  if (isInUse) return 'refused';
  const place = { slot: numbers.slots.get(slot) as number, device };
  const stage = slot.stages[device] as number;
  if (stage >= STAGE_ERROR) return { kind: 'error', error: { kind: 'stage', ...place } };
  if (stage !== STAGE_MATCH) return 'refused';
  const own = made.filter((other) => other.claim === claim);
  for (const constraint of claim.constraints) {
    const entry = entryOf(constraint, step);
    if (entry === undefined) continue;
    const number = numbers.constraints.get(constraint) as number;
    if (entry === ENTRY_ERROR) return { kind: 'error', error: { kind: 'value', ...place, constraint: number } };
    const before = own.flatMap((other) => entryOf(constraint, other) ?? []);
    if (isAdmitted(constraint, before, entry)) continue;
    return slot.all === undefined ? 'refused' : { kind: 'error', error: { kind: 'refused', ...place } };
  }
  return undefined;
}

function entryOf({ rows }: ProblemConstraint, { claim, slot, device }: Step): number | undefined {
  return rows[claim.requests.flatMap((request) => request.slots).indexOf(slot)]?.[device];
}

function isAdmitted(constraint: ProblemConstraint, before: readonly number[], entry: number): boolean {
  if (entry === ENTRY_MISSING) return false;
  const own = valuesOf(constraint, entry);
  const others = before.map((one) => valuesOf(constraint, one));
  if (constraint.kind === 'match') return others.length === 0 || own.some((value) => others.every((values) => values.includes(value)));
  if (others.length > 0 && (entry & ENTRY_FIRST_ONLY) !== 0) return false;
  return others.every((values) => !values.some((value) => own.includes(value)));
}

function valuesOf({ sets }: ProblemConstraint, entry: number): readonly number[] {
  const index = entry & ENTRY_INDEX_MASK;
  return (entry & ENTRY_SINGLE) === 0 ? (sets[index] ?? []) : [index];
}
