// Entries of the tables in the solver's static data: they suffice for the searches that get bounds, and for no others.

import * as B from './bounds-layout';

/** The u32 of a slot or request. */
export function slotEntry(base: usize, slot: u32): usize {
  assert(slot < <u32>B.BOUNDED_MOST_SLOTS, 'slot of bounds');
  return base + ((<usize>slot) << 2);
}

/** The byte of a device. */
export function deviceEntry(base: usize, device: u32): usize {
  assert(device < <u32>B.BOUNDED_MOST_DEVICES, 'device of bounds');
  return base + <usize>device;
}

/** The u32 of a kind of slots. */
export function kindEntry(base: usize, kind: u32): usize {
  assert(kind <= <u32>B.BOUNDED_MOST_KINDS, 'kind of slots');
  return base + ((<usize>kind) << 2);
}
