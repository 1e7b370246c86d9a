// Holds the lookahead of a bound check: the position in the search, the requests from there on that the bounds may check, and their state.

import { alternativeOf, firstOfAlternative, hasAlternatives, isEmptySlot } from './alternatives';
import { addBelow, intersects } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import { busy, heldBy } from './propagate';
import { claimAt, constraintAt, countWork, frameAt, header, problem, requestAt, scratch, slotAt } from './state';
import { beginWork, kindEntry, slotEntry } from './static-tables';

/**
 * The budget of one bound check. A bound that needs more gives up. At 1,536, eight families need 50,000 steps. At 24,576, the
 * result is the same as now (bench/results/solver-constants.md).
 */
const CHECK_BUDGET: i32 = 6144;

let allowance: i32 = 0;

/** Spends part of the budget of a check. Returns false if the budget is used up. The bound then gives up. */
export function spend(amount: i32): bool {
  allowance -= amount;
  countWork(amount);
  return allowance > 0;
}

/** Returns the cost of the last check. */
export function cost(): i32 {
  return CHECK_BUDGET - allowance;
}

/** The first request, which contains the position of the search. */
export let first: u32 = 0;
/** The end of the requests. */
export let end: u32 = 0;
/** The slot of the first request. */
let currentSlot: u32 = 0;
let currentIndex: u32 = 0;
let currentCursor: u32 = 0;
/** The 64-bit words in a set of devices. */
export let words: u32 = 0;

/** True in a stronger and slower check, which also follows requests for all devices device by device, and the competition among slots with admin access. */
export let isCloser: bool = false;

/** Begins a check at a position of the search, with an empty lookahead. */
export function beginLookahead(slot: u32, index: u32, cursor: u32, closely: bool): void {
  isCloser = closely;
  words = header(L.HEADER_DEVICE_WORDS);
  allowance = CHECK_BUDGET;
  beginWork();
  currentSlot = slot;
  currentIndex = index;
  currentCursor = cursor;
  first = load<u32>(slotAt(slot) + L.SLOT_REQUEST);
  end = first;
  if (hasOnly) memory.fill(only, 0, B.BOUNDED_MOST_SLOTS << 2);
  hasOnly = false;
}

/** Adds the next request to the lookahead. */
export function extendLookahead(): void {
  end++;
}

/** Returns the address to which a field of the bounds' header points. */
export function bounds(field: usize): usize {
  const base = scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS);
  return scratch + <usize>load<u32>(base + field);
}

/** Returns the value of a field of the bounds' header. */
export function boundsField(field: usize): u32 {
  return load<u32>(scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS) + field);
}

// The assumptions of a case (probing.ts), a u32 for each slot or request.
const taken: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const cursors: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const choices: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);

/** Assumes that a slot has `count` more devices, and that all devices of its kind so far are before `cursor`. */
export function assumeSelected(slot: u32, count: u32, cursor: u32): void {
  store<u32>(slotEntry(taken, slot), count);
  store<u32>(slotEntry(cursors, kindOf(slot)), cursor);
}

/** Returns the representative of the slots with the same domain, whose devices can be exchanged. */
export function kindOf(slot: u32): u32 {
  return load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_REPRESENTATIVE);
}

export function selectedBy(slot: u32): u32 {
  return load<u32>(slotEntry(taken, slot));
}

export function assumedCursor(slot: u32): u32 {
  return load<u32>(slotEntry(cursors, kindOf(slot)));
}

/**
 * For each first request of a claim: the possible alternatives as bits, the alternative that a case assumes, plus 1, and the only possible alternative, plus 1.
 */
const possible: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const assumed: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const only: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
/** True if the check found a claim with only one possible alternative. */
let hasOnly: bool = false;

/** Returns the first request of the claim of a request. */
export function leaderOf(request: u32): u32 {
  return load<u32>(claimAt(load<u32>(requestAt(request) + L.REQUEST_CLAIM)) + L.CLAIM_FIRST_REQUEST);
}

/** Assumes that the claim of a first request uses this alternative, plus 1. 0: any. */
export function assumeAlternative(leader: u32, alternative: u32): void {
  store<u32>(slotEntry(assumed, leader), alternative);
}

/** Returns the possible alternatives of the claim of a first request, as bits. Requires: the request is in the lookahead. */
export function possibleAlternatives(leader: u32): u32 {
  return load<u32>(slotEntry(possible, leader));
}

/** Records the possible alternatives of a claim in this check. If there is only one, its requests use it. */
export function keepAlternatives(leader: u32, alternatives: u32): void {
  store<u32>(slotEntry(possible, leader), alternatives);
  if (popcnt(alternatives) != 1) return;
  store<u32>(slotEntry(only, leader), ctz(alternatives) + 1);
  hasOnly = true;
}

