// Which requests a bound may look at, and which devices could still serve them.
//
// A bound says that requests cannot all be served, so that the branch has no solution. It may look only at requests before the first
// one on which the search could end with an error: what comes before cannot be served, so plain search would never get there. And only
// while the least number of devices fits into the claim: otherwise plain search might end in STATUS_EXCEEDED instead of STATUS_FAILED.

import { addSet, clearSet, copySet, countBits, firstBit, intersects, keepSet, removeBelow, removeBit, removeSet } from './bitset';
import { fitsNow } from './budget';
import * as L from './layout';
import { busy, heldBy, picksOf } from './propagate';
import { claimAt, constraintAt, countWork, header, problem, requestAt, scratch, slotAt } from './state';

/** A running set with more values than this filters nothing: the devices of each value would have to be gone through. */
const FILTER_VALUES: u32 = 64;

/** What one question may cost. A bound that would cost more gives up: it need not find out. */
const QUESTION_BUDGET: i32 = 6144;

/** What is left for the question that is being asked. */
let allowance: i32 = 0;

/** Spends some of what a question may cost. False when it is used up: the bound gives up. */
export function spend(amount: i32): bool {
  allowance -= amount;
  countWork(amount);
  return allowance > 0;
}

/** The first request, the one that the search stands in. */
export let first: u32 = 0;
/** After the last request. */
export let end: u32 = 0;
/** The slot that the first request takes. */
let currentSlot: u32 = 0;
let currentIndex: u32 = 0;
let currentCursor: u32 = 0;
/** Words of a set of devices. */
export let words: u32 = 0;

/** Where a field of the bounds' header points. */
export function bounds(field: usize): usize {
  const base = scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS);
  return scratch + <usize>load<u32>(base + field);
}

/** The value of a field of the bounds' header. */
export function boundsField(field: usize): u32 {
  return load<u32>(scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS) + field);
}

/** The first slot that a request may still take. */
export function firstSlotOf(request: u32): u32 {
  return request == first ? currentSlot : load<u32>(requestAt(request) + L.REQUEST_FIRST_SLOT);
}

/** After the last slot that a request may still take. */
export function endSlotOf(request: u32): u32 {
  if (request == first) return currentSlot + 1;
  const at = requestAt(request);
  return load<u32>(at + L.REQUEST_FIRST_SLOT) + load<u32>(at + L.REQUEST_SLOT_COUNT);
}

/** Devices that a slot still needs. */
export function needOf(slot: u32): u32 {
  const count = load<u32>(slotAt(slot) + L.SLOT_COUNT);
  return slot == currentSlot ? count - currentIndex : count;
}

/** The devices that could still serve a slot of the horizon. */
export function devicesFor(slot: u32): usize {
  return bounds(L.BOUNDS_SETS) + <usize>slot * ((<usize>words) << 3);
}

/** What the bounds know of a slot. */
export function boundSlotAt(slot: u32): usize {
  return bounds(L.BOUNDS_SLOTS) + <usize>slot * L.BOUND_SLOT_SIZE;
}

export function isAdmin(slot: u32): bool {
  return (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_ADMIN_ACCESS) != 0;
}

/** Devices by value for a constraint of the claim of a slot, 0 where the constraint does not apply or has too many. */
export function valuesFor(slot: u32, constraint: u32): usize {
  const claim = claimAt(load<u32>(requestAt(load<u32>(slotAt(slot) + L.SLOT_REQUEST)) + L.REQUEST_CLAIM));
  const table = scratch + <usize>load<u32>(boundSlotAt(slot) + L.BOUND_SLOT_VALUES);
  const ordinal = constraint - load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT);
  const location = load<u32>(table + ((<usize>ordinal) << 2));
  return location == 0 ? 0 : scratch + <usize>location;
}

/** How many values a table has sets for. */
export function valueCountOf(values: usize): u32 {
  return load<u32>(values);
}

/** The devices that have a value. In a table the number of values comes first, then the devices that have the attribute at all. */
export function devicesWith(values: usize, value: u32): usize {
  return values + 8 + <usize>(value + 1) * ((<usize>words) << 3);
}

/** Whether a constraint of its claim applies to a slot. */
export function applies(constraint: u32, slot: u32): bool {
  const at = constraintAt(constraint);
  const rows = problem + <usize>load<u32>(at + L.CONSTRAINT_ROWS_LOCATION);
  return load<u32>(rows + ((<usize>(slot - load<u32>(at + L.CONSTRAINT_FIRST_SLOT))) << 2)) != 0;
}

/**
 * Looks ahead from a place in the search. Returns false when a request is there that no slot of it can be served with the devices
 * that are left: the branch has no solution. Else `first` and `end` are the requests that bounds may look at, maybe none.
 */
