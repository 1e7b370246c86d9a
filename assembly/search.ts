// Searches depth-first with explicit frames. A mode is a position in the search; each function below acts on one mode and returns the next. The order of
// claims, requests, subrequests and devices is the contract: the first event, a solution or an error, is the answer.

import { alternativeOf, endOfChoice, firstOfAlternative, hasAlternatives, isEmptySlot } from './alternatives';
import { hasBit, nextBit } from './bitset';
import { isInfeasible, learnNogood, note } from './bounds';
import * as B from './bounds-layout';
import { beginSkips, isSkipped, skipInterchangeable } from './device-symmetry';
import * as L from './layout';
import { applies, bounds } from './lookahead';
import { beginProbing, beginSpending, continueProbing, PROBE_PAUSED, PROBE_REFUTED } from './probing';
import {
  busy,
  endsWith,
  heldBy,
  isIntersectionEmpty,
  noteError,
  SELECTION_ERROR,
  SELECTION_EXCLUDED,
  SELECTION_MADE,
  selectDevice,
  selectionsOf,
} from './propagate';
import { isCandidate } from './stages';
import {
  claimAt,
  constraintAt,
  countStep,
  countWork,
  depth,
  enter,
  frameAt,
  header,
  isInterruptible,
  leave,
  problem,
  requestAt,
  scratch,
  setDepth,
  slotAt,
  steps,
  topFrame,
  work,
} from './state';
import { trailMark, undoTo } from './trail';

/** In frames of selections, this value replaces FRAME_ALL_EXCEEDED: 1 after the bounds checked the rest of the frame. */
const FRAME_CHECKED: usize = L.FRAME_ALL_EXCEEDED;
/** The FRAME_START of a frame pushed before the bounds were laid out. */
const NOT_BOUNDED: u32 = u32.MAX_VALUE;

/**
 * Searches until there is an answer, the step limit is reached, or the work of this run is used up. Returns the status.
 * Requires: the host laid out the problem and initialized the scratch. Leaves: the status, and a state from which to continue.
 */
export function search(problemBase: usize, scratchBase: usize): u32 {
  enter(problemBase, scratchBase);
  const limit = load<i64>(scratch + L.SCRATCH_STEP_LIMIT);
  const escalateAt = <i64>load<u32>(scratch + L.SCRATCH_ESCALATE_AT);
  let mode = load<u32>(scratch + L.SCRATCH_MODE);
  if (load<u32>(scratch + L.SCRATCH_STATUS) == L.STATUS_ESCALATE) mode = checkFirst(mode);
  store<u32>(scratch + L.SCRATCH_STATUS, L.STATUS_RUNNING);
  while (load<u32>(scratch + L.SCRATCH_STATUS) == L.STATUS_RUNNING && work > 0) {
    if (mode == L.MODE_PROBING) {
      mode = probe();
      continue;
    }
    const before = work;
    if (mode == L.MODE_NEXT) mode = tryNext();
    else if (mode == L.MODE_RETURN) mode = goBack();
    // This check comes first, because the first check of the bounds may end the search without another step.
    else if (steps >= escalateAt) finish(L.STATUS_ESCALATE);
    else if (steps >= limit) finish(L.STATUS_STEP_LIMIT);
    else {
      countStep();
      mode = mode == L.MODE_REQUEST ? enterRequest() : enterSlot();
    }
    assert(isInterruptible(before), 'work that cannot be interrupted');
  }
  store<u32>(scratch + L.SCRATCH_MODE, mode);
  leave();
  return load<u32>(scratch + L.SCRATCH_STATUS);
}

/**
 * When the bounds are new, checks the whole search from the first selection on, and returns the next mode. If the search is
 * infeasible, all frames down to that selection are removed. Otherwise the selections are repeated after probing. In the same
 * state and order, they restore the trail.
 */
