// Does forward checking (Haralick and Elliott 1980): finds the requests that a bound may check, and the devices that could still serve them. A bound may check
// only requests before the first one that could end with an error (errors.ts), so that no error is lost. It also stops where a branch could end in
// STATUS_EXCEEDED instead of STATUS_FAILED, if that could hide an error (allocator/kernel/bounds/claim-limits.ts).

import { alternativeCount, firstOfAlternative, isEmptySlot } from './alternatives';
import { addBit, addSet, clearSet, copySet, countBits, firstBit, keepSet, removeBelow, removeBit, removeSet } from './bitset';
import * as B from './bounds-layout';
import { canDraw, hasCapacity } from './budget';
import { mayErr } from './errors';
import * as L from './layout';
import {
  addDone,
  beginLookahead,
  blockedFor,
  boundSlotAt,
  bounds,
  claimOf,
  cursorOf,
  devicesFor,
  devicesWith,
  endOfRules,
  endSlotOf,
  extendLookahead,
  findReached,
  first,
  firstSlotOf,
  hasBudgets,
  isCloser,
  isDone,
  isOpen,
  isOrdered,
  keepAlternatives,
  leaderOf,
  limitsOf,
  needOf,
  possibleAlternatives,
  requestsAll,
  rulesOf,
  selectedBy,
  spend,
  startOf,
  valuesOfRule,
  words,
} from './lookahead';
import { SELECTION_MADE, selectDevice, selectionsOf } from './propagate';
import { claimAt, constraintAt, countWork, depth, header, isMatch, kindOfConstraint, problem, requestAt, scratch, slotAt } from './state';
import { trailMark, undoTo } from './trail';

/**
 * A running set with more values filters no devices, because it would iterate over the devices of each value. A limit of 8
 * makes no difference (bench/results/solver-constants.md).
 */
const FILTER_VALUES: u32 = 64;

let hasDrawing: bool = false;

/**
 * Looks ahead from a position. Returns false if the remaining devices can serve no slot of some request: the branch has no solution. Else sets `first` and
 * `end` to the requests that bounds may check, possibly none. `closely` makes the check stronger and slower.
 */
export function forwardCheck(claimIndex: u32, slotIndex: u32, index: u32, cursor: u32, closely: bool): bool {
  beginLookahead(slotIndex, index, cursor, closely);
  hasDrawing = false;
  findReached(depth, slotIndex, cursor);
  const claim = claimAt(claimIndex);
  const endOfClaim = load<u32>(claim + L.CLAIM_FIRST_REQUEST) + load<u32>(claim + L.CLAIM_REQUEST_COUNT);
  const limit = header(L.HEADER_CLAIM_LIMIT);
  const endsAtLimit = (limitsOf(claimIndex) & B.CLAIM_ENDS) != 0;
  let ofClaim = claimIndex;
  let room = limit - selectionsOf(ofClaim);
  for (let request = first; request < header(L.HEADER_REQUEST_COUNT); request++) {
    const claimOfRequest = load<u32>(requestAt(request) + L.REQUEST_CLAIM);
    if (claimOfRequest != ofClaim) room = limit - selectionsOf(claimOfRequest);
    ofClaim = claimOfRequest;
    if (mayErr(request, room)) return true;
    if (!spend(words)) return true;
    const canBeServed = canServe(request);
    // If the bound of too few devices is off, the check continues. In that case, no alternative is left.
    if (!canBeServed && isOpen(request) && request == leaderOf(request)) keepAlternatives(request, 0);
    const isPossible = canBeServed && (!isOpen(request) || leaveOutAlternatives(request));
    const least = leastOf(request);
    if (endsAtLimit && request < endOfClaim && least > room) return true;
    room -= min(room, least);
    extendLookahead();
    if (!isPossible) return false;
  }
  return true;
}

/** Returns whether some slot of a request has enough devices left. Finds the devices of each slot. */
function canServe(request: u32): bool {
  let isPossible = false;
  if (isDone(request)) {
    clearSet(devicesFor(firstSlotOf(request)), words);
    return true;
  }
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
    gather(slot);
    const need = needOf(slot);
    if (isServed(slot)) isPossible = true;
    if (need == 0 || countBits(devicesFor(slot), words) < need) continue;
    if (!isCloser || !requestsAll(slot) || canTakeAll(slot)) isPossible = true;
    else clearSet(devicesFor(slot), words);
  }
  return isPossible;
}

/**
 * Removes alternatives in which a request cannot be served, from all requests of the claim so far: the search fails in them without reaching an error. Returns
 * whether any is left. Requires: the devices of each slot are found, and the alternative of the claim is undetermined.
 */