export function lookAhead(claimIndex: u32, slotIndex: u32, index: u32, cursor: u32): bool {
  words = header(L.HEADER_DEVICE_WORDS);
  allowance = QUESTION_BUDGET;
  currentSlot = slotIndex;
  currentIndex = index;
  currentCursor = cursor;
  first = load<u32>(slotAt(slotIndex) + L.SLOT_REQUEST);
  end = first;
  const claim = claimAt(claimIndex);
  const endOfClaim = load<u32>(claim + L.CLAIM_FIRST_REQUEST) + load<u32>(claim + L.CLAIM_REQUEST_COUNT);
  const limit = header(L.HEADER_CLAIM_LIMIT);
  let least = picksOf(claimIndex);
  for (let request = first; request < header(L.HEADER_REQUEST_COUNT); request++) {
    if (mayErr(request)) return true;
    if (!spend(words)) return true;
    const isPossible = canServe(request);
    if (request < endOfClaim) {
      // Compared before it is added: a count can be close to the greatest integer.
      if (leastOf(request) > limit - least) return true;
      least += leastOf(request);
    }
    end = request + 1;
    if (!isPossible) return false;
  }
  return true;
}

/** Whether some slot of a request has enough devices left; finds the devices of each. */
function canServe(request: u32): bool {
  let isPossible = false;
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
    gather(slot);
    const need = needOf(slot);
    if (need > 0 && countBits(devicesFor(slot), words) >= need) isPossible = true;
  }
  return isPossible;
}

/** The least number of devices that a request needs. */
function leastOf(request: u32): u32 {
  let least: u32 = u32.MAX_VALUE;
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) least = min(least, needOf(slot));
  return least;
}

/** Whether the search could end with an error in a request. */
function mayErr(request: u32): bool {
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
    const known = boundSlotAt(slot);
    if (load<u32>(known + L.BOUND_SLOT_MAY_REFUSE) != 0) return true;
    const errors = load<u32>(known + L.BOUND_SLOT_ERRORS);
    if (errors == 0) continue;
    const work = bounds(L.BOUNDS_WORK);
    copySet(work, scratch + <usize>errors, words);
    removeSet(work, blockedFor(slot), words);
    if (firstBit(work, words, cursorOf(slot)) >= 0) return true;
  }
  return false;
}

/** Devices before this one are done; a request for all devices goes through a list in its own order. */
function cursorOf(slot: u32): u32 {
  return slot == currentSlot && (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_ALL) == 0 ? currentCursor : 0;
}

function blockedFor(slot: u32): usize {
  return isAdmin(slot) ? heldBy(load<u32>(requestAt(load<u32>(slotAt(slot) + L.SLOT_REQUEST)) + L.REQUEST_CLAIM)) : busy();
}

/** Finds the devices that could still serve a slot: not in use, admitted by each constraint as it stands, and with budgets that suffice. */
function gather(slot: u32): void {
  const devices = devicesFor(slot);
  copySet(devices, scratch + <usize>load<u32>(boundSlotAt(slot) + L.BOUND_SLOT_DEVICES), words);
  removeSet(devices, blockedFor(slot), words);
  removeBelow(devices, cursorOf(slot), words);
  const claim = claimAt(load<u32>(requestAt(load<u32>(slotAt(slot) + L.SLOT_REQUEST)) + L.REQUEST_CLAIM));
  const firstConstraint = load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT);
  const endConstraint = firstConstraint + load<u32>(claim + L.CLAIM_CONSTRAINT_COUNT);
  for (let constraint = firstConstraint; constraint < endConstraint; constraint++) filterBy(constraint, slot, devices);
  countWork(1 + endConstraint - firstConstraint);
  if (header(L.HEADER_BUDGET_COUNT) == 0 || (boundsField(L.BOUNDS_SWITCHES) & L.BOUND_BUDGETS) == 0) return;
  for (let device = firstBit(devices, words, 0); device >= 0; device = firstBit(devices, words, <u32>device + 1)) {
    if (!fitsNow(slot, device)) removeBit(devices, device);
  }
}

function filterBy(constraint: u32, slot: u32, devices: usize): void {
  const values = valuesFor(slot, constraint);
  if (values == 0) return;
  keepSet(devices, values + 8, words);
  const at = constraintAt(constraint);
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  if (load<u64>(state) == 0) return;
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  if (countBits(state + 8, valueWords) > FILTER_VALUES) return;
  const having = bounds(L.BOUNDS_WORK);
  clearSet(having, words);
  for (let value = firstBit(state + 8, valueWords, 0); value >= 0; value = firstBit(state + 8, valueWords, <u32>value + 1)) {
    addSet(having, devicesWith(values, value), words);
  }
  if (load<u32>(at + L.CONSTRAINT_KIND) == L.KIND_MATCH) keepSet(devices, having, words);
  else removeSet(devices, having, words);
}

/** Whether a set has a device that several picks may share. */
export function hasShareable(devices: usize): bool {
  const shareable = header(L.HEADER_SHAREABLE_LOCATION);
  return shareable != 0 && intersects(devices, problem + <usize>shareable, words);
}