function checkFirst(mode: u32): u32 {
  if (load<u32>(scratch + L.SCRATCH_BOUNDS) == 0) return mode;
  let first: u32 = 0;
  while (first < depth && !isSelection(frameAt(first))) first++;
  if (first == depth) return mode;
  const frame = frameAt(first);
  const request = load<u32>(frame + L.FRAME_REQUEST);
  const claim = load<u32>(requestAt(request) + L.REQUEST_CLAIM);
  const slot = load<u32>(frame + L.FRAME_SLOT);
  const device = load<u32>(frame + L.FRAME_DEVICE);
  const frames = depth;
  undoTo(load<u32>(frame + L.FRAME_TRAIL_MARK));
  // The selections from this frame on have not failed.
  setDepth(first);
  if (isInfeasible(claim, request, slot, 0, device, true)) return loseFirst(claim);
  if (beginProbing(first, claim, slot, 0, device)) return enterProbing(frames, mode);
  makeAgain(frames);
  return mode;
}

function loseFirst(claim: u32): u32 {
  store<u32>(scratch + L.SCRATCH_CLAIM, claim);
  return giveUp(L.STATUS_FAILED);
}

/** Repeats the undone selections, and restores all frames up to `frames`. */
function makeAgain(frames: u32): void {
  const from = depth;
  setDepth(frames);
  for (let index = from; index < frames; index++) if (isSelection(frameAt(index))) reselect(frameAt(index));
}

/** Begins a probe, after which the search restores `frames` frames and continues in `mode`. */
function enterProbing(frames: u32, mode: u32): u32 {
  store<u32>(bounds(B.BOUNDS_PROBE) + B.PROBE_FRAMES, frames);
  store<u32>(bounds(B.BOUNDS_PROBE) + B.PROBE_MODE, mode);
  return L.MODE_PROBING;
}

/** Probes the top frame, or all frames from the first selection on. */
function probe(): u32 {
  const answer = continueProbing();
  if (answer == PROBE_PAUSED) return L.MODE_PROBING;
  const probeRecord = bounds(B.BOUNDS_PROBE);
  const frames = load<u32>(probeRecord + B.PROBE_FRAMES);
  if (answer == PROBE_REFUTED) return frames == depth ? lose(topFrame()) : loseFirst(load<u32>(probeRecord + B.PROBE_CLAIM));
  makeAgain(frames);
  return load<u32>(probeRecord + B.PROBE_MODE);
}

function isSelection(frame: usize): bool {
  return load<u32>(frame + L.FRAME_KIND) == L.FRAME_KIND_SELECTION;
}

function reselect(frame: usize): void {
  assert(trailMark() == load<u32>(frame + L.FRAME_TRAIL_MARK), 'another state than before');
  const result = selectDevice(load<u32>(frame + L.FRAME_SLOT), load<u32>(frame + L.FRAME_DEVICE), isLastOf(frame));
  assert(result == SELECTION_MADE, 'a pick that was possible before');
}

function finish(status: u32): void {
  store<u32>(scratch + L.SCRATCH_STATUS, status);
}

function giveUp(result: u32): u32 {
  store<u32>(scratch + L.SCRATCH_FAILED, 1);
  store<u32>(scratch + L.SCRATCH_RESULT, result);
  return L.MODE_RETURN;
}

function stand(slot: u32, index: u32, cursor: u32): void {
  store<u32>(scratch + L.SCRATCH_SLOT, slot);
  store<u32>(scratch + L.SCRATCH_INDEX, index);
  store<u32>(scratch + L.SCRATCH_CURSOR, cursor);
}

function push(kind: u32, request: u32): usize {
  assert(depth < header(L.HEADER_FRAME_CAPACITY), 'frame overflow');
  const frame = frameAt(depth);
  setDepth(depth + 1);
  store<u32>(frame + L.FRAME_KIND, kind);
  store<u32>(frame + L.FRAME_REQUEST, request);
  return frame;
}

