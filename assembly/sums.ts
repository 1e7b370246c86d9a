// Checks a bound: the least amount of a weighted sum of budgets that the later requests consume, against the amount left. This is a surrogate constraint
// (Glover 1965), which every solution satisfies.

import { isEmptySlot } from './alternatives';
import { hasBit } from './bitset';
import * as B from './bounds-layout';
import { amountLeft } from './budget';
import { capacityOf } from './capacity';
import * as L from './layout';
import { bounds, boundsField, devicesFor, end, endSlotOf, first, firstSlotOf, needOf, spend } from './lookahead';
import { allUnits, beginMatching, isNeighbor, matchVertex } from './matching';
import { scratch } from './state';

/**
 * A sum that failed to prune this often is checked only every 16th time. If sums were always checked, mixed problems would need
 * a tenth more steps (bench/results/solver-constants.md).
 */
const PATIENCE: u32 = 3;
const NOW_AND_THEN: u32 = 15;

/** Returns whether even the devices that consume least of some sum consume more than is left. Requires: neighbors and units are set. */
export function exceedsSums(): bool {
  const count = boundsField(B.BOUNDS_SUM_COUNT);
  for (let index: u32 = 0; index < count; index++) {
    const sum = bounds(B.BOUNDS_SUMS) + <usize>index * B.SUM_SIZE;
    const misses = load<u32>(sum + B.SUM_MISSES);
    store<u32>(sum + B.SUM_MISSES, misses + 1);
    if (misses >= PATIENCE && (misses & NOW_AND_THEN) != 0) continue;
    if (isExceeded(sum)) {
      store<u32>(sum + B.SUM_MISSES, 0);
      return true;
    }
    if (!spend(1)) return false;
  }
  return false;
}

/** Returns whether the requests consume more of a sum than is left, each with its cheapest devices, or all with distinct devices. */
function isExceeded(sum: usize): bool {
  let needed: i64 = 0;
  for (let request = first; request < end; request++) {
    let least: i64 = i64.MAX_VALUE;
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      if (needOf(slot) > 0) least = min(least, leastOf(sum, slot, needOf(slot)));
      else if (isEmptySlot(slot)) least = 0;
    }
    if (least != i64.MAX_VALUE) needed += least;
  }
  const left = leftOfSum(sum);
  return needed > left || leastTogether(sum) > left;
}

/** Returns the least amount of a sum that the devices of a slot consume, or the greatest i64 if there are too few devices. */
function leastOf(sum: usize, slot: u32, need: u32): i64 {
  const amounts = scratch + <usize>load<u32>(scratch + <usize>load<u32>(sum + B.SUM_AMOUNTS) + ((<usize>slot) << 2));
  const order = scratch + <usize>load<u32>(scratch + <usize>load<u32>(sum + B.SUM_ORDERS) + ((<usize>slot) << 2));
  const devices = devicesFor(slot);
  const count = load<u32>(order + L.LIST_COUNT);
  let least: i64 = 0;
  let missing = need;
  let index: u32 = 0;
  for (; index < count && missing > 0; index++) {
    const device = load<u32>(order + L.LIST_ITEMS + ((<usize>index) << 2));
    if (!hasBit(devices, device)) continue;
    least += load<i64>(amounts + ((<usize>device) << 3));
    missing--;
  }
  spend(index);
  // With too few devices, the slot is not an alternative.
  return missing > 0 ? i64.MAX_VALUE : least;
}

function leftOfSum(sum: usize): i64 {
  const count = load<u32>(sum + B.SUM_TERM_COUNT);
  let term = scratch + <usize>load<u32>(sum + B.SUM_TERMS);
  let left: i64 = 0;
  for (let index: u32 = 0; index < count; index++, term += B.TERM_SIZE) {
    // A budget below zero counts as empty.
    const amount = amountLeft(load<u32>(term + B.TERM_BUDGET));
    if (amount > 0) left += amount * load<i64>(term + B.TERM_WEIGHT);
  }
  return left;
}

/**
 * Returns the least amount of a sum that the competing units consume with distinct devices, or 0 if requests consume different amounts of one device. The sets
 * of devices for the units are independent sets of a transversal matroid (Edmonds and Fulkerson 1965), so the greedy algorithm finds the minimum (Rado 1957).
 */
function leastTogether(sum: usize): i64 {
  const order = commonOrder(sum);
  if (order == 0 || !beginMatching()) return 0;
  const amounts = scratch + <usize>load<u32>(scratch + <usize>load<u32>(sum + B.SUM_AMOUNTS) + ((<usize>firstSlotOf(first)) << 2));
  const count = load<u32>(order + L.LIST_COUNT);
  let missing = allUnits();
  let least: i64 = 0;
  for (let index: u32 = 0; index < count && missing > 0; index++) {
    const device = load<u32>(order + L.LIST_ITEMS + ((<usize>index) << 2));
    if (!isNeighbor(device)) continue;
    for (let left = capacityOf(device); left > 0 && missing > 0; left--) {
      if (!spend(16)) return 0;
      if (!matchVertex(device)) break;
      least += load<i64>(amounts + ((<usize>device) << 3));
      missing--;
    }
  }
  return least;
}

/** Returns the order of devices by their consumption of a sum, or 0 if the slots of the lookahead have different orders. */
function commonOrder(sum: usize): usize {
  let row: u32 = 0;
  for (let request = first; request < end; request++) {
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      const orderOfSlot = load<u32>(scratch + <usize>load<u32>(sum + B.SUM_ORDERS) + ((<usize>slot) << 2));
      if (row != 0 && orderOfSlot != row) return 0;
      row = orderOfSlot;
    }
  }
  return scratch + <usize>row;
}
