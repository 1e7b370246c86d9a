// The lookahead of a bound check: the place in the search that it is about, the requests from there on that it may check, and what is known of them.

import { alternativeOf, firstOfAlternative, hasAlternatives, isEmptySlot } from './alternatives';
import { addBelow, intersects } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import { busy, heldBy } from './propagate';
import { claimAt, constraintAt, countWork, frameAt, header, problem, requestAt, scratch, slotAt } from './state';
import { beginWork, kindEntry, slotEntry } from './static-tables';

/** The budget of one bound check: a bound that would cost more gives up, as it need not find out. At 1,536 eight families take 50,000 steps, at 24,576 nothing changes (bench/results/solver-constants.md). */
const CHECK_BUDGET: i32 = 6144;

/** The rest of the budget of the check under way. */
let allowance: i32 = 0;

/** Spends some of the budget of a check. False when it is used up: the bound gives up. */
export function spend(amount: i32): bool {
  allowance -= amount;
  countWork(amount);
  return allowance > 0;
}

/** The cost of the last check. */
export function cost(): i32 {
  return CHECK_BUDGET - allowance;
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

/** True where what takes longer is considered as well: requests for all devices device by device, and the competition of those with admin access. */
export let isCloser: bool = false;

/** Stands at a place in the search, of which the bounds see what is left from there on. The lookahead is empty. */
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

/** Takes one request more into the lookahead. */
export function extendLookahead(): void {
  end++;
}

/** The address that a field of the bounds' header points to. */
export function bounds(field: usize): usize {
  const base = scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS);
  return scratch + <usize>load<u32>(base + field);
}

/** The value of a field of the bounds' header. */
export function boundsField(field: usize): u32 {
  return load<u32>(scratch + <usize>load<u32>(scratch + L.SCRATCH_BOUNDS) + field);
}

// The assumptions of a case (probing.ts), by slot or request: a u32 each.
const taken: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const cursors: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const choices: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);

/** Assumes that a slot has so many devices more, and that all of those that its kind has are before `cursor`. */
export function assumeTaken(slot: u32, count: u32, cursor: u32): void {
  store<u32>(slotEntry(taken, slot), count);
  store<u32>(slotEntry(cursors, kindOf(slot)), cursor);
}

/** The representative of the slots with the same domain, whose devices can be exchanged. */
export function kindOf(slot: u32): u32 {
  return load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_REPRESENTATIVE);
}

export function takenBy(slot: u32): u32 {
  return load<u32>(slotEntry(taken, slot));
}

export function assumedCursor(slot: u32): u32 {
  return load<u32>(slotEntry(cursors, kindOf(slot)));
}

/**
 * The alternatives of claims, by their first request: those that are possible, as bits, and the one that is taken, plus 1: assumed in a case, or the only one that is possible.
 */
const possible: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const assumed: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
const only: usize = memory.data(B.BOUNDED_MOST_SLOTS << 2);
/** True when the check under way found a claim with only one alternative that is possible. */
let hasOnly: bool = false;

/** The first request of the claim of a request. */
export function leaderOf(request: u32): u32 {
  return load<u32>(claimAt(load<u32>(requestAt(request) + L.REQUEST_CLAIM)) + L.CLAIM_FIRST_REQUEST);
}

/** Assumes that the claim of a first request takes this alternative, given plus 1; 0: any. */
export function assumeAlternative(leader: u32, alternative: u32): void {
  store<u32>(slotEntry(assumed, leader), alternative);
}

/** The alternatives of the claim of a first request that are possible, as bits. Requires: it is in the lookahead. */
export function possibleAlternatives(leader: u32): u32 {
  return load<u32>(slotEntry(possible, leader));
}

/** Notes the alternatives of a claim that are possible in this check. If there is only one, its requests take that. */
export function keepAlternatives(leader: u32, alternatives: u32): void {
  store<u32>(slotEntry(possible, leader), alternatives);
  if (popcnt(alternatives) != 1) return;
  store<u32>(slotEntry(only, leader), ctz(alternatives) + 1);
  hasOnly = true;
}

