// A bound: match constraints over one attribute, each with several units to come, must be packed into values: all units of a constraint have
// one value, and a value has only so many devices. What the values can hold of whole constraints must be as much as all of them need.

import { addSet, clearSet, copySet, keepSet } from './bitset';
import { picksFrom } from './capacity';
import {
  applies,
  bounds,
  devicesFor,
  devicesWith,
  endOfMembers,
  endSlotOf,
  firstSlotOf,
  isAdmin,
  membersOf,
  needOf,
  spend,
  valueCountOf,
  valuesFor,
  words,
} from './horizon';
import * as L from './layout';
import { setUnits } from './matching';
import { constraintAt, scratch, slotAt } from './state';
import { tieCount, tiedSlot, tiedValue, tiedValues } from './ties';

/** Sums of needs are bits of a word. */
const MOST_UNITS: u32 = 63;

/** The claim's constraints and the requests that are looked at. */
let fromConstraint: u32 = 0;
let toConstraint: u32 = 0;
let from: u32 = 0;
let to: u32 = 0;
/** The table of devices by value that the constraints share. */
let values: usize = 0;
/** Only requests with this table of stages count; 0: all. */
let stages: u32 = 0;

/** Whether the values can hold the constraints over the attribute of `constraint` that have no device yet, by all their units and by those of each kind. */
export function canPack(constraint: u32, firstConstraint: u32, endConstraint: u32, firstRequest: u32, endRequest: u32): bool {
  fromConstraint = firstConstraint;
  toConstraint = endConstraint;
  from = firstRequest;
  to = endRequest;
  values = tableOf(constraint);
  if (values == 0) return true;
  // Once for each attribute.
  for (let other = fromConstraint; other < constraint; other++) if (tableOf(other) == values) return true;
  markPacked();
  stages = 0;
  if (!canHold()) return false;
  for (let request = from; request < to; request++) {
    if (!isPacked(request) || isSeen(request)) continue;
    stages = stagesOf(request);
    if (!canHold()) return false;
  }
  return true;
}

/** The devices by value of the requests to come under a match constraint without devices; 0 if it is not one of those, or has less than two units to come. */
function tableOf(constraint: u32): usize {
  const at = constraintAt(constraint);
  if (load<u32>(at + L.CONSTRAINT_KIND) != L.KIND_MATCH) return 0;
  if (load<u64>(scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION)) != 0) return 0;
  let table: usize = 0;
  let units: u32 = 0;
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (!isLookedAt(constraint, request)) continue;
    const slot = firstSlotOf(request);
    const own = valuesFor(slot, constraint);
    if (endSlotOf(request) != slot + 1 || isAdmin(slot) || own == 0 || (table != 0 && own != table)) return 0;
    table = own;
    units += needOf(slot);
  }
  return units < 2 ? 0 : table;
}

/** Whether a request is looked at, and may take a slot that the constraint concerns. */
function isLookedAt(constraint: u32, request: u32): bool {
  if (request < from || request >= to) return false;
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (applies(constraint, slot)) return true;
  return false;
}

function stagesOf(request: u32): u32 {
  return load<u32>(slotAt(firstSlotOf(request)) + L.SLOT_STAGES_LOCATION);
}

/** Whether a request before has the same table of stages. */
function isSeen(request: u32): bool {
  for (let other = from; other < request; other++) if (isPacked(other) && stagesOf(other) == stagesOf(request)) return true;
  return false;
}

/** Marks the requests of each constraint that is packed with its number, plus 1. A request counts for one constraint only. */
function markPacked(): void {
  for (let request = from; request < to; request++) setUnits(request, 0);
  for (let constraint = fromConstraint; constraint < toConstraint; constraint++) {
    if (tableOf(constraint) != values || overlaps(constraint)) continue;
    const last = endOfMembers(constraint);
    for (let member = membersOf(constraint); member < last; member += 4) {
      const request = load<u32>(member);
      if (isLookedAt(constraint, request)) setUnits(request, constraint - fromConstraint + 1);
    }
  }
}

function overlaps(constraint: u32): bool {
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (isLookedAt(constraint, request) && isPacked(request)) return true;
  }
  return false;
}

function markOf(request: u32): u32 {
  return load<u32>(bounds(L.BOUNDS_NEEDS) + ((<usize>request) << 2));
}

function isPacked(request: u32): bool {
  return markOf(request) != 0;
}

function counts(request: u32): bool {
  return isPacked(request) && (stages == 0 || stagesOf(request) == stages);
}

/** The units that a marked constraint needs of those that count. */
function unitsOf(mark: u32): u32 {
  const constraint = fromConstraint + mark - 1;
  const last = endOfMembers(constraint);
  let units: u32 = 0;
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (isLookedAt(constraint, request) && markOf(request) == mark && counts(request)) units += needOf(firstSlotOf(request));
  }
  return units;
}

/** Whether the values hold as many units of whole constraints as there are. */
function canHold(): bool {
  let all: u32 = 0;
  let groups: u32 = 0;
  // All sums of the needs of some constraints, a bit each.
  let sums: u64 = 1;
  for (let mark: u32 = 1; mark <= toConstraint - fromConstraint; mark++) {
    const units = unitsOf(mark);
    if (units == 0) continue;
    if (units > MOST_UNITS - all) return true;
    all += units;
    groups++;
    sums |= sums << (<u64>units);
  }
  if (groups < 2) return true;
  const counted = bounds(L.BOUNDS_WORK);
  clearSet(counted, words);
  for (let request = from; request < to; request++) if (counts(request)) addSet(counted, devicesFor(firstSlotOf(request)), words);
  if (!spend(<i32>(to - from))) return true;
  let held: u32 = 0;
  const count = valueCountOf(values);
  for (let value: u32 = 0; value < count && held < all; value++) {
    if (!spend(1)) return true;
    const there = supplyOf(value);
    // The greatest sum that fits.
    if (there > 0) held += there >= MOST_UNITS ? all : 63 - <u32>clz(sums & (((<u64>2) << (<u64>there)) - 1));
  }
  return held >= all;
}

/** The devices with a value for the requests that count, less those that requests without another value still need. */
function supplyOf(value: u32): u32 {
  const together = bounds(L.BOUNDS_WORK) + ((<usize>words) << 3);
  copySet(together, bounds(L.BOUNDS_WORK), words);
  let claimed: u32 = 0;
  for (let tie: u32 = 0; tie < tieCount(); tie++) {
    if (tiedValue(tie) != value || tiedValues(tie) != values) continue;
    const slot = tiedSlot(tie);
    const tied = slotAt(slot);
    if (isPacked(load<u32>(tied + L.SLOT_REQUEST)) || (stages != 0 && load<u32>(tied + L.SLOT_STAGES_LOCATION) != stages)) continue;
    addSet(together, devicesFor(slot), words);
    claimed += needOf(slot);
  }
  keepSet(together, devicesWith(values, value), words);
  const there = picksFrom(together);
  return there > claimed ? there - claimed : 0;
}