function leaveOutAlternatives(request: u32): bool {
  const leader = leaderOf(request);
  const all: u32 = u32.MAX_VALUE >> (32 - alternativeCount(request));
  const before = request == leader ? all : possibleAlternatives(leader);
  let possible: u32 = 0;
  for (let left = before; left != 0; left &= left - 1) {
    const end = firstOfAlternative(request, ctz(left) + 1);
    for (let slot = firstOfAlternative(request, ctz(left)); slot < end; slot++) if (isServable(slot)) possible |= left & (0 - left);
  }
  keepAlternatives(leader, possible);
  for (let member = leader; member <= request; member++) {
    for (let out = all & ~possible; out != 0; out &= out - 1) {
      const end = firstOfAlternative(member, ctz(out) + 1);
      for (let slot = firstOfAlternative(member, ctz(out)); slot < end; slot++) clearSet(devicesFor(slot), words);
    }
  }
  return possible != 0;
}

/** Returns whether enough devices are left for a slot. Requires: they are found. */
function isServable(slot: u32): bool {
  const need = needOf(slot);
  return isServed(slot) || (need > 0 && countBits(devicesFor(slot), words) >= need);
}

/** Returns whether a slot needs no device, or the current case assumes all its devices. */
function isServed(slot: u32): bool {
  return isEmptySlot(slot) || (selectedBy(slot) > 0 && needOf(slot) == 0);
}

/** Returns the fewest devices that a request needs. */
function leastOf(request: u32): u32 {
  let least: u32 = u32.MAX_VALUE;
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) least = min(least, needOf(slot));
  return least;
}

/** Returns whether a request for all devices can select them one after the other in the current state. Requires: all of them are left. */
function canTakeAll(slot: u32): bool {
  const need = needOf(slot);
  const selections = selectionsOf(claimOf(slot));
  if (!hasBudgets() || need > header(L.HEADER_CLAIM_LIMIT) - selections) return true;
  const mark = trailMark();
  const devices = devicesFor(slot);
  let isPossible = true;
  for (let device = firstBit(devices, words, 0); device >= 0 && isPossible; device = firstBit(devices, words, <u32>device + 1)) {
    isPossible = selectDevice(slot, device, false) == SELECTION_MADE;
  }
  undoTo(mark);
  return isPossible;
}

/** Finds the devices that could still serve a slot: not in use, admitted by each constraint, and with sufficient budgets. */
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
  if (requestsAll(slot)) removeSelected(slot, devices);
  const end = endOfRules(slot);
  for (let rule = rulesOf(slot); rule < end; rule += B.RULE_SIZE) {
    countWork(1);
    if (load<u32>(rule + B.RULE_VALUES) != 0) filterBy(load<u32>(rule + B.RULE_CONSTRAINT), valuesOfRule(rule), devices);
  }
  countWork(1);
  if (header(L.HEADER_BUDGET_COUNT) == 0 || !hasBudgets()) return;
  const at = slotAt(slot);
  if ((load<u32>(at + L.SLOT_FLAGS) & L.SLOT_FLAG_NO_COUNTERS) == 0) keepSet(devices, drawing(), words);
  if (load<u32>(at + L.SLOT_SHARES_LOCATION) == 0) return;
  for (let device = firstBit(devices, words, 0); device >= 0; device = firstBit(devices, words, <u32>device + 1)) {
    if (!hasCapacity(slot, device)) removeBit(devices, device);
  }
}

/** Removes the devices that a request for all devices already has. A shareable device among them does not count as in use. */
function removeSelected(slot: u32, devices: usize): void {
  const list = problem + <usize>load<u32>(slotAt(slot) + L.SLOT_ALL_LOCATION);
  for (let index: u32 = 0; index < startOf(slot); index++) removeBit(devices, load<u32>(list + ((<usize>index) << 2)));
}

/** Returns the devices whose draws the counters cover, computed once for each check. */
function drawing(): usize {
  const set = bounds(B.BOUNDS_WORK) + ((<usize>words) << 3) * 3;
  if (hasDrawing) return set;
  hasDrawing = true;
  const count = header(L.HEADER_DEVICE_COUNT);
  clearSet(set, words);
  for (let device: u32 = 0; device < count; device++) if (canDraw(device)) addBit(set, device);
  return set;
}

function filterBy(constraint: u32, values: usize, devices: usize): void {
  keepSet(devices, values + B.BY_VALUE_HOLDERS, words);
  const at = constraintAt(constraint);
  // A device with all common values can also be selected.
  if (kindOfConstraint(at) == L.KIND_EMPTY_INTERSECTION) return;
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
  if (isMatch(at)) keepSet(devices, having, words);
  else removeSet(devices, having, words);
}
