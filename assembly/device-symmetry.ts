// Symmetry of devices and slots: interchangeable values (Freuder 1991), and slots in a fixed order (Puget 1993).
//
// Devices are equal when every slot, constraint and counter sees the same in them (the host decides that, allocator/kernel/bounds/equal-devices.ts). A branch
// that failed was searched to its end without an error; exchanging two equal free devices turns each branch of the second one into one of
// the first. So only branches that fail are left out. Not for admin access, which sees whether a device is in use; and not before branches that end at the
// limit of a claim, since what is then cut off depends on the order of devices.
//
// Slots can be interchangeable as well. Where a slot failed with a device, a later slot that could have whatever the first one takes instead cannot have that
// device: an exchange of the two devices would turn its solution, or its way to an error, into one of the branch that failed. So slots with the same domain take
// devices in ascending order. What failed in a branch failed for good, so that nogoods need not know which devices are out for this reason (lemma 1 of
// docs/internals/solver.md).

import { addSet, clearSet, hasBit } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import { addDone, bounds, boundsField, findReached, isAdmin, isOrdered, limitsOf } from './lookahead';
import { header, requestAt, scratch, slotAt } from './state';

function skipsOf(frame: u32): usize {
  return bounds(B.BOUNDS_SKIPS) + ((<usize>frame * <usize>header(L.HEADER_DEVICE_WORDS)) << 3);
}

/** A new frame: nothing has failed in it, but maybe in earlier ones. */
export function beginSkips(frame: u32, slot: u32): void {
  clearSet(skipsOf(frame), header(L.HEADER_DEVICE_WORDS));
  if (!isOrdered(slot)) return;
  findReached(frame, slot, 0);
  addDone(skipsOf(frame), slot);
}

/** The set of devices that are equal to one, 0 for none. */
export function interchangeableWith(device: u32): usize {
  if ((boundsField(B.BOUNDS_SWITCHES) & B.BOUND_DEVICE_SYMMETRY) == 0) return 0;
  const equals = load<u32>(bounds(B.BOUNDS_CLASSES) + ((<usize>device) << 2));
  return equals == 0 ? 0 : scratch + <usize>equals;
}

/** Returns whether a device needs no try in a frame. */
export function isSkipped(frame: u32, device: u32): bool {
  return load<u32>(scratch + L.SCRATCH_BOUNDS) != 0 && hasBit(skipsOf(frame), device);
}

/** Notes that a device failed in a frame. */
export function skipInterchangeable(frame: u32, slot: u32, device: u32): void {
  if (load<u32>(scratch + L.SCRATCH_BOUNDS) == 0 || isAdmin(slot)) return;
  if ((limitsOf(load<u32>(requestAt(load<u32>(slotAt(slot) + L.SLOT_REQUEST)) + L.REQUEST_CLAIM)) & B.CLAIM_BEFORE_END) != 0) return;
  const equals = interchangeableWith(device);
  if (equals != 0) addSet(skipsOf(frame), equals, header(L.HEADER_DEVICE_WORDS));
}
