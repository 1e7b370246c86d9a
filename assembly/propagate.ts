// What a pick changes: the running value sets of the claim's constraints, and who holds the device.

import { bitMask, hasBit, intersects, wordAddress } from './bitset';
import * as L from './layout';
import { claimAt, constraintAt, countWork, header, problem, requestAt, scratch, slotAt } from './state';
import { recordedStore, trailMark, undoTo } from './trail';

/** The bitset of devices that a claim holds. */
export function heldBy(claim: u32): usize {
  return scratch + <usize>header(L.HEADER_HELD_LOCATION) + <usize>claim * ((<usize>header(L.HEADER_DEVICE_WORDS)) << 3);
}

/** The bitset of devices in use, before the search or by any claim. */
export function busy(): usize {
  return scratch + <usize>header(L.HEADER_BUSY_LOCATION);
}

/** The number of devices that a claim holds. */
export function picksOf(claim: u32): u32 {
  return <u32>load<u64>(scratch + <usize>header(L.HEADER_PICKS_LOCATION) + ((<usize>claim) << 3));
}

/** Notes an error event. */
export function noteError(kind: u32, slot: u32, device: u32, constraint: u32): void {
  store<u32>(scratch + L.SCRATCH_ERROR_KIND, kind);
  store<u32>(scratch + L.SCRATCH_ERROR_SLOT, slot);
  store<u32>(scratch + L.SCRATCH_ERROR_DEVICE, device);
  store<u32>(scratch + L.SCRATCH_ERROR_CONSTRAINT, constraint);
}

/**
 * Gives a device to a slot if the constraints of its claim allow it.
 * Returns STATUS_FOUND and leaves the pick on the trail, or STATUS_FAILED (a constraint refuses) or STATUS_ERROR (a value cannot be
 * computed) and leaves no trace.
 */
export function pick(slotIndex: u32, device: u32): u32 {
  assert(device < header(L.HEADER_DEVICE_COUNT), 'device index');
  const claimIndex = load<u32>(requestAt(load<u32>(slotAt(slotIndex) + L.SLOT_REQUEST)) + L.REQUEST_CLAIM);
  const claim = claimAt(claimIndex);
  const mark = trailMark();
  const first = load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT);
  const count = load<u32>(claim + L.CLAIM_CONSTRAINT_COUNT);
  countWork(1 + count);
  for (let index = first; index < first + count; index++) {
    const result = admit(index, slotIndex, device);
    if (result != L.STATUS_FOUND) {
      undoTo(mark);
      return result;
    }
  }
  hold(heldBy(claimIndex), device);
  if (!hasBit(busy(), device)) hold(busy(), device);
  const picks = scratch + <usize>header(L.HEADER_PICKS_LOCATION) + ((<usize>claimIndex) << 3);
  recordedStore(picks, load<u64>(picks) + 1);
  return L.STATUS_FOUND;
}

function hold(set: usize, device: u32): void {
  const address = wordAddress(set, device);
  recordedStore(address, load<u64>(address) | bitMask(device));
}

/** Adds a device to a constraint. Returns as `pick` does, but leaves its changes on the trail in any case. */
function admit(constraintIndex: u32, slotIndex: u32, device: u32): u32 {
  const constraint = constraintAt(constraintIndex);
  const rows = problem + <usize>load<u32>(constraint + L.CONSTRAINT_ROWS_LOCATION);
  const row = load<u32>(rows + ((<usize>(slotIndex - load<u32>(constraint + L.CONSTRAINT_FIRST_SLOT))) << 2));
  if (row == 0) return L.STATUS_FOUND;
  const entry = load<u32>(problem + <usize>row + ((<usize>device) << 2));
  if (entry == L.ENTRY_MISSING) return L.STATUS_FAILED;
  if (entry == L.ENTRY_ERROR) {
    noteError(L.ERROR_VALUE, slotIndex, device, constraintIndex);
    return L.STATUS_ERROR;
  }
  const state = scratch + <usize>load<u32>(constraint + L.CONSTRAINT_STATE_LOCATION);
  const devices = load<u64>(state);
  const isMatch = load<u32>(constraint + L.CONSTRAINT_KIND) == L.KIND_MATCH;
  if (devices != 0 && !isMatch && (entry & L.ENTRY_FIRST_ONLY) != 0) return L.STATUS_FAILED;
  const words = load<u32>(constraint + L.CONSTRAINT_VALUE_WORDS);
  const index = entry & L.ENTRY_INDEX_MASK;
  if ((entry & L.ENTRY_SINGLE) != 0) {
    assert(index < words << 6, 'value of an entry');
    if (devices != 0 && hasBit(state + 8, index) != isMatch) return L.STATUS_FAILED;
    recordedStore(state, devices + 1);
    foldSingle(state + 8, index, words, isMatch && devices != 0);
    return L.STATUS_FOUND;
  }
  const sets = problem + <usize>load<u32>(constraint + L.CONSTRAINT_SETS_LOCATION);
  const set = sets + <usize>index * ((<usize>words) << 3);
  if (devices != 0 && isMatch != intersects(state + 8, set, words)) return L.STATUS_FAILED;
  recordedStore(state, devices + 1);
  fold(state + 8, set, words, isMatch && devices != 0);
  return L.STATUS_FOUND;
}

/** As `fold` for the set of one value. When it narrows, the value is in the running set. */
function foldSingle(running: usize, value: u32, words: u32, narrow: bool): void {
  const address = wordAddress(running, value);
  const mask = bitMask(value);
  if (narrow) {
    const end = running + ((<usize>words) << 3);
    for (let at = running; at < end; at += 8) {
      const after: u64 = at == address ? mask : 0;
      if (load<u64>(at) != after) recordedStore(at, after);
    }
  } else if ((load<u64>(address) & mask) == 0) {
    recordedStore(address, load<u64>(address) | mask);
  }
}

/** Narrows the running set to what it shares with `set`, or else adds `set` to it (the set of no devices is empty). */
function fold(running: usize, set: usize, words: u32, narrow: bool): void {
  const size = (<usize>words) << 3;
  for (let at: usize = 0; at < size; at += 8) {
    const before = load<u64>(running + at);
    const value = load<u64>(set + at);
    const after = narrow ? before & value : before | value;
    if (after != before) recordedStore(running + at, after);
  }
}
