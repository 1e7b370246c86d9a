// Propagates a selection: budgets, the running value sets of constraints, and the devices in use.

import { bitMask, countBits, hasBit, intersects, isEmpty, wordAddress } from './bitset';
import { chargeCounters, chargeShare, drawOf, isShareable, membershipsOf, shared } from './budget';
import * as L from './layout';
import { claimAt, constraintAt, countWork, header, kindOfConstraint, problem, requestAt, scratch, slotAt } from './state';
import { recordedStore, trailMark, undoTo } from './trail';

/** Returns the bitset of devices that a claim holds. */
export function heldBy(claim: u32): usize {
  return scratch + <usize>header(L.HEADER_HELD_LOCATION) + <usize>claim * ((<usize>header(L.HEADER_DEVICE_WORDS)) << 3);
}

/** Returns the bitset of devices in use, from before the search or by any claim. */
export function busy(): usize {
  return scratch + <usize>header(L.HEADER_BUSY_LOCATION);
}

/** Returns the number of devices that a claim holds. */
export function selectionsOf(claim: u32): u32 {
  return <u32>load<u64>(scratch + <usize>header(L.HEADER_SELECTIONS_LOCATION) + ((<usize>claim) << 3));
}

/** Records an error event. */
export function noteError(kind: u32, slot: u32, device: u32, constraint: u32): void {
  store<u32>(scratch + L.SCRATCH_ERROR_KIND, kind);
  store<u32>(scratch + L.SCRATCH_ERROR_SLOT, slot);
  store<u32>(scratch + L.SCRATCH_ERROR_DEVICE, device);
  store<u32>(scratch + L.SCRATCH_ERROR_CONSTRAINT, constraint);
}

/** The selection is made, and its changes are on the trail. */
export const SELECTION_MADE: u32 = 0;
/** The current budgets or counter sets do not admit the device. */
export const SELECTION_OVER_BUDGET: u32 = 1;
/** A constraint of the claim rejects the device. */
export const SELECTION_EXCLUDED: u32 = 2;
export const SELECTION_ERROR: u32 = 3;

/**
 * Selects a device for a slot, if earlier selections allow it. `isLast`: it is the last device that the slot needs, and no earlier selection is still to be
 * made. Returns one of SELECTION_*. Undoes all changes unless the result is SELECTION_MADE.
 */
export function selectDevice(slotIndex: u32, device: u32, isLast: bool): u32 {
  assert(device < header(L.HEADER_DEVICE_COUNT), 'device index');
  const mark = trailMark();
  const result = trySelection(slotIndex, device, isLast);
  if (result != SELECTION_MADE) undoTo(mark);
  return result;
}

/** Like `selectDevice`, but always leaves its changes on the trail. */
function trySelection(slotIndex: u32, device: u32, isLast: bool): u32 {
  const slot = slotAt(slotIndex);
  const flags = load<u32>(slot + L.SLOT_FLAGS);
  const isForAll = (flags & L.SLOT_FLAG_ALL) != 0;
  const noCounters = (flags & L.SLOT_FLAG_NO_COUNTERS) != 0;
  const claimIndex = load<u32>(requestAt(load<u32>(slot + L.SLOT_REQUEST)) + L.REQUEST_CLAIM);
  // A request for all devices checks capacity last. The order only decides whether a rejection or an error comes first.
  if (!isForAll && !chargeShare(slotIndex, device)) return SELECTION_OVER_BUDGET;
  if (!draw(device, noCounters)) return SELECTION_OVER_BUDGET;
  const result = admitToClaim(claimIndex, slotIndex, device, isLast);
  if (result != SELECTION_MADE) return result;
  if (isForAll && !chargeShare(slotIndex, device)) return SELECTION_OVER_BUDGET;
  if (!isShareable(device)) {
    hold(heldBy(claimIndex), device);
    if (!hasBit(busy(), device)) hold(busy(), device);
  } else if (!noCounters && !hasBit(shared(), device)) hold(shared(), device);
  const selections = scratch + <usize>header(L.HEADER_SELECTIONS_LOCATION) + ((<usize>claimIndex) << 3);
  recordedStore(selections, load<u64>(selections) + 1);
  return SELECTION_MADE;
}

/** Charges the draw of a device, unless another share of the device already did. */
function draw(device: u32, noCounters: bool): bool {
  const draw = drawOf(device);
  if (draw == 0 || (isShareable(device) && hasBit(shared(), device))) return true;
  const count = load<u32>(draw + L.DRAW_MEMBERSHIP_COUNT);
  countWork(count + load<u32>(draw + L.DRAW_CHARGE_COUNT));
  let membership = membershipsOf(draw);
  for (let index: u32 = 0; index < count; index++, membership += L.MEMBERSHIP_SIZE) {
    const constraint = constraintAt(load<u32>(membership + L.MEMBERSHIP_CONSTRAINT));
    if (!admit(constraint, load<u32>(membership + L.MEMBERSHIP_ENTRY), false)) return false;
  }
  return noCounters || chargeCounters(draw);
}

