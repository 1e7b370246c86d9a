// A bound: devices have no value in common only where some of them lack each one. So each value that all have so far must be missing in some device that can still come,
// and the picks to come must lack as many values as are left, each at most as many as the device that lacks most (a covering bound, as for hitting sets).

import { countBits, countCommon, firstBit, hasBit, isEmpty } from './bitset';
import * as L from './layout';
import {
  applies,
  devicesFor,
  devicesWith,
  endOfMembers,
  endSlotOf,
  firstSlotOf,
  isDone,
  membersOf,
  needOf,
  spend,
  valueCountOf,
  valuesFor,
  words,
} from './lookahead';
import { constraintAt, problem, scratch } from './state';

/** Tells whether the requests to come can take from the devices under a constraint what they have in common. */
export function canHaveEmptyIntersection(constraint: u32, from: u32, to: u32): bool {
  const at = constraintAt(constraint);
  // A device beyond the lookahead may mend it.
  if (load<u32>(at + L.CONSTRAINT_LAST_REQUEST) >= to) return true;
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  const isBegun = load<u64>(state + L.STATE_DEVICE_COUNT) != 0;
  if (isBegun ? isEmpty(state + L.STATE_VALUES, valueWords) : !mustBegin(constraint, from, to)) return true;
  const count = valueCount(constraint, from, to);
  if (count == UNKNOWN) return true;
  if (!isBegun) {
    for (let value: u32 = 0; value < count; value++) if (!mayBeMissing(constraint, value, from, to)) return false;
    return true;
  }
  const running = state + L.STATE_VALUES;
  for (let value = firstBit(running, valueWords, 0); value >= 0; value = firstBit(running, valueWords, <u32>value + 1)) {
    if (!mayBeMissing(constraint, value, from, to)) return false;
  }
  return mostMissing(constraint, running, valueWords, from, to) >= <u64>countBits(running, valueWords);
}

/** A slot is not known by value. */
const UNKNOWN: u32 = u32.MAX_VALUE;

/** The number of values, 0 where no slot to come is under the constraint, or UNKNOWN. */
function valueCount(constraint: u32, from: u32, to: u32): u32 {
  let count: u32 = 0;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request < from || request >= to || isDone(request)) continue;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      if (!applies(constraint, slot)) continue;
      const values = valuesFor(slot, constraint);
      if (values == 0) return UNKNOWN;
      count = valueCountOf(values);
    }
  }
  return count;
}

/** Tells whether some request to come takes a slot under the constraint, whatever alternative it takes. */
function mustBegin(constraint: u32, from: u32, to: u32): bool {
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request < from || request >= to || isDone(request)) continue;
    let isCertain = true;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) isCertain = isCertain && applies(constraint, slot);
    if (isCertain) return true;
  }
  return false;
}

/** Tells whether some device that can still come lacks a value; also where the budget of the check is used up. */
function mayBeMissing(constraint: u32, value: u32, from: u32, to: u32): bool {
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request < from || request >= to || isDone(request)) continue;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      if (!applies(constraint, slot)) continue;
      if (!spend(1)) return true;
      const devices = devicesFor(slot);
      if (countCommon(devices, devicesWith(valuesFor(slot, constraint), value), words) < countBits(devices, words)) return true;
    }
  }
  return false;
}

/** The most of the values left that the picks to come can lack together; beyond all where the budget of the check is used up. */
function mostMissing(constraint: u32, running: usize, valueWords: u32, from: u32, to: u32): u64 {
  let sum: u64 = 0;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request < from || request >= to || isDone(request)) continue;
    let most: u64 = 0;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      if (!applies(constraint, slot)) continue;
      const devices = devicesFor(slot);
      let ofOne: u32 = 0;
      for (let device = firstBit(devices, words, 0); device >= 0; device = firstBit(devices, words, <u32>device + 1)) {
        if (!spend(1 + valueWords)) return u64.MAX_VALUE;
        ofOne = max(ofOne, missingIn(constraint, slot, device, running, valueWords));
      }
      most = max(most, <u64>ofOne * <u64>needOf(slot));
    }
    sum += most;
  }
  return sum;
}

/** The number of values that a device lacks. Requires: it can have the slot, and has values. */
function missingIn(constraint: u32, slot: u32, device: u32, running: usize, valueWords: u32): u32 {
  const at = constraintAt(constraint);
  const rows = problem + <usize>load<u32>(at + L.CONSTRAINT_ROWS_LOCATION);
  const row = load<u32>(rows + ((<usize>(slot - load<u32>(at + L.CONSTRAINT_FIRST_SLOT))) << 2));
  const entry = load<u32>(problem + <usize>row + ((<usize>device) << 2));
  const index = entry & L.ENTRY_INDEX_MASK;
  const all = countBits(running, valueWords);
  if ((entry & L.ENTRY_SINGLE) != 0) return hasBit(running, index) ? all - 1 : all;
  const set = problem + <usize>load<u32>(at + L.CONSTRAINT_SETS_LOCATION) + <usize>index * ((<usize>valueWords) << 3);
  return all - countCommon(running, set, valueWords);
}