/** The alternative that the claim of a request takes, plus 1; 0: any. Requires: it has alternatives. */
function takenAlternative(request: u32): u32 {
  const leader = leaderOf(request);
  if (leader == leaderOf(first)) return alternativeOf(currentSlot) + 1;
  const taken = load<u32>(slotEntry(assumed, leader));
  return taken != 0 ? taken : load<u32>(slotEntry(only, leader));
}

/** Returns whether it is unknown which alternative the claim of a request takes. */
export function isOpen(request: u32): bool {
  return hasAlternatives(request) && takenAlternative(request) == 0;
}

/** Assumes that a request takes this slot, given plus 1; 0: any. */
export function assumeChoice(request: u32, slot: u32): void {
  store<u32>(slotEntry(choices, request), slot);
}

/** Returns whether a case assumes all devices of a request, or its alternative has no such request. */
export function isDone(request: u32): bool {
  const slot = firstSlotOf(request);
  if (needOf(slot) != 0) return false;
  return takenBy(slot) > 0 || (isEmptySlot(slot) && endSlotOf(request) == slot + 1);
}

/** The first slot that a request may still take. */
export function firstSlotOf(request: u32): u32 {
  if (request == first) return currentSlot;
  const choice = load<u32>(slotEntry(choices, request));
  if (choice != 0) return choice - 1;
  const alternative = hasAlternatives(request) ? takenAlternative(request) : 0;
  return alternative != 0 ? firstOfAlternative(request, alternative - 1) : load<u32>(requestAt(request) + L.REQUEST_FIRST_SLOT);
}

/** After the last slot that a request may still take. */
export function endSlotOf(request: u32): u32 {
  if (request == first) return currentSlot + 1;
  const choice = load<u32>(slotEntry(choices, request));
  if (choice != 0) return choice;
  const alternative = hasAlternatives(request) ? takenAlternative(request) : 0;
  if (alternative != 0) return firstOfAlternative(request, alternative);
  const at = requestAt(request);
  return load<u32>(at + L.REQUEST_FIRST_SLOT) + load<u32>(at + L.REQUEST_SLOT_COUNT);
}

/** Devices that a slot still needs. */
export function needOf(slot: u32): u32 {
  const count = load<u32>(slotAt(slot) + L.SLOT_COUNT) - takenBy(slot);
  return count - startOf(slot);
}

/** The effects of the limit of a claim, CLAIM_* bits. */
export function limitsOf(claim: u32): u32 {
  return load<u32>(bounds(B.BOUNDS_CLAIM_LIMITS) + ((<usize>claim) << 2));
}

/** The number of devices that a slot has before the place that is queried. */
export function startOf(slot: u32): u32 {
  return slot == currentSlot ? currentIndex : 0;
}

/** The devices that could still serve a slot of the lookahead. */
export function devicesFor(slot: u32): usize {
  return bounds(B.BOUNDS_SETS) + <usize>slot * ((<usize>words) << 3);
}

/** The record of a slot in the bounds. */
export function boundSlotAt(slot: u32): usize {
  return bounds(B.BOUNDS_SLOTS) + <usize>slot * B.BOUND_SLOT_SIZE;
}

export function isAdmin(slot: u32): bool {
  return (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_ADMIN_ACCESS) != 0;
}

/**
 * Returns whether what a slot takes is not there for other requests of a claim, or for those after it. With admin access it takes devices in use as well, which nobody
 * else does; but a device that it took is in use, and no other request of its claim has it. What earlier claims have it may take as well.
 */
export function isCompeting(slot: u32, claim: u32): bool {
  return isAdmin(slot) ? isCloser && claimOf(slot) == claim : claimOf(slot) >= claim;
}

export function claimOf(slot: u32): u32 {
  return load<u32>(requestAt(load<u32>(slotAt(slot) + L.SLOT_REQUEST)) + L.REQUEST_CLAIM);
}

/** Devices by value for a constraint of the claim of a slot, 0 where the constraint does not apply or has too many. */
export function valuesFor(slot: u32, constraint: u32): usize {
  const end = endOfRules(slot);
  for (let rule = rulesOf(slot); rule < end; rule += B.RULE_SIZE) {
    if (load<u32>(rule + B.RULE_CONSTRAINT) == constraint) return valuesOfRule(rule);
  }
  return 0;
}

