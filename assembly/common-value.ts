// A bound: a match constraint needs one value that every request under it can still be served with.

import { clearSet, countCommon, hasBit } from './bitset';
import { picksFrom } from './capacity';
import {
  bounds,
  devicesFor,
  devicesWith,
  endOfMembers,
  endSlotOf,
  firstSlotOf,
  isAdmin,
  isDone,
  membersOf,
  needOf,
  spend,
  valueCountOf,
  valuesFor,
  words,
} from './horizon';
import * as L from './layout';
import { constraintAt, scratch } from './state';

/** Whether a constraint concerns a request whatever alternative it takes, and is known by value for it. */
function concerns(constraint: u32, request: u32): bool {
  if (isDone(request)) return false;
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
    if (valuesFor(slot, constraint) == 0) return false;
  }
  return true;
}

/** Whether there is such a value among those that the devices picked so far leave. */
export function hasCommonValue(constraint: u32, from: u32, to: u32): bool {
  const at = constraintAt(constraint);
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const picked = load<u64>(state);
  let least: u64 = picked;
  let concerned: u32 = 0;
  let count: u32 = 0;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request < from || request >= to || !concerns(constraint, request)) continue;
    count = valueCountOf(valuesFor(firstSlotOf(request), constraint));
    let smallest: u32 = u32.MAX_VALUE;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) smallest = min(smallest, needOf(slot));
    least += smallest;
    concerned++;
  }
  // A device alone may have a value of its own, which has no number.
  if (concerned == 0 || least < 2) return true;
  for (let value: u32 = 0; value < count; value++) {
    if (picked != 0 && !hasBit(state + 8, value)) continue;
    if (!spend(1) || serveAll(constraint, value, from, to)) return true;
  }
  return false;
}

/** Whether the devices with a value suffice for each request that a constraint concerns, and for all of them together. */
function serveAll(constraint: u32, value: u32, from: u32, to: u32): bool {
  const together = bounds(L.BOUNDS_WORK) + ((<usize>words) << 3);
  clearSet(together, words);
  let units: u32 = 0;
  let exclusive = true;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request < from || request >= to || !concerns(constraint, request)) continue;
    let isPossible = false;
    let least: u32 = u32.MAX_VALUE;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      const having = devicesWith(valuesFor(slot, constraint), value);
      const need = needOf(slot);
      spend(1);
      if (need == 0 || countCommon(devicesFor(slot), having, words) < need) continue;
      isPossible = true;
      least = min(least, need);
      if (isAdmin(slot)) exclusive = false;
      const devices = devicesFor(slot);
      for (let at: usize = 0; at < (<usize>words) << 3; at += 8) {
        store<u64>(together + at, load<u64>(together + at) | (load<u64>(devices + at) & load<u64>(having + at)));
      }
    }
    if (!isPossible) return false;
    units += least;
  }
  return !exclusive || picksFrom(together) >= units;
}
