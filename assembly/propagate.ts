// What a pick changes: the running value sets of the claim's constraints, and who holds the device.

import { bitMask, hasBit, intersects, wordAddress } from './bitset';
import { claimAt, constraintAt, countWork, header, problem, requestAt, scratch, slotAt } from './state';
import { recordedStore, trailMark, undoTo } from './trail';
import {
  CLAIM_CONSTRAINT_COUNT, CLAIM_FIRST_CONSTRAINT, CONSTRAINT_FIRST_SLOT, CONSTRAINT_KIND, CONSTRAINT_ROWS_LOCATION,
  CONSTRAINT_SETS_LOCATION, CONSTRAINT_STATE_LOCATION, CONSTRAINT_VALUE_WORDS, ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING,
  ENTRY_SET_MASK, ERROR_VALUE, HEADER_BUSY_LOCATION, HEADER_DEVICE_COUNT, HEADER_DEVICE_WORDS, HEADER_HELD_LOCATION,
  HEADER_PICKS_LOCATION, KIND_MATCH, REQUEST_CLAIM, SCRATCH_ERROR_CONSTRAINT, SCRATCH_ERROR_DEVICE, SCRATCH_ERROR_KIND,
  SCRATCH_ERROR_SLOT, SLOT_REQUEST, STATUS_ERROR, STATUS_FAILED, STATUS_FOUND,
} from './layout';

/** The bitset of devices that a claim holds. */
// @ts-ignore: decorator
@inline
export function heldBy(claim: u32): usize {
  return scratch + <usize>header(HEADER_HELD_LOCATION) + <usize>claim * (<usize>header(HEADER_DEVICE_WORDS) << 3);
}

/** The bitset of devices in use, before the search or by any claim. */
// @ts-ignore: decorator
@inline
export function busy(): usize {
  return scratch + <usize>header(HEADER_BUSY_LOCATION);
}

/** The number of devices that a claim holds. */
// @ts-ignore: decorator
@inline
export function picksOf(claim: u32): u32 {
  return <u32>load<u64>(scratch + <usize>header(HEADER_PICKS_LOCATION) + (<usize>claim << 3));
}

/** Notes an error event. */
export function noteError(kind: u32, slot: u32, device: u32, constraint: u32): void {
  store<u32>(scratch + SCRATCH_ERROR_KIND, kind);
  store<u32>(scratch + SCRATCH_ERROR_SLOT, slot);
  store<u32>(scratch + SCRATCH_ERROR_DEVICE, device);
  store<u32>(scratch + SCRATCH_ERROR_CONSTRAINT, constraint);
}

/**
 * Gives a device to a slot if the constraints of its claim allow it.
 * Returns STATUS_FOUND and leaves the pick on the trail, or STATUS_FAILED (a constraint refuses) or STATUS_ERROR (a value cannot be
 * computed) and leaves no trace.
 */
export function pick(slotIndex: u32, device: u32): u32 {
  assert(device < header(HEADER_DEVICE_COUNT), 'device index');
  const claimIndex = load<u32>(requestAt(load<u32>(slotAt(slotIndex) + SLOT_REQUEST)) + REQUEST_CLAIM);
  const claim = claimAt(claimIndex);
  const mark = trailMark();
  const first = load<u32>(claim + CLAIM_FIRST_CONSTRAINT);
  const count = load<u32>(claim + CLAIM_CONSTRAINT_COUNT);
  countWork(1 + count);
  for (let index = first; index < first + count; index++) {
    const result = admit(index, slotIndex, device);
    if (result != STATUS_FOUND) {
      undoTo(mark);
      return result;
    }
  }
  hold(heldBy(claimIndex), device);
  if (!hasBit(busy(), device)) hold(busy(), device);
  const picks = scratch + <usize>header(HEADER_PICKS_LOCATION) + (<usize>claimIndex << 3);
  recordedStore(picks, load<u64>(picks) + 1);
  return STATUS_FOUND;
}

function hold(set: usize, device: u32): void {
  const address = wordAddress(set, device);
  recordedStore(address, load<u64>(address) | bitMask(device));
}

/** Adds a device to a constraint. Returns as `pick` does, but leaves its changes on the trail in any case. */
function admit(constraintIndex: u32, slotIndex: u32, device: u32): u32 {
  const constraint = constraintAt(constraintIndex);
  const rows = problem + <usize>load<u32>(constraint + CONSTRAINT_ROWS_LOCATION);
  const row = load<u32>(rows + (<usize>(slotIndex - load<u32>(constraint + CONSTRAINT_FIRST_SLOT)) << 2));
  if (row == 0) return STATUS_FOUND;
  const entry = load<u32>(problem + <usize>row + (<usize>device << 2));
  if (entry == ENTRY_MISSING) return STATUS_FAILED;
  if (entry == ENTRY_ERROR) {
    noteError(ERROR_VALUE, slotIndex, device, constraintIndex);
    return STATUS_ERROR;
  }
  const words = load<u32>(constraint + CONSTRAINT_VALUE_WORDS);
  const sets = problem + <usize>load<u32>(constraint + CONSTRAINT_SETS_LOCATION);
  const set = sets + <usize>(entry & ENTRY_SET_MASK) * (<usize>words << 3);
  const state = scratch + <usize>load<u32>(constraint + CONSTRAINT_STATE_LOCATION);
  const devices = load<u64>(state);
  const isMatch = load<u32>(constraint + CONSTRAINT_KIND) == KIND_MATCH;
  if (devices != 0) {
    if (isMatch != intersects(state + 8, set, words)) return STATUS_FAILED;
    if (!isMatch && (entry & ENTRY_FIRST_ONLY) != 0) return STATUS_FAILED;
  }
  recordedStore(state, devices + 1);
  fold(state + 8, set, words, isMatch && devices != 0);
  return STATUS_FOUND;
}

/** Narrows the running set to what it shares with `set`, or else adds `set` to it (the set of no devices is empty). */
function fold(running: usize, set: usize, words: u32, narrow: bool): void {
  const size = <usize>words << 3;
  for (let at: usize = 0; at < size; at += 8) {
    const before = load<u64>(running + at);
    const value = load<u64>(set + at);
    const after = narrow ? before & value : before | value;
    if (after != before) recordedStore(running + at, after);
  }
}