/** The address of the rules of a slot. */
export function rulesOf(slot: u32): usize {
  return scratch + <usize>load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_RULES) + L.LIST_ITEMS;
}

/** The end of the rules of a slot. */
export function endOfRules(slot: u32): usize {
  const rules = rulesOf(slot);
  return rules + <usize>load<u32>(rules - L.LIST_ITEMS + L.LIST_COUNT) * B.RULE_SIZE;
}

/** Devices by value for a rule, or 0. */
export function valuesOfRule(rule: usize): usize {
  const location = load<u32>(rule + B.RULE_VALUES);
  return location == 0 ? 0 : scratch + <usize>location;
}

/** The address of the requests that a constraint concerns, each a u32 in order. */
export function membersOf(constraint: u32): usize {
  return scratch + <usize>load<u32>(bounds(B.BOUNDS_MEMBERS) + ((<usize>constraint) << 2)) + L.LIST_ITEMS;
}

/** The end of the requests that a constraint concerns. */
export function endOfMembers(constraint: u32): usize {
  const members = membersOf(constraint);
  return members + ((<usize>load<u32>(members - L.LIST_ITEMS + L.LIST_COUNT)) << 2);
}

/** The number of values that a table has sets for. */
export function valueCountOf(values: usize): u32 {
  return load<u32>(values + B.BY_VALUE_COUNT);
}

/** The devices that have a value. In a table the devices that have the attribute at all come before them. */
export function devicesWith(values: usize, value: u32): usize {
  return values + B.BY_VALUE_HOLDERS + <usize>(value + 1) * ((<usize>words) << 3);
}

/** Returns whether a constraint of its claim applies to a slot. */
export function applies(constraint: u32, slot: u32): bool {
  const at = constraintAt(constraint);
  const rows = problem + <usize>load<u32>(at + L.CONSTRAINT_ROWS_LOCATION);
  return load<u32>(rows + ((<usize>(slot - load<u32>(at + L.CONSTRAINT_FIRST_SLOT))) << 2)) != 0;
}

/** Returns whether what is less now is never more. */
export function hasBudgets(): bool {
  return (boundsField(B.BOUNDS_SWITCHES) & B.BOUND_BUDGETS) != 0;
}

export function wantsAll(slot: u32): bool {
  return (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_ALL) != 0;
}

/** Devices before this one are done; a request for all devices goes through a list in its own order. */
export function cursorOf(slot: u32): u32 {
  const own = slot == currentSlot && !wantsAll(slot) ? currentCursor : 0;
  return max(own, assumedCursor(slot));
}

/** The devices that a slot cannot have as things stand. */
export function blockedFor(slot: u32): usize {
  return isAdmin(slot) ? heldBy(claimOf(slot)) : busy();
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
  const at = kindEntry(reached, load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_KIND));
  store<u32>(at, max(load<u32>(at), cursor));
}

/** Returns whether some other slot could exchange a device with this one. */
export function isOrdered(slot: u32): bool {
  return load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_NARROWER) != 0 && (boundsField(B.BOUNDS_SWITCHES) & B.BOUND_DEVICE_SYMMETRY) != 0;
}

/** Adds the devices that a slot cannot have because an earlier one failed with them. Requires: the slot `isOrdered`, and `findReached`. */
export function addDone(set: usize, slot: u32): void {
  const list = scratch + <usize>load<u32>(boundSlotAt(slot) + B.BOUND_SLOT_NARROWER);
  const end = list + L.LIST_ITEMS + <usize>load<u32>(list + L.LIST_COUNT) * B.NARROWER_SIZE;
  for (let at = list + L.LIST_ITEMS; at < end; at += B.NARROWER_SIZE) {
    const done = load<u32>(kindEntry(reached, load<u32>(at + B.NARROWER_KIND)));
    if (done != 0) addBelow(set, scratch + <usize>load<u32>(boundSlotAt(load<u32>(at + B.NARROWER_SLOT)) + B.BOUND_SLOT_DEVICES), done);
  }
}

/** Returns whether a set has a device that several picks may share. */
export function hasShareable(devices: usize): bool {
  const shareable = header(L.HEADER_SHAREABLE_LOCATION);
  return shareable != 0 && intersects(devices, problem + <usize>shareable, words);
}
