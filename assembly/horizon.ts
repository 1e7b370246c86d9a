// Which requests a bound may look at, and which devices could still serve them.
//
// A bound says that requests cannot all be served, so that the branch has no solution. It may look only at requests before the first
// one on which the search could end with an error: what comes before cannot be served, so plain search would never get there. And only
// while the least number of devices fits into the claim: otherwise plain search might end in STATUS_EXCEEDED instead of STATUS_FAILED, which matters
// where there are errors (kernel/claim-limits.ts); where there are none the limit is a bound like others.

import {
  addBelow,
  addBit,
  addSet,
  clearSet,
  copySet,
  countBits,
  firstBit,
  hasBit,
  intersects,
  keepSet,
  removeBelow,
  removeBit,
  removeSet,
} from './bitset';
import * as B from './bounds-layout';
import { canDraw, hasCapacity } from './budget';
import * as L from './layout';
import { busy, heldBy, picksOf } from './propagate';
import { ofKind, ofSlot } from './room';
import { claimAt, constraintAt, countWork, depth, frameAt, header, problem, requestAt, scratch, slotAt } from './state';

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

/** What the last question cost. */
export function cost(): i32 {
  return QUESTION_BUDGET - allowance;
}

/** The first request, the one that the search stands in. */
export let first: u32 = 0;
/** After the last request. */
export let end: u32 = 0;
/** The slot that the first request takes. */
let currentSlot: u32 = 0;
let currentIndex: u32 = 0;
let currentCursor: u32 = 0;
let isDrawingKnown: bool = false;
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

// What a case supposes (cases.ts), by slot or request: a u32 each.
const taken: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const cursors: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const choices: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);

/** Supposes that a slot has so many devices more, and that all of those that its kind has are before `cursor`. */
export function supposeTaken(slot: u32, count: u32, cursor: u32): void {
  store<u32>(ofSlot(taken, slot), count);
  store<u32>(ofSlot(cursors, kindOf(slot)), cursor);
}

/** The first slot that wants the same, so that their devices can be exchanged. */
export function kindOf(slot: u32): u32 {
  return load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_FIRST_ALIKE);
}

export function takenBy(slot: u32): u32 {
  return load<u32>(ofSlot(taken, slot));
}

export function cursorInCase(slot: u32): u32 {
  return load<u32>(ofSlot(cursors, kindOf(slot)));
}

/** Supposes that a request takes this slot, given plus 1; 0: any. */
export function supposeChoice(request: u32, slot: u32): void {
  store<u32>(ofSlot(choices, request), slot);
}

/** Whether a case supposes all devices of a request. */
export function isDone(request: u32): bool {
  const slot = firstSlotOf(request);
  return takenBy(slot) > 0 && needOf(slot) == 0;
}

/** The first slot that a request may still take. */
export function firstSlotOf(request: u32): u32 {
  if (request == first) return currentSlot;
  const choice = load<u32>(ofSlot(choices, request));
  return choice != 0 ? choice - 1 : load<u32>(requestAt(request) + L.REQUEST_FIRST_SLOT);
}

/** After the last slot that a request may still take. */
export function endSlotOf(request: u32): u32 {
  if (request == first) return currentSlot + 1;
  const choice = load<u32>(ofSlot(choices, request));
  if (choice != 0) return choice;
  const at = requestAt(request);
  return load<u32>(at + L.REQUEST_FIRST_SLOT) + load<u32>(at + L.REQUEST_SLOT_COUNT);
}

/** Devices that a slot still needs. */
export function needOf(slot: u32): u32 {
  const count = load<u32>(slotAt(slot) + L.SLOT_COUNT) - takenBy(slot);
  return slot == currentSlot ? count - currentIndex : count;
}

/** The devices that could still serve a slot of the horizon. */
export function devicesFor(slot: u32): usize {
  return bounds(B.BOUNDS_SETS) + <usize>slot * ((<usize>words) << 3);
}

/** What the bounds know of a slot. */
export function boundSlotAt(slot: u32): usize {
  return bounds(B.BOUNDS_SLOTS) + <usize>slot * B.BOUND_SLOT_SIZE;
}

export function isAdmin(slot: u32): bool {
  return (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_ADMIN_ACCESS) != 0;
}

/** Devices by value for a constraint of the claim of a slot, 0 where the constraint does not apply or has too many. */
export function valuesFor(slot: u32, constraint: u32): usize {
  const end = endOfRules(slot);
  for (let rule = rulesOf(slot); rule < end; rule += B.RULE_SIZE) {
    if (load<u32>(rule + B.RULE_CONSTRAINT) == constraint) return valuesOfRule(rule);
  }
  return 0;
}

