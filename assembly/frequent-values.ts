// Checks a bound: several values that enough devices have together, for a match constraint that needs more than one. It searches for a frequent item set of
// some size (Zaki 2000). It adds values one by one, the rarest first, while enough devices have all of them; values that all these devices have are free.

import { addSet, clearSet, copySet, countBits, countCommon, equalSets, hasBit, keepSet } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import {
  bounds,
  devicesFor,
  devicesWith,
  endOfMembers,
  endSlotOf,
  firstSlotOf,
  hasShareable,
  isDone,
  membersOf,
  needOf,
  valueCountOf,
  valuesFor,
  words,
} from './lookahead';
import { constraintAt, minSizeOf, scratch } from './state';
import { END_OF_ROOM, pay, room } from './static-tables';

// The room holds the devices with each of some values. Then, for each added value, the devices with it and each later value.

/** The certain later selections, and the bytes of a set of devices. */
let selections: u32 = 0;
let size: usize = 0;

/** Groups of requests with equal devices: the address of the devices (u32), and the number that the group needs. */
const GROUP_NEED: usize = 4;
const GROUP_SIZE: usize = 8;
const MOST_GROUPS: usize = 16;
const groups: usize = memory.data(16 << 3);
let endOfGroups: usize = groups;

/** Returns whether the requests under a match constraint can have several values in common. Also returns true if the budget is used up. */
export function canHaveSeveral(constraint: u32, from: u32, to: u32): bool {
  const devices = bounds(B.BOUNDS_WORK);
  findSelections(constraint, from, to, devices);
  // A shareable device may be selected again.
  if (selections < 2 || hasShareable(devices)) return true;
  size = (<usize>words) << 3;
  const top = findHolders(constraint, from, to);
  return top == 0 || haveEnough(room, top, minSizeOf(constraintAt(constraint)));
}

/** Returns whether a request is certainly under a constraint, with a table by value. */
function isCertain(constraint: u32, request: u32, from: u32, to: u32): bool {
  if (request < from || request >= to || isDone(request)) return false;
  const slot = firstSlotOf(request);
  return endSlotOf(request) == slot + 1 && valuesFor(slot, constraint) != 0;
}

/** Finds the selections of requests that are certainly under a constraint, and the devices that can serve them. */
function findSelections(constraint: u32, from: u32, to: u32, devices: usize): void {
  clearSet(devices, words);
  selections = 0;
  endOfGroups = groups;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (!isCertain(constraint, request, from, to)) continue;
    const slot = firstSlotOf(request);
    addSet(devices, devicesFor(slot), words);
    selections += needOf(slot);
    addToGroup(devicesFor(slot), needOf(slot));
  }
}

/** Adds a request to the group with its devices. After MOST_GROUPS groups, a request counts only in the total. */
function addToGroup(devices: usize, need: u32): void {
  for (let group = groups; group < endOfGroups; group += GROUP_SIZE) {
    if (!equalSets(<usize>load<u32>(group), devices, words)) continue;
    store<u32>(group + GROUP_NEED, load<u32>(group + GROUP_NEED) + need);
    return;
  }
  if (endOfGroups == groups + MOST_GROUPS * GROUP_SIZE) return;
  store<u32>(endOfGroups, <u32>devices);
  store<u32>(endOfGroups + GROUP_NEED, need);
  endOfGroups += GROUP_SIZE;
}

/** Returns whether a set has enough devices for all requests and for each group. */
function isEnough(devices: usize): bool {
  if (countBits(devices, words) < selections) return false;
  for (let group = groups; group < endOfGroups; group += GROUP_SIZE) {
    if (countCommon(devices, <usize>load<u32>(group), words) < load<u32>(group + GROUP_NEED)) return false;
  }
  return true;
}

/** Leaves in the room the devices of each value that enough devices have, the rarest value first. Returns their end; 0 if there are too many. */
function findHolders(constraint: u32, from: u32, to: u32): usize {
  const state = scratch + <usize>load<u32>(constraintAt(constraint) + L.CONSTRAINT_STATE_LOCATION);
  const isBegun = load<u64>(state + L.STATE_DEVICE_COUNT) != 0;
  const count = valueCount(constraint, from, to);
  let top = room;
  for (let value: u32 = 0; value < count; value++) {
    if (isBegun && !hasBit(state + L.STATE_VALUES, value)) continue;
    // Sorting needs space for one more set.
    if (!pay(1) || top + (size << 1) > END_OF_ROOM) return 0;
    findHoldersOf(top, constraint, value, from, to);
    if (!isEnough(top)) continue;
    top += size;
    sink(top - size);
  }
  return top;
}

/** Returns the number of values in the tables of the requests. */
function valueCount(constraint: u32, from: u32, to: u32): u32 {
  let count: u32 = 0;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (isCertain(constraint, request, from, to)) count = max(count, valueCountOf(valuesFor(firstSlotOf(request), constraint)));
  }
  return count;
}

/** Leaves the devices with a value in a set. */
function findHoldersOf(set: usize, constraint: u32, value: u32, from: u32, to: u32): void {
  clearSet(set, words);
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (!isCertain(constraint, request, from, to)) continue;
    const slot = firstSlotOf(request);
    pay(words);
    addCommon(set, devicesFor(slot), devicesWith(valuesFor(slot, constraint), value));
  }
}

function addCommon(set: usize, left: usize, right: usize): void {
  for (let at: usize = 0; at < size; at += 8) store<u64>(set + at, load<u64>(set + at) | (load<u64>(left + at) & load<u64>(right + at)));
}

/** Moves the last set before the sets with more devices. */
function sink(last: usize): void {
  const copy = last + size;
  copySet(copy, last, words);
  const count = countBits(copy, words);
  let at = last;
  for (; at > room && countBits(at - size, words) > count; at -= size) copySet(at, at - size, words);
  copySet(at, copy, words);
  pay(<u32>(last - at) >> 3);
}

/** Returns whether enough devices have `least` of the last values in the room. Also returns true if the budget is used up. */
function haveEnough(from: usize, to: usize, least: u32): bool {
  if (least == 0) return true;
  // Enough devices have each of these values.
  for (let one = from; one + <usize>(least - 1) * size < to; one += size) {
    if (least == 1) return true;
    let missing = least - 1;
    let end = to;
    if (!pay(<u32>(to - one) >> 3)) return true;
    for (let other = one + size; other < to; other += size) {
      if (end + size > END_OF_ROOM) return true;
      copySet(end, one, words);
      keepSet(end, other, words);
      // If all devices with the first value have this value too, it is free.
      if (equalSets(end, one, words)) missing -= min(missing, 1);
      else if (isEnough(end)) end += size;
    }
    if (haveEnough(to, end, missing)) return true;
  }
  return false;
}
