// Checks a bound: each value that all devices have so far must be missing in a later device. Together, the later selections must lack all these values,
// each at most as many as the device that lacks most. For the first 64 values, a search decides it (covering.ts).

import { bitMask, countBits, countCommon, equalSets, firstBit, hasBit, isEmpty } from './bitset';
import { addLacking, beginCovering, canCover } from './covering';
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

/** Returns whether the later selections can lack all values that the devices under a constraint have in common. */
export function canHaveEmptyIntersection(constraint: u32, from: u32, to: u32): bool {
  const at = constraintAt(constraint);
  // If the lookahead does not contain all requests, a device beyond it may lack the values.
  if (load<u32>(at + L.CONSTRAINT_LAST_REQUEST) >= to) return true;
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  const isBegun = load<u64>(state + L.STATE_DEVICE_COUNT) != 0;
  if (isBegun ? isEmpty(state + L.STATE_VALUES, valueWords) : !mustBegin(constraint, from, to)) return true;
  const count = valueCount(constraint, from, to);
  if (count == UNKNOWN) return true;
  if (!isBegun) {
    for (let value: u32 = 0; value < count; value++) if (!mayBeMissing(constraint, value, from, to)) return false;
    return canLack(constraint, 0, count > 63 ? u64.MAX_VALUE : ((<u64>1) << count) - 1, from, to);
  }
  const running = state + L.STATE_VALUES;
  for (let value = firstBit(running, valueWords, 0); value >= 0; value = firstBit(running, valueWords, <u32>value + 1)) {
    if (!mayBeMissing(constraint, value, from, to)) return false;
  }
  if (mostMissing(constraint, running, valueWords, from, to) < <u64>countBits(running, valueWords)) return false;
  const word = <u32>firstBit(running, valueWords, 0) >> 6;
  return canLack(constraint, word, load<u64>(running + ((<usize>word) << 3)), from, to);
}

/** The constraint has no table of devices by value for the slot. */
const UNKNOWN: u32 = u32.MAX_VALUE;

/** Returns the number of values; 0 if the constraint applies to no later slot; or UNKNOWN. */
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

/** Returns whether the constraint applies to every alternative of some later request. */
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

/** Returns whether some later device lacks a value. Also returns true if the budget of the check is used up. */
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

/** Returns the most missing values that the later selections can have together. Returns the greatest u64 if the budget of the check is used up. */
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

/** Returns whether the later selections can lack all given values of one word. Also returns true if the budget is used up. */
function canLack(constraint: u32, word: u32, values: u64, from: u32, to: u32): bool {
  beginCovering();
  let selections: u64 = 0;
  let before: u32 = NO_SLOT;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request < from || request >= to || isDone(request)) continue;
    let most: u32 = 0;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      if (!applies(constraint, slot)) continue;
      most = max(most, needOf(slot));
      if (before == NO_SLOT || !areEquivalent(constraint, before, slot)) {
        if (!addDevices(constraint, slot, word, values)) return true;
      }
      before = slot;
    }
    selections += <u64>most;
  }
  return canCover(values, selections);
}

const NO_SLOT: u32 = u32.MAX_VALUE;

/** Returns whether two slots have the same devices with the same values. */
function areEquivalent(constraint: u32, one: u32, other: u32): bool {
  return rowOf(constraint, one) == rowOf(constraint, other) && equalSets(devicesFor(one), devicesFor(other), words);
}

/** Adds the devices of a slot, each with the values of one word that it lacks. Returns false if there are too many. */
function addDevices(constraint: u32, slot: u32, word: u32, values: u64): bool {
  const devices = devicesFor(slot);
  for (let device = firstBit(devices, words, 0); device >= 0; device = firstBit(devices, words, <u32>device + 1)) {
    if (!spend(1) || !addLacking(values & ~valuesIn(constraint, slot, device, word))) return false;
  }
  return true;
}

/** Returns the values of a device, in one word. Requires: the device can serve the slot and has the attribute. */
function valuesIn(constraint: u32, slot: u32, device: u32, word: u32): u64 {
  const entry = entryOf(constraint, slot, device);
  const index = entry & L.ENTRY_INDEX_MASK;
  if ((entry & L.ENTRY_SINGLE) != 0) return index >> 6 == word ? bitMask(index) : 0;
  return load<u64>(setAt(constraintAt(constraint), index) + ((<usize>word) << 3));
}

/** Returns the number of running values that a device lacks. Requires: the device can serve the slot and has the attribute. */
function missingIn(constraint: u32, slot: u32, device: u32, running: usize, valueWords: u32): u32 {
  const entry = entryOf(constraint, slot, device);
  const index = entry & L.ENTRY_INDEX_MASK;
  const all = countBits(running, valueWords);
  if ((entry & L.ENTRY_SINGLE) != 0) return hasBit(running, index) ? all - 1 : all;
  return all - countCommon(running, setAt(constraintAt(constraint), index), valueWords);
}

function entryOf(constraint: u32, slot: u32, device: u32): u32 {
  return load<u32>(problem + <usize>rowOf(constraint, slot) + ((<usize>device) << 2));
}

function rowOf(constraint: u32, slot: u32): u32 {
  const at = constraintAt(constraint);
  const rows = problem + <usize>load<u32>(at + L.CONSTRAINT_ROWS_LOCATION);
  return load<u32>(rows + ((<usize>(slot - load<u32>(at + L.CONSTRAINT_FIRST_SLOT))) << 2));
}

function setAt(constraint: usize, index: u32): usize {
  const valueWords = <usize>load<u32>(constraint + L.CONSTRAINT_VALUE_WORDS);
  return problem + <usize>load<u32>(constraint + L.CONSTRAINT_SETS_LOCATION) + <usize>index * (valueWords << 3);
}
