// Checks a bound: a match constraint needs one value with which all its requests can be served. This is the arc consistency of an all-equal constraint
// (Mackworth 1977), with the number of devices that each value still has.

import { clearSet, countCommon, hasBit } from './bitset';
import * as B from './bounds-layout';
import { selectionsFrom } from './capacity';
import * as L from './layout';
import {
  bounds,
  devicesFor,
  devicesWith,
  endOfMembers,
  endSlotOf,
  firstSlotOf,
  isAdmin,
  isCloser,
  isDone,
  membersOf,
  needOf,
  spend,
  valueCountOf,
  valuesFor,
  words,
} from './lookahead';
import { constraintAt, minSizeOf, scratch } from './state';

/** The end of the slots that share the value. */
let endOfSharers: usize = 0;
/** The values that the devices selected so far allow. 0: all values. */
let running: usize = 0;
/** True if no device can serve two of the requests, except shareable devices. */
let isExclusive: bool = true;

/** Returns whether a constraint applies to every alternative of a request, and has a table by value for each. */
function concerns(constraint: u32, request: u32): bool {
  if (isDone(request)) return false;
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
    if (valuesFor(slot, constraint) == 0) return false;
  }
  return true;
}

/** Finds the requests to which a match constraint allows only a common value. Returns the number of values; 0 if the constraint allows any value. */
export function findSharers(constraint: u32, from: u32, to: u32): u32 {
  const state = scratch + <usize>load<u32>(constraintAt(constraint) + L.CONSTRAINT_STATE_LOCATION);
  let least = load<u64>(state + L.STATE_DEVICE_COUNT);
  let count: u32 = 0;
  running = least == 0 ? 0 : state + L.STATE_VALUES;
  isExclusive = true;
  endOfSharers = bounds(B.BOUNDS_SHARERS);
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request < from || request >= to || !concerns(constraint, request)) continue;
    count = valueCountOf(valuesFor(firstSlotOf(request), constraint));
    let smallest: u32 = u32.MAX_VALUE;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      addSharer(slot, valuesFor(slot, constraint), slot + 1 == endSlotOf(request));
      smallest = min(smallest, needOf(slot));
    }
    least += smallest;
  }
  // A value that only one device has may have no number.
  return least < 2 ? 0 : count;
}

function addSharer(slot: u32, values: usize, isLast: bool): void {
  store<u32>(endOfSharers + B.SHARER_DEVICES, <u32>devicesFor(slot));
  store<u32>(endOfSharers + B.SHARER_VALUES, <u32>values);
  store<u32>(endOfSharers + B.SHARER_NEED, needOf(slot));
  store<u32>(endOfSharers + B.SHARER_IS_LAST, isLast ? 1 : 0);
  endOfSharers += B.SHARER_SIZE;
  // A claim selects no exclusive device twice, even with admin access. However, reasons count only requests without admin
  // access (allocator/kernel/reasons/reason-values.ts).
  if (isAdmin(slot) && !isCloser) isExclusive = false;
}

/** Returns whether the requests under a match constraint can have the required number of values in common. */
export function hasCommonValue(constraint: u32, from: u32, to: u32): bool {
  const count = findSharers(constraint, from, to);
  // Before the first selection, this bound must be no stronger than the reasons.
  let missing = isCloser ? minSizeOf(constraintAt(constraint)) : 1;
  for (let value: u32 = 0; value < count; value++) if (!spend(1) || (canShare(value) && --missing == 0)) return true;
  return count == 0;
}

/** Returns whether the devices with a value suffice for each of the requests found, and for all of them together. */
export function canShare(value: u32): bool {
  if (running != 0 && !hasBit(running, value)) return false;
  const union = bounds(B.BOUNDS_WORK) + ((<usize>words) << 3);
  clearSet(union, words);
  let units: u32 = 0;
  let least: u32 = u32.MAX_VALUE;
  for (let sharer = bounds(B.BOUNDS_SHARERS); sharer < endOfSharers; sharer += B.SHARER_SIZE) {
    const devices = <usize>load<u32>(sharer + B.SHARER_DEVICES);
    const having = devicesWith(<usize>load<u32>(sharer + B.SHARER_VALUES), value);
    const need = load<u32>(sharer + B.SHARER_NEED);
    spend(1);
    if (need > 0 && countCommon(devices, having, words) >= need) {
      least = min(least, need);
      for (let at: usize = 0; at < (<usize>words) << 3; at += 8) {
        store<u64>(union + at, load<u64>(union + at) | (load<u64>(devices + at) & load<u64>(having + at)));
      }
    }
    if (load<u32>(sharer + B.SHARER_IS_LAST) == 0) continue;
    if (least == u32.MAX_VALUE) return false;
    units += least;
    least = u32.MAX_VALUE;
  }
  return !isExclusive || selectionsFrom(union) >= units;
}
