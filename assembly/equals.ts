// Equal devices: where one of them failed, another one that is equal in every respect would fail as well.
//
// Devices are equal when every slot, constraint and counter sees the same in them (the host decides that, kernel/bounds.ts). A branch
// that failed was searched to its end without an error; exchanging two equal free devices turns each branch of the second one into one of
// the first. So only branches that fail are left out. Not for admin access, which sees whether a device is in use; and the host leaves it off
// where a claim could exceed its limit, since what is then cut off depends on the order of devices.
//
// Slots can be alike as well. Where a slot failed with a device, a later slot that could have whatever the first one takes instead cannot have that device:
// an exchange of the two devices would turn its solution, or its way to an error, into one of the branch that failed. So slots that want the same take
// devices in ascending order. What failed in a branch failed for good, so that dead ends need not know which devices are out for this reason.

import { addBelow, addSet, clearSet, hasBit } from './bitset';
import { boundSlotAt, bounds, boundsField, isAdmin } from './horizon';
import * as L from './layout';
import { frameAt, header, scratch } from './state';

/** For each kind of slots, numbered from 1 to 32, where the last one stands: it took what it could of the devices before, or failed with them. */
const reached: usize = memory.data(132);

function skipsOf(frame: u32): usize {
  return bounds(L.BOUNDS_SKIPS) + ((<usize>frame * <usize>header(L.HEADER_DEVICE_WORDS)) << 3);
}

/** A new frame: nothing has failed in it, but maybe in earlier ones. */
export function beginSkips(frame: u32, slot: u32): void {
  clearSet(skipsOf(frame), header(L.HEADER_DEVICE_WORDS));
  if (!isOrdered(slot)) return;
  findReached(frame, slot, 0);
  addDone(skipsOf(frame), slot);
}

/** Finds how far slots of each kind came on the way to a place in the search, after so many frames. */
export function findReached(frames: u32, slot: u32, cursor: u32): void {
  memory.fill(reached, 0, 132);
  for (let index: u32 = 0; index < frames; index++) {
    const frame = frameAt(index);
    if (load<u32>(frame + L.FRAME_KIND) == L.FRAME_KIND_PICK) reach(load<u32>(frame + L.FRAME_SLOT), load<u32>(frame + L.FRAME_DEVICE) + 1);
  }
  reach(slot, cursor);
}

function reach(slot: u32, cursor: u32): void {
  const at = reached + ((<usize>load<u32>(boundSlotAt(slot) + L.BOUND_SLOT_KIND)) << 2);
  store<u32>(at, max(load<u32>(at), cursor));
}

/** Whether some other slot could exchange a device with this one. */
export function isOrdered(slot: u32): bool {
  return load<u32>(boundSlotAt(slot) + L.BOUND_SLOT_NARROWER) != 0 && (boundsField(L.BOUNDS_SWITCHES) & L.BOUND_EQUAL) != 0;
}

/** Adds the devices that a slot cannot have because an earlier one failed with them. Requires: the slot `isOrdered`, and `findReached`. */
export function addDone(set: usize, slot: u32): void {
  let at = scratch + <usize>load<u32>(boundSlotAt(slot) + L.BOUND_SLOT_NARROWER);
  const end = at + ((<usize>load<u32>(at)) << 3);
  for (; at < end; at += 8) {
    const done = load<u32>(reached + ((<usize>load<u32>(at + 4)) << 2));
    if (done != 0) addBelow(set, scratch + <usize>load<u32>(boundSlotAt(load<u32>(at + 8)) + L.BOUND_SLOT_DEVICES), done);
  }
}

/** The set of devices that are equal to one, 0 for none. */
export function equalsOf(device: u32): usize {
  if ((boundsField(L.BOUNDS_SWITCHES) & L.BOUND_EQUAL) == 0) return 0;
  const equals = load<u32>(bounds(L.BOUNDS_CLASSES) + ((<usize>device) << 2));
  return equals == 0 ? 0 : scratch + <usize>equals;
}

/** Whether a device needs no try in a frame. */
export function isSkipped(frame: u32, device: u32): bool {
  return load<u32>(scratch + L.SCRATCH_BOUNDS) != 0 && hasBit(skipsOf(frame), device);
}

/** Notes that a device failed in a frame. */
export function skipEquals(frame: u32, slot: u32, device: u32): void {
  if (load<u32>(scratch + L.SCRATCH_BOUNDS) == 0 || isAdmin(slot)) return;
  const equals = equalsOf(device);
  if (equals != 0) addSet(skipsOf(frame), equals, header(L.HEADER_DEVICE_WORDS));
}
