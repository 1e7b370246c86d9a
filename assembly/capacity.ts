// Bounds the number of selections that a device can still serve: one if it is exclusive, else as many as its capacities allow.

import { countBits, firstBit, hasBit } from './bitset';
import * as B from './bounds-layout';
import { amountLeft, isShareable, shareOf } from './budget';
import * as L from './layout';
import { boundsField, devicesFor, end, endSlotOf, first, firstSlotOf, hasShareable, spend, words } from './lookahead';
import { header } from './state';
import { deviceEntry } from './static-tables';

/** The device serves any number of selections, or an unknown number. */
export const UNLIMITED: u32 = 255;
/** For each shareable device, the number of selections in the lookahead that it can serve. */
const capacities: usize = memory.data(B.BOUNDED_MOST_DEVICES);

/** Finds the capacities of the devices in the lookahead. Requires: `forwardCheck`. */
export function findCapacities(): void {
  if (header(L.HEADER_SHAREABLE_LOCATION) == 0) return;
  const isComputable = header(L.HEADER_LIMBS) == 1 && (boundsField(B.BOUNDS_SWITCHES) & B.BOUND_BUDGETS) != 0;
  const count = header(L.HEADER_DEVICE_COUNT);
  for (let device: u32 = 0; device < count; device++) {
    if (isShareable(device)) store<u8>(deviceEntry(capacities, device), <u8>(isComputable ? leastCapacity(device) : UNLIMITED));
  }
}

/** Returns the number of selections that a device can serve, or UNLIMITED. */
export function capacityOf(device: u32): u32 {
  return isShareable(device) ? <u32>load<u8>(deviceEntry(capacities, device)) : 1;
}

/** Returns the number of selections that the devices of a set can serve together. */
export function selectionsFrom(set: usize): u32 {
  if (!hasShareable(set)) return countBits(set, words);
  let selections: u32 = 0;
  for (let device = firstBit(set, words, 0); device >= 0; device = firstBit(set, words, <u32>device + 1)) {
    const capacity = capacityOf(device);
    if (capacity == UNLIMITED) return u32.MAX_VALUE;
    selections += capacity;
  }
  return selections;
}

/** Returns the number of selections that the scarcest capacity allows, if each selection consumes the minimum amount of all requests. */
function leastCapacity(device: u32): u32 {
  const share = anyShareOf(device);
  if (share == 0) return UNLIMITED;
  const count = load<u32>(share + L.SHARE_CHARGE_COUNT);
  let least: i64 = UNLIMITED;
  let charge = share + L.SHARE_SIZE;
  for (let index: u32 = 0; index < count; index++, charge += L.CHARGE_AMOUNT + L.WORD_SIZE) {
    const budget = load<u32>(charge + L.CHARGE_BUDGET);
    const amount = leastCharge(device, budget);
    if (amount > 0) least = min(least, max<i64>(0, amountLeft(budget)) / amount);
  }
  return <u32>least;
}

/** Returns the share of some request that could have the device; 0 if such a request consumes no capacity. */
function anyShareOf(device: u32): usize {
  let share: usize = 0;
  for (let request = first; request < end; request++) {
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      if (!hasBit(devicesFor(slot), device)) continue;
      share = shareOf(slot, device);
      if (share == 0) return 0;
    }
  }
  return share;
}

/** Returns the least amount of a budget that any request for the device consumes. */
function leastCharge(device: u32, budget: u32): i64 {
  let least: i64 = i64.MAX_VALUE;
  let last: usize = 0;
  for (let request = first; request < end; request++) {
    for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) {
      const share = shareOf(slot, device);
      if (share == last || !hasBit(devicesFor(slot), device)) continue;
      last = share;
      spend(1);
      least = min(least, amountIn(share, budget));
    }
  }
  return least == i64.MAX_VALUE ? 0 : least;
}

function amountIn(share: usize, budget: u32): i64 {
  const count = load<u32>(share + L.SHARE_CHARGE_COUNT);
  let amount: i64 = 0;
  let charge = share + L.SHARE_SIZE;
  for (let index: u32 = 0; index < count; index++, charge += L.CHARGE_AMOUNT + L.WORD_SIZE) {
    if (load<u32>(charge + L.CHARGE_BUDGET) == budget) amount += load<i64>(charge + L.CHARGE_AMOUNT);
  }
  return amount;
}
