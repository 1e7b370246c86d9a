// Checks and charges budgets, the amounts left of counters and capacities. Amounts have as many 64-bit words as the largest one of the problem, so that sums
// are exact. A selection charges budgets through the trail.

import { hasBit } from './bitset';
import * as L from './layout';
import { countWork, header, problem, scratch, slotAt } from './state';
import { recordedStore } from './trail';

/** Returns whether several selections may share a device. */
export function isShareable(device: u32): bool {
  const shareable = header(L.HEADER_SHAREABLE_LOCATION);
  return shareable != 0 && hasBit(problem + <usize>shareable, device);
}

/** Returns the bitset of shareable devices that have a share. */
export function shared(): usize {
  return scratch + <usize>header(L.HEADER_SHARED_LOCATION);
}

/** Returns the address of the draw of a device, or 0. */
export function drawOf(device: u32): usize {
  const draws = header(L.HEADER_DRAWS_LOCATION);
  if (draws == 0) return 0;
  const location = load<u32>(problem + <usize>draws + ((<usize>device) << 2));
  return location == 0 ? 0 : problem + <usize>location;
}

/** Returns the address of the memberships of a draw. */
export function membershipsOf(draw: usize): usize {
  return draw + L.DRAW_SIZE + <usize>load<u32>(draw + L.DRAW_CHARGE_COUNT) * chargeSize();
}

/**
 * Charges the counters of a draw. Returns false if a counter of the ledger is then below zero, even one that this draw does not charge. The changes stay on the
 * trail in either case.
 */
export function chargeCounters(draw: usize): bool {
  const count = load<u32>(draw + L.DRAW_CHARGE_COUNT);
  const ledger = load<u32>(draw + L.DRAW_LEDGER);
  assert(ledger < header(L.HEADER_LEDGER_COUNT), 'ledger index');
  const cell = scratch + <usize>header(L.HEADER_DEFICITS_LOCATION) + ((<usize>ledger) << 3);
  const before = load<u64>(cell);
  let deficits = before;
  let charge = draw + L.DRAW_SIZE;
  for (let index: u32 = 0; index < count; index++, charge += chargeSize()) {
    const left = leftOf(load<u32>(charge + L.CHARGE_BUDGET));
    if (isNegative(left)) deficits--;
    subtract(left, charge + L.CHARGE_AMOUNT);
    if (isNegative(left)) deficits++;
  }
  if (deficits != before) recordedStore(cell, deficits);
  return deficits == 0;
}

/** Returns the address of the share that a selection of a device for a slot charges, or 0. */
export function shareOf(slotIndex: u32, device: u32): usize {
  const shares = load<u32>(slotAt(slotIndex) + L.SLOT_SHARES_LOCATION);
  if (shares == 0) return 0;
  const location = load<u32>(problem + <usize>shares + ((<usize>device) << 2));
  return location == 0 ? 0 : problem + <usize>location;
}

/** Charges the capacities of a device for a slot. Returns false if one of them is then below zero. The changes stay on the trail in either case. */
export function chargeShare(slotIndex: u32, device: u32): bool {
  const share = shareOf(slotIndex, device);
  if (share == 0) return true;
  const count = load<u32>(share + L.SHARE_CHARGE_COUNT);
  countWork(count);
  let charge = share + L.SHARE_SIZE;
  for (let index: u32 = 0; index < count; index++, charge += chargeSize()) {
    const left = leftOf(load<u32>(charge + L.CHARGE_BUDGET));
    subtract(left, charge + L.CHARGE_AMOUNT);
    if (isNegative(left)) return false;
  }
  return true;
}

/**
 * Returns whether the capacities left suffice for a slot. If they do not suffice, they never will in this branch, as long as no
 * amount is below zero.
 */
export function hasCapacity(slotIndex: u32, device: u32): bool {
  const share = shareOf(slotIndex, device);
  return share == 0 || covers(share + L.SHARE_SIZE, load<u32>(share + L.SHARE_CHARGE_COUNT));
}

/** Returns whether the counters left suffice for a device. */
export function canDraw(device: u32): bool {
  const draw = drawOf(device);
  if (draw == 0) return true;
  if (isShareable(device) && hasBit(shared(), device)) return true;
  const deficits = scratch + <usize>header(L.HEADER_DEFICITS_LOCATION) + ((<usize>load<u32>(draw + L.DRAW_LEDGER)) << 3);
  return load<u64>(deficits) == 0 && covers(draw + L.DRAW_SIZE, load<u32>(draw + L.DRAW_CHARGE_COUNT));
}

/** Charges a draw `times` times without the trail; the caller reverts it. Requires: amounts have one word. */
export function charge(draw: usize, times: i64): void {
  const end = draw + L.DRAW_SIZE + ((<usize>load<u32>(draw + L.DRAW_CHARGE_COUNT)) << 4);
  for (let at = draw + L.DRAW_SIZE; at < end; at += 16) {
    const left = leftOf(load<u32>(at + L.CHARGE_BUDGET));
    store<i64>(left, load<i64>(left) - times * load<i64>(at + L.CHARGE_AMOUNT));
  }
}

/** Returns whether each budget covers its charge. Requires: no amount is below zero. */
function covers(charges: usize, count: u32): bool {
  let charge = charges;
  countWork(count);
  for (let index: u32 = 0; index < count; index++, charge += chargeSize()) {
    if (isLess(leftOf(load<u32>(charge + L.CHARGE_BUDGET)), charge + L.CHARGE_AMOUNT)) return false;
  }
  return true;
}

/** Returns whether `left` is less than `right`. Requires: `right` is not below zero. */
function isLess(left: usize, right: usize): bool {
  if (isNegative(left)) return true;
  for (let limb = <i32>header(L.HEADER_LIMBS) - 1; limb >= 0; limb--) {
    const a = load<u64>(left + ((<usize>limb) << 3));
    const b = load<u64>(right + ((<usize>limb) << 3));
    if (a != b) return a < b;
  }
  return false;
}

/** Returns one word of the amount left of a budget. */
export function amountWord(budget: u32, limb: u32): u64 {
  return load<u64>(leftOf(budget) + ((<usize>limb) << 3));
}

/** Returns the amount left of a budget. Requires: amounts have one word. */
export function amountLeft(budget: u32): i64 {
  return load<i64>(leftOf(budget));
}

/** Returns the bytes of a charge. */
export function chargeSize(): usize {
  return <usize>L.CHARGE_AMOUNT + ((<usize>header(L.HEADER_LIMBS)) << 3);
}

function leftOf(budget: u32): usize {
  assert(budget < header(L.HEADER_BUDGET_COUNT), 'budget index');
  return scratch + <usize>header(L.HEADER_LEFT_LOCATION) + ((<usize>budget * <usize>header(L.HEADER_LIMBS)) << 3);
}

function isNegative(amount: usize): bool {
  return <i64>load<u64>(amount + ((<usize>header(L.HEADER_LIMBS) - 1) << 3)) < 0;
}

/** Subtracts an amount in place, word by word with a borrow. Requires: the host chose enough words for the result. */
function subtract(from: usize, amount: usize): void {
  const size = (<usize>header(L.HEADER_LIMBS)) << 3;
  let borrow: u64 = 0;
  for (let at: usize = 0; at < size; at += 8) {
    const before = load<u64>(from + at);
    const taken = load<u64>(amount + at);
    const difference = before - taken;
    const after = difference - borrow;
    borrow = <u64>(before < taken || difference < borrow);
    if (after != before) recordedStore(from + at, after);
  }
}