/** Where the rules of a slot begin. */
export function rulesOf(slot: u32): usize {
  return scratch + <usize>load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_RULES) + L.LIST_ITEMS;
}

/** Where they end. */
export function endOfRules(slot: u32): usize {
  const rules = rulesOf(slot);
  return rules + <usize>load<u32>(rules - L.LIST_ITEMS + L.LIST_COUNT) * B.RULE_SIZE;
}

/** Devices by value for a rule, or 0. */
export function valuesOfRule(rule: usize): usize {
  const location = load<u32>(rule + B.RULE_VALUES);
  return location == 0 ? 0 : scratch + <usize>location;
}

/** Where the requests that a constraint concerns begin, each a u32 in order. */
export function membersOf(constraint: u32): usize {
  return scratch + <usize>load<u32>(bounds(B.BOUNDS_MEMBERS) + ((<usize>constraint) << 2)) + L.LIST_ITEMS;
}

/** Where they end. */
export function endOfMembers(constraint: u32): usize {
  const members = membersOf(constraint);
  return members + ((<usize>load<u32>(members - L.LIST_ITEMS + L.LIST_COUNT)) << 2);
}

/** How many values a table has sets for. */
export function valueCountOf(values: usize): u32 {
  return load<u32>(values + B.BY_VALUE_COUNT);
}

/** The devices that have a value. In a table the devices that have the attribute at all come before them. */
export function devicesWith(values: usize, value: u32): usize {
  return values + B.BY_VALUE_HOLDERS + <usize>(value + 1) * ((<usize>words) << 3);
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
  isDrawingKnown = false;
  findReached(depth, slotIndex, cursor);
  first = load<u32>(slotAt(slotIndex) + L.SLOT_REQUEST);
  end = first;
  const claim = claimAt(claimIndex);
  const endOfClaim = load<u32>(claim + L.CLAIM_FIRST_REQUEST) + load<u32>(claim + L.CLAIM_REQUEST_COUNT);
  const limit = header(L.HEADER_CLAIM_LIMIT);
  // Where limits are a bound (limits.ts), no branch ends at them.
  const endsAtLimit = (boundsField(B.BOUNDS_SWITCHES) & B.BOUND_LIMITS) == 0;
  let least = picksOf(claimIndex);
  for (let request = first; request < header(L.HEADER_REQUEST_COUNT); request++) {
    if (mayErr(request)) return true;
    if (!spend(words)) return true;
    const isPossible = canServe(request);
    if (endsAtLimit && request < endOfClaim) {
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
  if (isDone(request)) {
    clearSet(devicesFor(firstSlotOf(request)), words);
    return true;
  }
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
    const errors = load<u32>(known + B.BOUND_SLOT_ERRORS);
    if (wantsAll(slot)) {
      if (mayErrInOrder(slot, load<u32>(known + B.BOUND_SLOT_MAY_REFUSE) != 0, errors)) return true;
      continue;
    }
    if (errors == 0) continue;
    const work = bounds(B.BOUNDS_WORK);
    copySet(work, scratch + <usize>errors, words);
    removeSet(work, blockedFor(slot), words);
    if (firstBit(work, words, cursorOf(slot)) >= 0) return true;
  }
  return false;
}

/** Whether a request for all devices could come to an error: it takes them in order, and fails on the first one that is in use. */
function mayErrInOrder(slot: u32, mayRefuse: bool, errors: u32): bool {
  if (!mayRefuse && errors == 0) return false;
  const at = slotAt(slot);
  const list = problem + <usize>load<u32>(at + L.SLOT_ALL_LOCATION);
  const count = load<u32>(at + L.SLOT_COUNT);
  for (let index = slot == currentSlot ? currentIndex : 0; index < count; index++) {
    const device = load<u32>(list + ((<usize>index) << 2));
    if (hasBit(blockedFor(slot), device)) return false;
    if (mayRefuse || hasBit(scratch + <usize>errors, device)) return true;
  }
  return false;
}

function wantsAll(slot: u32): bool {
  return (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_ALL) != 0;
}

/** Devices before this one are done; a request for all devices goes through a list in its own order. */
function cursorOf(slot: u32): u32 {
  const own = slot == currentSlot && !wantsAll(slot) ? currentCursor : 0;
  return max(own, cursorInCase(slot));
}

function blockedFor(slot: u32): usize {
  return isAdmin(slot) ? heldBy(load<u32>(requestAt(load<u32>(slotAt(slot) + L.SLOT_REQUEST)) + L.REQUEST_CLAIM)) : busy();
}

/** For each kind of slots, numbered from 1 on, where the last one stands, a u32: it took what it could of the devices before, or failed with them. */
const REACHED_SIZE: i32 = (B.BOUNDED_MOST_KINDS + 1) << 2;
const reached: usize = memory.data(REACHED_SIZE);

/** Finds how far slots of each kind came on the way to a place in the search, after so many frames. */
export function findReached(frames: u32, slot: u32, cursor: u32): void {
  memory.fill(reached, 0, REACHED_SIZE);
  for (let index: u32 = 0; index < frames; index++) {
    const frame = frameAt(index);
    if (load<u32>(frame + L.FRAME_KIND) == L.FRAME_KIND_PICK) reach(load<u32>(frame + L.FRAME_SLOT), load<u32>(frame + L.FRAME_DEVICE) + 1);
  }
  reach(slot, cursor);
}

function reach(slot: u32, cursor: u32): void {
  const at = ofKind(reached, load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_KIND));
  store<u32>(at, max(load<u32>(at), cursor));
}

