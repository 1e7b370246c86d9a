// Records the old value of every 64-bit cell of the scratch that a selection changes, so that undoing a selection restores the exact state.

import * as L from './layout';
import { header, scratch } from './state';

/** Returns the length of the trail, a mark for `undoTo`. */
export function trailMark(): u32 {
  return load<u32>(scratch + L.SCRATCH_TRAIL_LENGTH);
}

/** Stores a value at an address of the scratch and records the old one. Requires: the address is aligned to 8, and the trail is not full. */
export function recordedStore(address: usize, value: u64): void {
  assert((address & 7) == 0 && address - scratch < <usize>header(L.HEADER_SCRATCH_SIZE), 'address outside of the scratch');
  const length = trailMark();
  assert(length < header(L.HEADER_TRAIL_CAPACITY), 'trail overflow');
  const entry = scratch + <usize>header(L.HEADER_TRAIL_LOCATION) + <usize>length * L.TRAIL_ENTRY_SIZE;
  store<u32>(entry + L.TRAIL_ENTRY_LOCATION, <u32>(address - scratch));
  store<u64>(entry + L.TRAIL_ENTRY_VALUE, load<u64>(address));
  store<u32>(scratch + L.SCRATCH_TRAIL_LENGTH, length + 1);
  store<u64>(address, value);
}

/** Undoes every recorded store since `mark`, the last one first. Leaves: the trail at length `mark`. */
export function undoTo(mark: u32): void {
  let length = trailMark();
  assert(mark <= length, 'mark beyond the trail');
  const base = scratch + <usize>header(L.HEADER_TRAIL_LOCATION);
  while (length > mark) {
    length--;
    const entry = base + <usize>length * L.TRAIL_ENTRY_SIZE;
    store<u64>(scratch + <usize>load<u32>(entry + L.TRAIL_ENTRY_LOCATION), load<u64>(entry + L.TRAIL_ENTRY_VALUE));
  }
  store<u32>(scratch + L.SCRATCH_TRAIL_LENGTH, length);
}