/** Enters the next request, or ends the claim or the search. The position is (claim, request within the claim). */
function enterRequest(): u32 {
  const claimIndex = load<u32>(scratch + L.SCRATCH_CLAIM);
  if (claimIndex == header(L.HEADER_CLAIM_COUNT)) {
    finish(L.STATUS_FOUND);
    return L.MODE_REQUEST;
  }
  const claim = claimAt(claimIndex);
  const ordinal = load<u32>(scratch + L.SCRATCH_REQUEST);
  if (ordinal == load<u32>(claim + L.CLAIM_REQUEST_COUNT)) {
    store<u32>(scratch + L.SCRATCH_CLAIM, claimIndex + 1);
    store<u32>(scratch + L.SCRATCH_REQUEST, 0);
    return L.MODE_REQUEST;
  }
  const requestIndex = load<u32>(claim + L.CLAIM_FIRST_REQUEST) + ordinal;
  const request = requestAt(requestIndex);
  // The last slot belongs to the request before this one. It determines the alternative of the claim.
  const slot =
    ordinal == 0 || !hasAlternatives(requestIndex)
      ? load<u32>(request + L.REQUEST_FIRST_SLOT)
      : firstOfAlternative(requestIndex, alternativeOf(load<u32>(scratch + L.SCRATCH_SLOT)));
  stand(slot, 0, 0);
  if (load<u32>(request + L.REQUEST_PRIORITIZED) == 0) return enterSlot();
  const frame = push(L.FRAME_KIND_CHOICE, requestIndex);
  store<u32>(frame + L.FRAME_SLOT, slot);
  store<u32>(frame + L.FRAME_ALL_EXCEEDED, 1);
  return L.MODE_SLOT;
}

/** Begins to select the next device of a slot, unless the slot has all its devices. */
function enterSlot(): u32 {
  const slotIndex = load<u32>(scratch + L.SCRATCH_SLOT);
  const slot = slotAt(slotIndex);
  const count = load<u32>(slot + L.SLOT_COUNT);
  const index = load<u32>(scratch + L.SCRATCH_INDEX);
  if (count == 0 && !isEmptySlot(slotIndex)) return giveUp(L.STATUS_FAILED);
  if (index >= count) {
    store<u32>(scratch + L.SCRATCH_REQUEST, load<u32>(scratch + L.SCRATCH_REQUEST) + 1);
    return L.MODE_REQUEST;
  }
  const selections = selectionsOf(load<u32>(scratch + L.SCRATCH_CLAIM));
  const limit = header(L.HEADER_CLAIM_LIMIT);
  assert(selections <= limit, 'claim above its limit');
  if (count - index > limit - selections) return giveUp(L.STATUS_EXCEEDED);
  if (index == 0 && !mayEnter(slotIndex, slot)) return giveUp(L.STATUS_FAILED);
  const cursor = load<u32>(scratch + L.SCRATCH_CURSOR);
  const bounded = load<u32>(scratch + L.SCRATCH_BOUNDS) != 0;
  if (bounded) {
    const claim = load<u32>(scratch + L.SCRATCH_CLAIM);
    const failedBefore = load<u32>(scratch + L.SCRATCH_FAILED) != 0;
    if (isInfeasible(claim, load<u32>(slot + L.SLOT_REQUEST), slotIndex, index, cursor, failedBefore)) return giveUp(L.STATUS_FAILED);
    store<u32>(scratch + L.SCRATCH_FAILED, 0);
  }
  const frame = push(L.FRAME_KIND_SELECTION, load<u32>(slot + L.SLOT_REQUEST));
  if (bounded) {
    beginSkips(depth - 1, slotIndex);
    beginSpending(depth - 1);
  }
  store<u32>(frame + L.FRAME_START, bounded ? cursor : NOT_BOUNDED);
  store<u32>(frame + FRAME_CHECKED, 0);
  store<u32>(frame + L.FRAME_SLOT, slotIndex);
  store<u32>(frame + L.FRAME_INDEX, index);
  store<u32>(frame + L.FRAME_CURSOR, cursor);
  store<u32>(frame + L.FRAME_TRAIL_MARK, trailMark());
  return L.MODE_NEXT;
}

/** Returns whether each constraint that ends with the request, and does not apply to the slot, has an empty intersection: no later device can empty it. */
function mayEnter(slotIndex: u32, slot: usize): bool {
  if ((load<u32>(slot + L.SLOT_FLAGS) & L.SLOT_FLAG_ENDS) == 0) return true;
  const request = load<u32>(slot + L.SLOT_REQUEST);
  const claim = claimAt(load<u32>(scratch + L.SCRATCH_CLAIM));
  const from = load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT);
  const to = from + load<u32>(claim + L.CLAIM_CONSTRAINT_COUNT);
  countWork(to - from);
  for (let constraint = from; constraint < to; constraint++) {
    const at = constraintAt(constraint);
    if (endsWith(at, request) && !applies(constraint, slotIndex) && !isIntersectionEmpty(at)) return false;
  }
  return true;
}