/** Adds a device to the constraints of its claim. Returns SELECTION_MADE, SELECTION_EXCLUDED or SELECTION_ERROR. */
function admitToClaim(claimIndex: u32, slotIndex: u32, device: u32, isLast: bool): u32 {
  const claim = claimAt(claimIndex);
  const slot = slotAt(slotIndex);
  const mayClose = isLast && (load<u32>(slot + L.SLOT_FLAGS) & L.SLOT_FLAG_ENDS) != 0;
  const request = load<u32>(slot + L.SLOT_REQUEST);
  const first = load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT);
  const count = load<u32>(claim + L.CLAIM_CONSTRAINT_COUNT);
  countWork(1 + count);
  for (let index = first; index < first + count; index++) {
    const constraint = constraintAt(index);
    const rows = problem + <usize>load<u32>(constraint + L.CONSTRAINT_ROWS_LOCATION);
    const row = load<u32>(rows + ((<usize>(slotIndex - load<u32>(constraint + L.CONSTRAINT_FIRST_SLOT))) << 2));
    if (row == 0) continue;
    const entry = load<u32>(problem + <usize>row + ((<usize>device) << 2));
    if (entry == L.ENTRY_MISSING) return SELECTION_EXCLUDED;
    if (entry == L.ENTRY_ERROR) {
      noteError(L.ERROR_VALUE, slotIndex, device, index);
      return SELECTION_ERROR;
    }
    if (!admit(constraint, entry, mayClose && endsWith(constraint, request))) return SELECTION_EXCLUDED;
  }
  return SELECTION_MADE;
}

function hold(set: usize, device: u32): void {
  const address = wordAddress(set, device);
  recordedStore(address, load<u64>(address) | bitMask(device));
}

/** Returns whether the constraint requires an empty intersection after this request, because no later request can empty it. */
export function endsWith(constraint: usize, request: u32): bool {
  return kindOfConstraint(constraint) == L.KIND_EMPTY_INTERSECTION && load<u32>(constraint + L.CONSTRAINT_LAST_REQUEST) == request;
}

/** Returns whether the devices of a constraint have no value in common, or there are no devices. */
export function isIntersectionEmpty(constraint: usize): bool {
  const state = scratch + <usize>load<u32>(constraint + L.CONSTRAINT_STATE_LOCATION);
  return load<u64>(state + L.STATE_DEVICE_COUNT) == 0 || isEmpty(state + L.STATE_VALUES, load<u32>(constraint + L.CONSTRAINT_VALUE_WORDS));
}

/**
 * Adds a device with a value set to a constraint; `closes`: as its last device. Returns false if the constraint rejects it. Always leaves its changes on the
 * trail.
 */
function admit(constraint: usize, entry: u32, closes: bool): bool {
  const state = scratch + <usize>load<u32>(constraint + L.CONSTRAINT_STATE_LOCATION);
  const devices = load<u64>(state + L.STATE_DEVICE_COUNT);
  const kind = kindOfConstraint(constraint);
  const matches = kind == L.KIND_MATCH;
  const narrows = devices != 0 && kind != L.KIND_DISTINCT;
  const isJudged = devices != 0 && kind != L.KIND_EMPTY_INTERSECTION;
  if (isJudged && !matches && (entry & L.ENTRY_FIRST_ONLY) != 0) return false;
  const words = load<u32>(constraint + L.CONSTRAINT_VALUE_WORDS);
  const index = entry & L.ENTRY_INDEX_MASK;
  if ((entry & L.ENTRY_SINGLE) != 0) {
    assert(index < words << 6, 'value of an entry');
    if (isJudged && hasBit(state + L.STATE_VALUES, index) != matches) return false;
    recordedStore(state + L.STATE_DEVICE_COUNT, devices + 1);
    foldSingle(state + L.STATE_VALUES, index, words, narrows);
    return isEnough(constraint, state + L.STATE_VALUES, words, narrows, closes);
  }
  const sets = problem + <usize>load<u32>(constraint + L.CONSTRAINT_SETS_LOCATION);
  const set = sets + <usize>index * ((<usize>words) << 3);
  if (isJudged && matches != intersects(state + L.STATE_VALUES, set, words)) return false;
  recordedStore(state + L.STATE_DEVICE_COUNT, devices + 1);
  fold(state + L.STATE_VALUES, set, words, narrows);
  return isEnough(constraint, state + L.STATE_VALUES, words, narrows, closes);
}

/** Returns whether several devices have enough values in common; for a device that `closes` an empty intersection, whether no common value is left. */
function isEnough(constraint: usize, running: usize, words: u32, narrows: bool, closes: bool): bool {
  if (closes) return isEmpty(running, words);
  const least = load<u32>(constraint + L.CONSTRAINT_MIN_SIZE);
  return least <= 1 || !narrows || countBits(running, words) >= least;
}

/** Like `fold`, for a set of one value. */
function foldSingle(running: usize, value: u32, words: u32, narrow: bool): void {
  const address = wordAddress(running, value);
  const mask = bitMask(value);
  if (narrow) {
    const end = running + ((<usize>words) << 3);
    for (let at = running; at < end; at += 8) {
      const after: u64 = at == address ? load<u64>(at) & mask : 0;
      if (load<u64>(at) != after) recordedStore(at, after);
    }
  } else if ((load<u64>(address) & mask) == 0) {
    recordedStore(address, load<u64>(address) | mask);
  }
}

/** Intersects the running set with `set`, or adds `set` to it. The set of no devices is empty. */
function fold(running: usize, set: usize, words: u32, narrow: bool): void {
  const size = (<usize>words) << 3;
  for (let at: usize = 0; at < size; at += 8) {
    const before = load<u64>(running + at);
    const value = load<u64>(set + at);
    const after = narrow ? before & value : before | value;
    if (after != before) recordedStore(running + at, after);
  }
}
