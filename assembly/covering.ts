// Solves set covering: whether some number of devices together lack all of some values (docs/internals/lemmas.md, lemma 6). A dual solution bounds the cost:
// each value costs its part of the device that lacks most (Chvátal 1979). The search first decides the value that the fewest devices lack, and skips dominated
// devices.

import { END_OF_ROOM, pay, room } from './static-tables';

/**
 * The end of the sets of all devices. The room has a u64 for each device: the values that it lacks. Then, for each assumed
 * device, it has the sets of the values that are left.
 */
let top: usize = room;

/** For each value, the number of sets that contain it, in bit planes: plane i has bit i of all these numbers. The room has fewer than 2^PLANE_COUNT sets. */
const PLANE_COUNT: usize = 12;
const planes: usize = memory.data(12 << 3);

const PRICE: u64 = 1 << 32;

/** Begins without devices. */
export function beginCovering(): void {
  top = room;
}

/** Adds a device that lacks these values. Returns false if there are too many. */
export function addLacking(values: u64): bool {
  if (values == 0) return true;
  if (top == END_OF_ROOM) return false;
  store<u64>(top, values);
  top += 8;
  return true;
}

/** Returns whether `selections` of the devices together lack all these values. Also returns true if the budget is used up. */
export function canCover(values: u64, selections: u64): bool {
  return covers(room, top, values, selections);
}

/** Decides this for the devices from `from` to `to`, the last ones in the room. Leaves: the sets behind `to` may be cleared. */
function covers(from: usize, to: usize, values: u64, selections: u64): bool {
  if (values == 0) return true;
  if (selections == 0) return false;
  if (!pay(<u32>(to - from) >> 3)) return true;
  let end = to;
  memory.fill(planes, 0, PLANE_COUNT << 3);
  for (let at = from; at < to; at += 8) {
    const lacking = load<u64>(at) & values;
    if (lacking == 0) continue;
    if (lacking == values || end == END_OF_ROOM) return true;
    store<u64>(end, lacking);
    end += 8;
    count(lacking);
  }
  if (selections == 1 || costOf(values, to, end) > selections * PRICE) return false;
  const scarce = scarcest(values);
  if (scarce == 0) return false;
  for (let at = to; at < end; at += 8) {
    const lacking = load<u64>(at);
    if (isOut(at, to, end, scarce)) continue;
    if (covers(to, end, values & ~lacking, selections - 1)) return true;
    // No covering contains this device.
    store<u64>(at, 0);
  }
  return false;
}

/** Increments the count of each value in a set. */
function count(values: u64): void {
  let carry = values;
  for (let plane = planes; carry != 0; plane += 8) {
    const before = load<u64>(plane);
    store<u64>(plane, before ^ carry);
    carry &= before;
  }
}

/** Returns the first value with the lowest count, as a set. Empty if some value was never counted. */
function scarcest(values: u64): u64 {
  let least = values;
  let isCounted = false;
  for (let plane = planes + (PLANE_COUNT << 3); plane > planes; plane -= 8) {
    const without = least & ~load<u64>(plane - 8);
    if (without != 0) least = without;
    else isCounted = true;
  }
  return isCounted ? least & (0 - least) : 0;
}

/** Returns a lower bound of the cost of devices that together lack these values. A value that no device lacks has cost 0 here. */
function costOf(values: u64, from: usize, to: usize): u64 {
  let size: u64 = 0;
  for (let at = from; at < to; at += 8) size = max(size, popcnt(load<u64>(at)));
  let cost: u64 = 0;
  let unpaid = values;
  for (; size > 0 && unpaid != 0; size--) {
    pay(<u32>(to - from) >> 5);
    const before = unpaid;
    for (let at = from; at < to; at += 8) if (popcnt(load<u64>(at)) == size) unpaid &= ~load<u64>(at);
    cost += popcnt(before & ~unpaid) * (PRICE / size);
  }
  return cost;
}

/** Returns whether a device does not lack a value, or is dominated by another device that lacks it. Of equal devices, the first is tried. */
function isOut(one: usize, from: usize, to: usize, scarce: u64): bool {
  const lacked = load<u64>(one);
  if ((lacked & scarce) == 0) return true;
  if (!pay(<u32>(to - from) >> 5)) return false;
  for (let at = from; at < to; at += 8) {
    const other = load<u64>(at);
    if (at != one && (other & scarce) != 0 && (lacked & ~other) == 0 && (lacked != other || at < one)) return true;
  }
  return false;
}