/** Returns whether the selection of a frame is the last one that its slot needs. */
function isLastOf(frame: usize): bool {
  return load<u32>(frame + L.FRAME_INDEX) + 1 == load<u32>(slotAt(load<u32>(frame + L.FRAME_SLOT)) + L.SLOT_COUNT);
}

/** Selects the next device of the top frame. Its last selection is already undone. */
function tryNext(): u32 {
  const frame = topFrame();
  const slotIndex = load<u32>(frame + L.FRAME_SLOT);
  const slot = slotAt(slotIndex);
  if ((load<u32>(slot + L.SLOT_FLAGS) & L.SLOT_FLAG_ALL) != 0) return takeAll(frame, slotIndex, slot);
  const device = nextBit(
    problem + <usize>load<u32>(slot + L.SLOT_CANDIDATES_LOCATION),
    blocked(slot),
    header(L.HEADER_DEVICE_WORDS),
    load<u32>(frame + L.FRAME_CURSOR),
  );
  countWork(1);
  if (device < 0) return lose(frame);
  store<u32>(frame + L.FRAME_CURSOR, <u32>device + 1);
  if (isSkipped(depth - 1, device)) {
    note(B.BOUND_DEVICE_SYMMETRY);
    return L.MODE_NEXT;
  }
  if (stageOf(slot, device) >= L.STAGE_ERROR) return fail(L.ERROR_STAGE, slotIndex, device);
  const result = selectDevice(slotIndex, device, isLastOf(frame));
  if (result == SELECTION_ERROR) finish(L.STATUS_ERROR);
  if (result != SELECTION_MADE) return L.MODE_NEXT;
  return continueWith(frame, slotIndex, device);
}

/** Selects the next device of a request for all devices: there is no other choice. */
function takeAll(frame: usize, slotIndex: u32, slot: usize): u32 {
  const index = load<u32>(frame + L.FRAME_INDEX);
  const device = load<u32>(problem + <usize>load<u32>(slot + L.SLOT_ALL_LOCATION) + ((<usize>index) << 2));
  const stage = stageOf(slot, device);
  if (hasBit(blocked(slot), device) || !isCandidate(stage)) {
    setDepth(depth - 1);
    return giveUp(L.STATUS_FAILED);
  }
  if (stage >= L.STAGE_ERROR) return fail(L.ERROR_STAGE, slotIndex, device);
  const result = selectDevice(slotIndex, device, isLastOf(frame));
  if (result == SELECTION_MADE) return continueWith(frame, slotIndex, device);
  if (result == SELECTION_EXCLUDED) return fail(L.ERROR_REJECTED, slotIndex, device);
  if (result == SELECTION_ERROR) {
    finish(L.STATUS_ERROR);
    return L.MODE_NEXT;
  }
  setDepth(depth - 1);
  return giveUp(L.STATUS_FAILED);
}

/** Removes a frame without a solution, and records its state as a nogood. */
function lose(frame: usize): u32 {
  setDepth(depth - 1);
  const start = load<u32>(frame + L.FRAME_START);
  if (start != NOT_BOUNDED) {
    const slot = load<u32>(frame + L.FRAME_SLOT);
    learnNogood(load<u32>(scratch + L.SCRATCH_CLAIM), load<u32>(frame + L.FRAME_REQUEST), slot, load<u32>(frame + L.FRAME_INDEX), start);
  }
  return giveUp(L.STATUS_FAILED);
}

function continueWith(frame: usize, slotIndex: u32, device: u32): u32 {
  store<u32>(frame + L.FRAME_DEVICE, device);
  stand(slotIndex, load<u32>(frame + L.FRAME_INDEX) + 1, device + 1);
  return L.MODE_SLOT;
}

function fail(kind: u32, slotIndex: u32, device: u32): u32 {
  noteError(kind, slotIndex, device, 0);
  finish(L.STATUS_ERROR);
  return L.MODE_NEXT;
}

/** Returns the devices that a slot cannot select: devices in use, or with admin access the devices that its claim holds. */
function blocked(slot: usize): usize {
  if ((load<u32>(slot + L.SLOT_FLAGS) & L.SLOT_FLAG_ADMIN_ACCESS) == 0) return busy();
  return heldBy(load<u32>(requestAt(load<u32>(slot + L.SLOT_REQUEST)) + L.REQUEST_CLAIM));
}