/** Whether some other slot could exchange a device with this one. */
export function isOrdered(slot: u32): bool {
  return load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_NARROWER) != 0 && (boundsField(B.BOUNDS_SWITCHES) & B.BOUND_EQUAL) != 0;
}

/** Adds the devices that a slot cannot have because an earlier one failed with them. Requires: the slot `isOrdered`, and `findReached`. */
export function addDone(set: usize, slot: u32): void {
  const list = scratch + <usize>load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_NARROWER);
  const end = list + L.LIST_ITEMS + <usize>load<u32>(list + L.LIST_COUNT) * B.NARROWER_SIZE;
  for (let at = list + L.LIST_ITEMS; at < end; at += B.NARROWER_SIZE) {
    const done = load<u32>(ofKind(reached, load<u32>(at + B.NARROWER_KIND)));
    if (done != 0) addBelow(set, scratch + <usize>load<u32>(boundSlotAt(load<u32>(at + B.NARROWER_SLOT)) + B.BOUND_SLOT_DEVICES), done);
  }
}

/** Finds the devices that could still serve a slot: not in use, admitted by each constraint as it stands, and with budgets that suffice. */
function gather(slot: u32): void {
  const devices = devicesFor(slot);
  copySet(devices, scratch + <usize>load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_DEVICES), words);
  removeSet(devices, blockedFor(slot), words);
  removeBelow(devices, cursorOf(slot), words);
  if (isOrdered(slot)) {
    const done = bounds(B.BOUNDS_WORK);
    clearSet(done, words);
    addDone(done, slot);
    removeSet(devices, done, words);
  }
  const end = endOfRules(slot);
  for (let rule = rulesOf(slot); rule < end; rule += B.RULE_SIZE) {
    countWork(1);
    if (load<u32>(rule + B.RULE_VALUES) != 0) filterBy(load<u32>(rule + B.RULE_CONSTRAINT), valuesOfRule(rule), devices);
  }
  countWork(1);
  if (header(L.HEADER_BUDGET_COUNT) == 0 || (boundsField(B.BOUNDS_SWITCHES) & B.BOUND_BUDGETS) == 0) return;
  const at = slotAt(slot);
  if ((load<u32>(at + L.SLOT_FLAGS) & L.SLOT_FLAG_NO_COUNTERS) == 0) keepSet(devices, drawing(), words);
  if (load<u32>(at + L.SLOT_SHARES_LOCATION) == 0) return;
  for (let device = firstBit(devices, words, 0); device >= 0; device = firstBit(devices, words, <u32>device + 1)) {
    if (!hasCapacity(slot, device)) removeBit(devices, device);
  }
}

/** The devices for whose draws the counters suffice, found once for each question. */
function drawing(): usize {
  const set = bounds(B.BOUNDS_WORK) + ((<usize>words) << 3) * 3;
  if (isDrawingKnown) return set;
  isDrawingKnown = true;
  const count = header(L.HEADER_DEVICE_COUNT);
  clearSet(set, words);
  for (let device: u32 = 0; device < count; device++) if (canDraw(device)) addBit(set, device);
  return set;
}

function filterBy(constraint: u32, values: usize, devices: usize): void {
  keepSet(devices, values + B.BY_VALUE_HOLDERS, words);
  const at = constraintAt(constraint);
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  if (load<u64>(state + L.STATE_DEVICE_COUNT) == 0) return;
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  if (countBits(state + L.STATE_VALUES, valueWords) > FILTER_VALUES) return;
  const having = bounds(B.BOUNDS_WORK);
  clearSet(having, words);
  for (
    let value = firstBit(state + L.STATE_VALUES, valueWords, 0);
    value >= 0;
    value = firstBit(state + L.STATE_VALUES, valueWords, <u32>value + 1)
  ) {
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
