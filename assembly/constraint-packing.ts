// Checks a bound: match constraints over one attribute must be packed into values. All units of a constraint have one value, and a value has only so many
// devices. This relaxes bin packing with unequal bins: each value holds at most the greatest subset sum of units that fits (Martello and Toth 1990).

import { addSet, clearSet, copySet, keepSet } from './bitset';
import * as B from './bounds-layout';
import { selectionsFrom } from './capacity';
import { fixedCount, fixedSlot, fixedTable, fixedValue } from './fixed-values';
import * as L from './layout';
import { bounds, devicesFor, devicesWith, firstSlotOf, needOf, spend, valueCountOf, valuesFor, words } from './lookahead';
import { slotAt } from './state';
import { clearMarks, isUnstarted, markAll, markOf, nextOf, stagesOf } from './unstarted';

/** The most units: sums of units are bits of a word. */
const MOST_UNITS: u32 = 63;

/** The constraints and requests of the claim that the check covers. */
let fromConstraint: u32 = 0;
let toConstraint: u32 = 0;
let from: u32 = 0;
let to: u32 = 0;
/** The table of devices by value that the constraints share. */
let values: usize = 0;
/** Only requests with this table of stages are counted. 0: all requests. */
let stages: u32 = 0;

/**
 * Returns whether the values can hold the unstarted constraints over the attribute of `constraint`, for all their units and for the units of each table of
 * stages.
 */
export function canPackConstraints(constraint: u32, firstConstraint: u32, endConstraint: u32, firstRequest: u32, endRequest: u32): bool {
  fromConstraint = firstConstraint;
  toConstraint = endConstraint;
  from = firstRequest;
  to = endRequest;
  values = tableOf(constraint);
  if (values == 0) return true;
  // Each attribute is checked once.
  for (let other = fromConstraint; other < constraint; other++) if (tableOf(other) == values) return true;
  markPackedRequests();
  stages = 0;
  if (!canHold()) return false;
  for (let request = from; request < to; request++) {
    if (markOf(request) == 0 || isSeen(request)) continue;
    stages = stagesOf(firstSlotOf(request));
    if (!canHold()) return false;
  }
  return true;
}

/** Returns the devices by value of an unstarted constraint; 0 if it is started or has several tables. */
function tableOf(constraint: u32): usize {
  if (!isUnstarted(constraint, from, to)) return 0;
  let table: usize = 0;
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) {
    const tableOfRequest = valuesFor(firstSlotOf(request), constraint);
    if (table != 0 && tableOfRequest != table) return 0;
    table = tableOfRequest;
  }
  return table;
}

/** Returns whether an earlier request has the same table of stages. */
function isSeen(request: u32): bool {
  const stages = stagesOf(firstSlotOf(request));
  for (let other = from; other < request; other++) if (markOf(other) != 0 && stagesOf(firstSlotOf(other)) == stages) return true;
  return false;
}

/** Marks the requests of each packed constraint with its number, plus 1. A request counts for one constraint only. */
function markPackedRequests(): void {
  clearMarks(from, to);
  for (let constraint = fromConstraint; constraint < toConstraint; constraint++) {
    if (tableOf(constraint) == values && !overlaps(constraint)) markAll(constraint, constraint - fromConstraint + 1, from, to);
  }
}

function overlaps(constraint: u32): bool {
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) {
    if (markOf(request) != 0) return true;
  }
  return false;
}

function counts(request: u32): bool {
  return markOf(request) != 0 && (stages == 0 || stagesOf(firstSlotOf(request)) == stages);
}

/** Returns the counted units that a marked constraint needs. */
function unitsOf(mark: u32): u32 {
  const constraint = fromConstraint + mark - 1;
  let units: u32 = 0;
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) {
    if (markOf(request) == mark && counts(request)) units += needOf(firstSlotOf(request));
  }
  return units;
}

/** Returns whether the values can hold all units of the whole constraints. */
function canHold(): bool {
  let all: u32 = 0;
  let groups: u32 = 0;
  // The sums of units over all subsets of constraints, a bit each.
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
  const counted = bounds(B.BOUNDS_WORK);
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

/** Returns the counted devices with a value, minus the devices that requests fixed to the value still need. */
function supplyOf(value: u32): u32 {
  const suppliers = bounds(B.BOUNDS_WORK) + ((<usize>words) << 3);
  copySet(suppliers, bounds(B.BOUNDS_WORK), words);
  let claimed: u32 = 0;
  for (let tie: u32 = 0; tie < fixedCount(); tie++) {
    if (fixedValue(tie) != value || fixedTable(tie) != values) continue;
    const slot = fixedSlot(tie);
    if (markOf(load<u32>(slotAt(slot) + L.SLOT_REQUEST)) != 0 || (stages != 0 && stagesOf(slot) != stages)) continue;
    addSet(suppliers, devicesFor(slot), words);
    claimed += needOf(slot);
  }
  keepSet(suppliers, devicesWith(values, value), words);
  const there = selectionsFrom(suppliers);
  return there > claimed ? there - claimed : 0;
}
