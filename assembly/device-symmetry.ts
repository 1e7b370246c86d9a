// Breaks symmetries of devices and slots: interchangeable values (Freuder 1991), and slots in a fixed order (Puget 1993). A branch that failed had no solution
// and no error, so the branch of an equal free device has none either. Slots with equal domains select devices in ascending order (lemma 1 of
// docs/internals/lemmas.md).

import { addSet, clearSet, hasBit } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import { addDone, bounds, boundsField, findReached, isAdmin, isOrdered, limitsOf } from './lookahead';
import { header, requestAt, scratch, slotAt } from './state';

function skipsOf(frame: u32): usize {
  return bounds(B.BOUNDS_SKIPS) + ((<usize>frame * <usize>header(L.HEADER_DEVICE_WORDS)) << 3);
}

/** Begins a new frame with the devices that failed in earlier ones. */
export function beginSkips(frame: u32, slot: u32): void {
  clearSet(skipsOf(frame), header(L.HEADER_DEVICE_WORDS));
  if (!isOrdered(slot)) return;
  findReached(frame, slot, 0);
  addDone(skipsOf(frame), slot);
}

/** Returns the set of devices equal to a device, or 0. */
export function interchangeableWith(device: u32): usize {
  if ((boundsField(B.BOUNDS_SWITCHES) & B.BOUND_DEVICE_SYMMETRY) == 0) return 0;
  const equals = load<u32>(bounds(B.BOUNDS_CLASSES) + ((<usize>device) << 2));
  return equals == 0 ? 0 : scratch + <usize>equals;
}

/** Returns whether a frame skips a device. */
export function isSkipped(frame: u32, device: u32): bool {
  return load<u32>(scratch + L.SCRATCH_BOUNDS) != 0 && hasBit(skipsOf(frame), device);
}

/**
 * Skips the devices equal to one that failed in a frame. This does not apply to admin access, where it matters which devices
 * are in use. Nor does it apply to positions before CLAIM_ENDS, where the order of devices matters.
 */
export function skipInterchangeable(frame: u32, slot: u32, device: u32): void {
  if (load<u32>(scratch + L.SCRATCH_BOUNDS) == 0 || isAdmin(slot)) return;
  if ((limitsOf(load<u32>(requestAt(load<u32>(slotAt(slot) + L.SLOT_REQUEST)) + L.REQUEST_CLAIM)) & B.CLAIM_BEFORE_END) != 0) return;
  const equals = interchangeableWith(device);
  if (equals != 0) addSet(skipsOf(frame), equals, header(L.HEADER_DEVICE_WORDS));
}