/** Returns the alternative that the claim of a request uses, plus 1. 0: any. Requires: the claim has alternatives. */
function chosenAlternative(request: u32): u32 {
  const leader = leaderOf(request);
  if (leader == leaderOf(first)) return alternativeOf(currentSlot) + 1;
  const taken = load<u32>(slotEntry(assumed, leader));
  return taken != 0 ? taken : load<u32>(slotEntry(only, leader));
}

/** Returns whether the alternative of the claim of a request is undetermined. */
export function isOpen(request: u32): bool {
  return hasAlternatives(request) && chosenAlternative(request) == 0;
}

/** Assumes that a request uses this slot, plus 1. 0: any. */
export function assumeChoice(request: u32, slot: u32): void {
  store<u32>(slotEntry(choices, request), slot);
}

/** Returns whether a case assumes all devices of a request, or its alternative has no such request. */
export function isDone(request: u32): bool {
  const slot = firstSlotOf(request);
  if (needOf(slot) != 0) return false;
  return selectedBy(slot) > 0 || (isEmptySlot(slot) && endSlotOf(request) == slot + 1);
}

/** Returns the first slot that a request may still use. */
export function firstSlotOf(request: u32): u32 {
  if (request == first) return currentSlot;
  const choice = load<u32>(slotEntry(choices, request));
  if (choice != 0) return choice - 1;
  const alternative = hasAlternatives(request) ? chosenAlternative(request) : 0;
  return alternative != 0 ? firstOfAlternative(request, alternative - 1) : load<u32>(requestAt(request) + L.REQUEST_FIRST_SLOT);
}

/** Returns the end of the slots that a request may still use. */
export function endSlotOf(request: u32): u32 {
  if (request == first) return currentSlot + 1;
  const choice = load<u32>(slotEntry(choices, request));
  if (choice != 0) return choice;
  const alternative = hasAlternatives(request) ? chosenAlternative(request) : 0;
  if (alternative != 0) return firstOfAlternative(request, alternative);
  const at = requestAt(request);
  return load<u32>(at + L.REQUEST_FIRST_SLOT) + load<u32>(at + L.REQUEST_SLOT_COUNT);
}

/** Returns the number of devices that a slot still needs. */
export function needOf(slot: u32): u32 {
  const count = load<u32>(slotAt(slot) + L.SLOT_COUNT) - selectedBy(slot);
  return count - startOf(slot);
}

/** Returns the effects of the limit of a claim, CLAIM_* bits. */
export function limitsOf(claim: u32): u32 {
  return load<u32>(bounds(B.BOUNDS_CLAIM_LIMITS) + ((<usize>claim) << 2));
}

/** Returns the number of devices that a slot has at the position of the check. */
export function startOf(slot: u32): u32 {
  return slot == currentSlot ? currentIndex : 0;
}

/** Returns the set of devices that could still serve a slot of the lookahead. */
export function devicesFor(slot: u32): usize {
  return bounds(B.BOUNDS_SETS) + <usize>slot * ((<usize>words) << 3);
}

/** Returns the record of a slot in the bounds. */
export function boundSlotAt(slot: u32): usize {
  return bounds(B.BOUNDS_SLOTS) + <usize>slot * B.BOUND_SLOT_SIZE;
}

export function isAdmin(slot: u32): bool {
  return (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_ADMIN_ACCESS) != 0;
}

/**
 * Returns whether the devices of a slot become unavailable to other requests of `claim` and to later requests. A slot with admin access may also select devices
 * in use, including devices of earlier claims. But no other request of its claim can have its devices.
 */
export function isCompeting(slot: u32, claim: u32): bool {
  return isAdmin(slot) ? isCloser && claimOf(slot) == claim : claimOf(slot) >= claim;
}

export function claimOf(slot: u32): u32 {
  return load<u32>(requestAt(load<u32>(slotAt(slot) + L.SLOT_REQUEST)) + L.REQUEST_CLAIM);
}

/** Returns the devices by value for a constraint of the slot's claim, or 0 if the constraint does not apply or has no table. */
export function valuesFor(slot: u32, constraint: u32): usize {
  const end = endOfRules(slot);
  for (let rule = rulesOf(slot); rule < end; rule += B.RULE_SIZE) {
    if (load<u32>(rule + B.RULE_CONSTRAINT) == constraint) return valuesOfRule(rule);
  }
  return 0;
}

/** Returns the address of the rules of a slot. */
export function rulesOf(slot: u32): usize {
  return scratch + <usize>load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_RULES) + L.LIST_ITEMS;
}

/** Returns the end of the rules of a slot. */
export function endOfRules(slot: u32): usize {
  const rules = rulesOf(slot);
  return rules + <usize>load<u32>(rules - L.LIST_ITEMS + L.LIST_COUNT) * B.RULE_SIZE;
}

