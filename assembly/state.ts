// The search that is running: its problem, its scratch, and the counters that are worth a register.

import * as L from './layout';

/** Base of the problem. */
export let problem: usize = 0;
/** Base of the scratch. */
export let scratch: usize = 0;
/** Search decisions made so far. */
export let steps: i64 = 0;
/** Devices that may still be considered in this run; negative when used up. */
export let work: i64 = 0;
/** Frames on the stack. */
export let depth: u32 = 0;

/** Takes up the search whose state lies at the given bases. */
export function enter(problemBase: usize, scratchBase: usize): void {
  problem = problemBase;
  scratch = scratchBase;
  steps = load<i64>(scratch + L.SCRATCH_STEPS);
  work = load<i64>(scratch + L.SCRATCH_WORK);
  depth = load<u32>(scratch + L.SCRATCH_DEPTH);
}

/** Writes the counters back, so that another call can go on. */
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
 * A step that is done at once takes less work than this, a fraction of a millisecond: after it others may have their turn. A bound check may go on beyond its
 * budget, in loops that are short and in the bounds that come after the one that used it up.
 */
const MOST_AT_ONCE: i64 = 1 << 17;

/** Returns whether what was done since so much work was left may be done at once. */
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

/** The kind of a constraint, one of KIND_*. Every rule for constraints asks for it by one of these functions. */
export function kindOfConstraint(constraint: usize): u32 {
  const kind = load<u32>(constraint + L.CONSTRAINT_KIND);
  assert(kind == L.KIND_MATCH || kind == L.KIND_DISTINCT || kind == L.KIND_EMPTY_INTERSECTION, 'kind of a constraint');
  return kind;
}

/** Returns whether the devices of a constraint need values in common. */
export function isMatch(constraint: usize): bool {
  return kindOfConstraint(constraint) == L.KIND_MATCH;
}

/** The number of values that devices of a match constraint need in common. */
export function minSizeOf(constraint: usize): u32 {
  return max<u32>(1, load<u32>(constraint + L.CONSTRAINT_MIN_SIZE));
}

export function frameAt(index: u32): usize {
  return scratch + <usize>header(L.HEADER_FRAMES_LOCATION) + <usize>index * L.FRAME_SIZE;
}

/** The frame on top of the stack. Requires: the stack is not empty. */
export function topFrame(): usize {
  assert(depth > 0, 'empty stack');
  return frameAt(depth - 1);
}
