// Set covering: so many devices that together lack each of some values. A small search of its own (docs/internals/solver.md, lemma 6): each value costs at least its part of the device that lacks most
// of those that lack it, a solution of the dual linear program (Chvátal 1979); the value that the fewest devices lack is decided first; and of devices with it, one that lacks no more than
// another one is not tried.

import { END_OF_ROOM, pay, room } from './static-tables';

/** After the last set of all devices. The room has the sets of up to 64 values that they lack, a u64 each; then, for each device that is assumed, what is left of them. */
let top: usize = room;

/** For each value the number of sets that have it, bit by bit: each plane has one bit of all these numbers. There are more of these than sets in the room. */
const PLANE_COUNT: usize = 12;
const planes: usize = memory.data(12 << 3);

/** The price of a device. */
const PRICE: u64 = 1 << 32;

/** Begins without devices. */
export function beginCovering(): void {
  top = room;
}

/** Adds a device that lacks these values. False: there are too many. */
export function addLacking(values: u64): bool {
  if (values == 0) return true;
  if (top == END_OF_ROOM) return false;
  store<u64>(top, values);
  top += 8;
  return true;
}

/** Returns whether so many of the devices lack all of these values together; also where that takes too much work to find out. */
export function canCover(values: u64, picks: u64): bool {
  return covers(room, top, values, picks);
}

/** Tells it of the devices from `from` to `to`, which are the last ones in the room. Leaves: the sets there may be gone. */
function covers(from: usize, to: usize, values: u64, picks: u64): bool {
  if (values == 0) return true;
  if (picks == 0) return false;
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
  if (picks == 1 || costOf(values, to, end) > picks * PRICE) return false;
  const scarce = scarcest(values);
  if (scarce == 0) return false;
  for (let at = to; at < end; at += 8) {
    const lacking = load<u64>(at);
    if (isOut(at, to, end, scarce)) continue;
    if (covers(to, end, values & ~lacking, picks - 1)) return true;
    // No covering has this device.
    store<u64>(at, 0);
  }
  return false;
}

/** Counts each of some values once more. */
function count(values: u64): void {
  let carry = values;
  for (let plane = planes; carry != 0; plane += 8) {
    const before = load<u64>(plane);
    store<u64>(plane, before ^ carry);
    carry &= before;
  }
}

/** The first of the values that were counted least often, as a set; empty if some value was never counted. */
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

/** The least that devices cost which lack these values together. Values that no device lacks cost nothing here. */
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

/** Returns whether a device does not lack a value, or no more than another one that does. Of equal ones the first is tried. */
function isOut(one: usize, from: usize, to: usize, scarce: u64): bool {
  const own = load<u64>(one);
  if ((own & scarce) == 0) return true;
  if (!pay(<u32>(to - from) >> 5)) return false;
  for (let at = from; at < to; at += 8) {
    const other = load<u64>(at);
    if (at != one && (other & scarce) != 0 && (own & ~other) == 0 && (own != other || at < one)) return true;
  }
  return false;
}