function stageOf(slot: usize, device: u32): i32 {
  return <i32>load<u8>(problem + <usize>load<u32>(slot + L.SLOT_STAGES_LOCATION) + <usize>device);
}

/** Continues or ends the top frame after a subtree ended without a solution. */
function goBack(): u32 {
  if (depth == 0) {
    finish(load<u32>(scratch + L.SCRATCH_CLAIM) == 0 ? load<u32>(scratch + L.SCRATCH_RESULT) : L.STATUS_FAILED);
    return L.MODE_RETURN;
  }
  countWork(1);
  const frame = topFrame();
  const requestIndex = load<u32>(frame + L.FRAME_REQUEST);
  const claimIndex = load<u32>(requestAt(requestIndex) + L.REQUEST_CLAIM);
  // STATUS_EXCEEDED applies to the choices of this claim only, not to those made for an earlier claim.
  if (claimIndex != load<u32>(scratch + L.SCRATCH_CLAIM)) store<u32>(scratch + L.SCRATCH_RESULT, L.STATUS_FAILED);
  store<u32>(scratch + L.SCRATCH_CLAIM, claimIndex);
  store<u32>(scratch + L.SCRATCH_REQUEST, requestIndex - load<u32>(claimAt(claimIndex) + L.CLAIM_FIRST_REQUEST));
  if (load<u32>(frame + L.FRAME_KIND) == L.FRAME_KIND_CHOICE) return nextChoice(frame, requestIndex);
  undoTo(load<u32>(frame + L.FRAME_TRAIL_MARK));
  const isAll = (load<u32>(slotAt(load<u32>(frame + L.FRAME_SLOT)) + L.SLOT_FLAGS) & L.SLOT_FLAG_ALL) != 0;
  if (!isAll && load<u32>(scratch + L.SCRATCH_RESULT) == L.STATUS_FAILED) {
    skipInterchangeable(depth - 1, load<u32>(frame + L.FRAME_SLOT), load<u32>(frame + L.FRAME_DEVICE));
    return checkFrame(frame, claimIndex, requestIndex);
  }
  setDepth(depth - 1);
  return L.MODE_RETURN;
}

/** Checks the bounds for the rest of the top frame after its first failure, and probes it after many failures. */
function checkFrame(frame: usize, claimIndex: u32, requestIndex: u32): u32 {
  if (load<u32>(scratch + L.SCRATCH_BOUNDS) == 0) return L.MODE_NEXT;
  const slotIndex = load<u32>(frame + L.FRAME_SLOT);
  const index = load<u32>(frame + L.FRAME_INDEX);
  const cursor = load<u32>(frame + L.FRAME_CURSOR);
  const isFirst = load<u32>(frame + FRAME_CHECKED) == 0;
  store<u32>(frame + FRAME_CHECKED, 1);
  if (load<u32>(frame + L.FRAME_START) == NOT_BOUNDED) store<u32>(frame + L.FRAME_START, cursor);
  if (isFirst && isInfeasible(claimIndex, requestIndex, slotIndex, index, cursor, true)) return lose(frame);
  return beginProbing(depth - 1, claimIndex, slotIndex, index, cursor) ? enterProbing(depth, L.MODE_NEXT) : L.MODE_NEXT;
}

/** Tries the next subrequest after one failed. */
function nextChoice(frame: usize, requestIndex: u32): u32 {
  if (load<u32>(scratch + L.SCRATCH_RESULT) == L.STATUS_FAILED) store<u32>(frame + L.FRAME_ALL_EXCEEDED, 0);
  const slot = load<u32>(frame + L.FRAME_SLOT) + 1;
  if (slot < endOfChoice(requestIndex, slot - 1)) {
    store<u32>(frame + L.FRAME_SLOT, slot);
    stand(slot, 0, 0);
    return L.MODE_SLOT;
  }
  setDepth(depth - 1);
  return giveUp(load<u32>(frame + L.FRAME_ALL_EXCEEDED) == 1 ? L.STATUS_EXCEEDED : L.STATUS_FAILED);
}
