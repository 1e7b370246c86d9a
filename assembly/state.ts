// Holds the state of the running search: the bases of its problem and scratch, and its most used counters.

import * as L from './layout';

export let problem: usize = 0;
export let scratch: usize = 0;
/** The number of decisions so far. */
export let steps: i64 = 0;
/** The devices that the search may still check in this run. Negative if it checked more. */
export let work: i64 = 0;
/** The number of frames on the stack. */
export let depth: u32 = 0;

/** Loads the search whose problem and scratch have the given bases. */
export function enter(problemBase: usize, scratchBase: usize): void {
  problem = problemBase;
  scratch = scratchBase;
  steps = load<i64>(scratch + L.SCRATCH_STEPS);
  work = load<i64>(scratch + L.SCRATCH_WORK);
  depth = load<u32>(scratch + L.SCRATCH_DEPTH);
}

/** Writes the counters back, so that another call can continue. */
export function leave(): void {
  store<i64>(scratch + L.SCRATCH_STEPS, steps);
  store<i64>(scratch + L.SCRATCH_WORK, work);
  store<u32>(scratch + L.SCRATCH_DEPTH, depth);
}

export function countStep(): void {
  steps++;
  work--;
}

export function countWork(amount: u32): void {
  work -= <i64>amount;
}

/**
 * The most work of one step that cannot pause, a fraction of a millisecond. A bound check may exceed its budget: in short loops, and in the bounds that follow
 * the one that used it up.
 */
const MOST_AT_ONCE: i64 = 1 << 17;

/** Returns whether the work since `before` is short enough to be done without a pause. */
export function isInterruptible(before: i64): bool {
  return before - work <= MOST_AT_ONCE;
}

export function setDepth(value: u32): void {
  depth = value;
}

export function header(field: usize): u32 {
  return load<u32>(problem + field);
}

export function claimAt(index: u32): usize {
  assert(index < header(L.HEADER_CLAIM_COUNT), 'claim index');
  return problem + <usize>header(L.HEADER_CLAIMS_LOCATION) + <usize>index * L.CLAIM_SIZE;
}

export function requestAt(index: u32): usize {
  assert(index < header(L.HEADER_REQUEST_COUNT), 'request index');
  return problem + <usize>header(L.HEADER_REQUESTS_LOCATION) + <usize>index * L.REQUEST_SIZE;
}

export function slotAt(index: u32): usize {
  assert(index < header(L.HEADER_SLOT_COUNT), 'slot index');
  return problem + <usize>header(L.HEADER_SLOTS_LOCATION) + <usize>index * L.SLOT_SIZE;
}

export function constraintAt(index: u32): usize {
  assert(index < header(L.HEADER_CONSTRAINT_COUNT), 'constraint index');
  return problem + <usize>header(L.HEADER_CONSTRAINTS_LOCATION) + <usize>index * L.CONSTRAINT_SIZE;
}

/** Returns the kind of a constraint, KIND_*. All code about constraints reads the kind with this function or the next one. */
export function kindOfConstraint(constraint: usize): u32 {
  const kind = load<u32>(constraint + L.CONSTRAINT_KIND);
  assert(kind == L.KIND_MATCH || kind == L.KIND_DISTINCT || kind == L.KIND_EMPTY_INTERSECTION, 'kind of a constraint');
  return kind;
}

/** Returns whether the devices of a constraint need values in common. */
export function isMatch(constraint: usize): bool {
  return kindOfConstraint(constraint) == L.KIND_MATCH;
}

/** Returns the number of values that the devices of a match constraint need in common. */
export function minSizeOf(constraint: usize): u32 {
  return max<u32>(1, load<u32>(constraint + L.CONSTRAINT_MIN_SIZE));
}

export function frameAt(index: u32): usize {
  return scratch + <usize>header(L.HEADER_FRAMES_LOCATION) + <usize>index * L.FRAME_SIZE;
}

/** Requires: the stack is not empty. */
export function topFrame(): usize {
  assert(depth > 0, 'empty stack');
  return frameAt(depth - 1);
}
