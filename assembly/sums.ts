// A bound: the least that the requests to come take of several budgets together, against what is left of them. It is a surrogate constraint (Glover 1965): a
// weighted sum of the budgets' inequalities, which every solution satisfies.

import { isEmptySlot } from './alternatives';
import { hasBit } from './bitset';
import * as B from './bounds-layout';
import { amountLeft } from './budget';
import { capacityOf } from './capacity';
import * as L from './layout';
import { bounds, boundsField, devicesFor, end, endSlotOf, first, firstSlotOf, needOf, spend } from './lookahead';
import { allUnits, beginMatching, isNeighbor, matchVertex } from './matching';
import { scratch } from './state';

/** A sum that did not tell anything so often is queried only every 16th time. Always asked, mixed problems take a tenth more steps (bench/results/solver-constants.md). */
const PATIENCE: u32 = 3;
const NOW_AND_THEN: u32 = 15;

/** Returns whether the devices that take least of a sum of budgets take more of it than is left. Requires: neighbors and units are set. */
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

/** Returns whether the requests take more of a sum than is left, each with the devices that take least, or with devices of their own. */
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

/** Returns the least that the devices of a slot take of a sum; the greatest integer when there are too few. */
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
  // Too few devices: the slot is no alternative.
  return missing > 0 ? i64.MAX_VALUE : least;
}

function leftOfSum(sum: usize): i64 {
  const count = load<u32>(sum + B.SUM_TERM_COUNT);
  let term = scratch + <usize>load<u32>(sum + B.SUM_TERMS);
  let left: i64 = 0;
  for (let index: u32 = 0; index < count; index++, term += B.TERM_SIZE) {
    // A budget below zero can give nothing, and takes nothing from the others.
    const amount = amountLeft(load<u32>(term + B.TERM_BUDGET));
    if (amount > 0) left += amount * load<i64>(term + B.TERM_WEIGHT);
  }
  return left;
}

/**
 * Returns the least that the units which compete take of a sum when each has a device of its own. The sets of devices that units can have together are
 * the independent sets of a transversal matroid (Edmonds and Fulkerson 1965): the greedy algorithm, which takes the device that takes least wherever one more unit can be served with it, gives the least sum (Rado 1957).
 * Nothing where requests see different amounts in one device.
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

/** The order of devices by what they take of a sum, 0 when it is not the same for all slots of the lookahead. */
function commonOrder(sum: usize): usize {
  let row: u32 = 0;
  for (let request = first; request < end; request++) {
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      const own = load<u32>(scratch + <usize>load<u32>(sum + B.SUM_ORDERS) + ((<usize>slot) << 2));
      if (row != 0 && own != row) return 0;
      row = own;
    }
  }
  return scratch + <usize>row;
}
