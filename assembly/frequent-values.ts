// A bound: several values that enough devices have together, where a match constraint needs more than one. It is the search for a frequent set of items of some size (Zaki 2000): values are
// added one after the other, those first that the fewest devices have, as long as enough devices have all of them; and what all of these devices have comes for nothing.

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

// The room has the devices with each of some values; then, for each value that is added, those with that one and each of the values after it.

/** The picks to come that are certain, and the bytes of a set of devices. */
let picks: u32 = 0;
let size: usize = 0;

/** Groups of requests that may have the same devices: the address of these (u32), and how many they need together. */
const GROUP_NEED: usize = 4;
const GROUP_SIZE: usize = 8;
const MOST_GROUPS: usize = 16;
const groups: usize = memory.data(16 << 3);
let endOfGroups: usize = groups;

/** Returns whether the requests under a match constraint can have several values in common; also where that takes too much work to find out. */
export function canHaveSeveral(constraint: u32, from: u32, to: u32): bool {
  const devices = bounds(B.BOUNDS_WORK);
  findPicks(constraint, from, to, devices);
  // A shared device may be selected again.
  if (picks < 2 || hasShareable(devices)) return true;
  size = (<usize>words) << 3;
  const top = findHolders(constraint, from, to);
  return top == 0 || haveEnough(room, top, minSizeOf(constraintAt(constraint)));
}

/** Returns whether a request is certainly under a constraint that is known by value for it. */
function isCertain(constraint: u32, request: u32, from: u32, to: u32): bool {
  if (request < from || request >= to || isDone(request)) return false;
  const slot = firstSlotOf(request);
  return endSlotOf(request) == slot + 1 && valuesFor(slot, constraint) != 0;
}

/** Finds the selections of the requests that are certainly under a constraint, and the devices that they may be. */
function findPicks(constraint: u32, from: u32, to: u32, devices: usize): void {
  clearSet(devices, words);
  picks = 0;
  endOfGroups = groups;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (!isCertain(constraint, request, from, to)) continue;
    const slot = firstSlotOf(request);
    addSet(devices, devicesFor(slot), words);
    picks += needOf(slot);
    addToGroup(devicesFor(slot), needOf(slot));
  }
}

/** Adds a request to those that may have the same devices. Above so many groups it counts among all alone. */
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

/** Returns whether a set has enough devices, for all requests and for each group of them. */
function isEnough(devices: usize): bool {
  if (countBits(devices, words) < picks) return false;
  for (let group = groups; group < endOfGroups; group += GROUP_SIZE) {
    if (countCommon(devices, <usize>load<u32>(group), words) < load<u32>(group + GROUP_NEED)) return false;
  }
  return true;
}

/** Leaves the devices with each value that enough have in the room, those of the fewest first, and returns their end; 0: there are too many. */
function findHolders(constraint: u32, from: u32, to: u32): usize {
  const state = scratch + <usize>load<u32>(constraintAt(constraint) + L.CONSTRAINT_STATE_LOCATION);
  const isBegun = load<u64>(state + L.STATE_DEVICE_COUNT) != 0;
  const count = valueCount(constraint, from, to);
  let top = room;
  for (let value: u32 = 0; value < count; value++) {
    if (isBegun && !hasBit(state + L.STATE_VALUES, value)) continue;
    // One set more has room to put them in order.
    if (!pay(1) || top + (size << 1) > END_OF_ROOM) return 0;
    findHoldersOf(top, constraint, value, from, to);
    if (!isEnough(top)) continue;
    top += size;
    sink(top - size);
  }
  return top;
}

/** The number of values that some request has devices for. */
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

/** Moves the last set before those that have more devices. */
function sink(last: usize): void {
  const own = last + size;
  copySet(own, last, words);
  const count = countBits(own, words);
  let at = last;
  for (; at > room && countBits(at - size, words) > count; at -= size) copySet(at, at - size, words);
  copySet(at, own, words);
  pay(<u32>(last - at) >> 3);
}

/** Returns whether enough devices have so many of some values, the last ones in the room; also where that takes too much work to find out. */
function haveEnough(from: usize, to: usize, least: u32): bool {
  if (least == 0) return true;
  // Each of these values enough devices have.
  for (let one = from; one + <usize>(least - 1) * size < to; one += size) {
    if (least == 1) return true;
    let missing = least - 1;
    let end = to;
    if (!pay(<u32>(to - one) >> 3)) return true;
    for (let other = one + size; other < to; other += size) {
      if (end + size > END_OF_ROOM) return true;
      copySet(end, one, words);
      keepSet(end, other, words);
      // A value that all have which have the first one comes for nothing.
      if (equalSets(end, one, words)) missing -= min(missing, 1);
      else if (isEnough(end)) end += size;
    }
    if (haveEnough(to, end, missing)) return true;
  }
  return false;
}