/** Returns the devices by value for a rule, or 0. */
export function valuesOfRule(rule: usize): usize {
  const location = load<u32>(rule + B.RULE_VALUES);
  return location == 0 ? 0 : scratch + <usize>location;
}

/** Returns the address of the requests that a constraint covers, each a u32 in order. */
export function membersOf(constraint: u32): usize {
  return scratch + <usize>load<u32>(bounds(B.BOUNDS_MEMBERS) + ((<usize>constraint) << 2)) + L.LIST_ITEMS;
}

/** Returns the end of the requests that a constraint covers. */
export function endOfMembers(constraint: u32): usize {
  const members = membersOf(constraint);
  return members + ((<usize>load<u32>(members - L.LIST_ITEMS + L.LIST_COUNT)) << 2);
}

/** Returns the number of values in a table. */
export function valueCountOf(values: usize): u32 {
  return load<u32>(values + B.BY_VALUE_COUNT);
}

/** Returns the set of devices that have a value. The table has a set of all devices with the attribute before the first value. */
export function devicesWith(values: usize, value: u32): usize {
  return values + B.BY_VALUE_HOLDERS + <usize>(value + 1) * ((<usize>words) << 3);
}

/** Returns whether a constraint of its claim applies to a slot. */
export function applies(constraint: u32, slot: u32): bool {
  const at = constraintAt(constraint);
  const rows = problem + <usize>load<u32>(at + L.CONSTRAINT_ROWS_LOCATION);
  return load<u32>(rows + ((<usize>(slot - load<u32>(at + L.CONSTRAINT_FIRST_SLOT))) << 2)) != 0;
}

/** Returns whether amounts only decrease in a branch. */
export function hasBudgets(): bool {
  return (boundsField(B.BOUNDS_SWITCHES) & B.BOUND_BUDGETS) != 0;
}

export function requestsAll(slot: u32): bool {
  return (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_ALL) != 0;
}

/** Returns the device before which all devices are processed. A request for all devices iterates over its list instead. */
export function cursorOf(slot: u32): u32 {
  const cursor = slot == currentSlot && !requestsAll(slot) ? currentCursor : 0;
  return max(cursor, assumedCursor(slot));
}

/** Returns the set of devices that a slot cannot have now. */
export function blockedFor(slot: u32): usize {
  return isAdmin(slot) ? heldBy(claimOf(slot)) : busy();
}

/**
 * For each kind of slots, numbered from 1, a u32: all devices before this one were selected for the last slot of the kind, or
 * failed with it.
 */
const REACHED_SIZE: i32 = (B.BOUNDED_MOST_KINDS + 1) << 2;
const reached: usize = memory.data(REACHED_SIZE);

/** Finds the devices that the slots of each kind reached on the path to a position, after `frames` frames. */
export function findReached(frames: u32, slot: u32, cursor: u32): void {
  memory.fill(reached, 0, REACHED_SIZE);
  for (let index: u32 = 0; index < frames; index++) {
    const frame = frameAt(index);
    if (load<u32>(frame + L.FRAME_KIND) == L.FRAME_KIND_SELECTION)
      reach(load<u32>(frame + L.FRAME_SLOT), load<u32>(frame + L.FRAME_DEVICE) + 1);
  }
  reach(slot, cursor);
}

function reach(slot: u32, cursor: u32): void {
  const at = kindEntry(reached, load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_KIND));
  store<u32>(at, max(load<u32>(at), cursor));
}

/** Returns whether some other slot could exchange a device with this one. */
export function isOrdered(slot: u32): bool {
  return load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_NARROWER) != 0 && (boundsField(B.BOUNDS_SWITCHES) & B.BOUND_DEVICE_SYMMETRY) != 0;
}

/** Adds the devices with which an earlier slot of the same or a narrower kind failed. Requires: the slot `isOrdered`, and `findReached`. */
export function addDone(set: usize, slot: u32): void {
  const list = scratch + <usize>load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_NARROWER);
  const end = list + L.LIST_ITEMS + <usize>load<u32>(list + L.LIST_COUNT) * B.NARROWER_SIZE;
  for (let at = list + L.LIST_ITEMS; at < end; at += B.NARROWER_SIZE) {
    const done = load<u32>(kindEntry(reached, load<u32>(at + B.NARROWER_KIND)));
    if (done != 0) addBelow(set, scratch + <usize>load<u32>(boundSlotAt(load<u32>(at + B.NARROWER_SLOT)) + B.BOUND_SLOT_DEVICES), done);
  }
}

/** Returns whether a set contains a shareable device. */
export function hasShareable(devices: usize): bool {
  const shareable = header(L.HEADER_SHAREABLE_LOCATION);
  return shareable != 0 && intersects(devices, problem + <usize>shareable, words);
}
