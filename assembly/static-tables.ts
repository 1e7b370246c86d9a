// Addresses tables in the solver's static data, which have entries only for searches with bounds.

import * as B from './bounds-layout';
import { countWork } from './state';

/** Returns the address of the u32 of a slot or request. */
export function slotEntry(base: usize, slot: u32): usize {
  assert(slot < <u32>B.BOUNDED_MOST_SLOTS, 'slot of bounds');
  return base + ((<usize>slot) << 2);
}

/** Returns the address of the byte of a device. */
export function deviceEntry(base: usize, device: u32): usize {
  assert(device < <u32>B.BOUNDED_MOST_DEVICES, 'device of bounds');
  return base + <usize>device;
}

/** Returns the address of the u32 of a kind of slots. */
export function kindEntry(base: usize, kind: u32): usize {
  assert(kind <= <u32>B.BOUNDED_MOST_KINDS, 'kind of slots');
  return base + ((<usize>kind) << 2);
}

/** Working memory for sets, in 64-bit words. A bound that runs a search uses it during its check only. */
const ROOM_WORDS: usize = 2048;
export const room: usize = memory.data(2048 << 3);
export const END_OF_ROOM: usize = room + (ROOM_WORDS << 3);

/**
 * The work of searches within bounds in one check. It is added to CHECK_BUDGET. A search that needs more gives up. With an
 * eighth of it, families need 1.5 times as many steps (bench/results/solver-constants.md).
 */
const SEARCH_BUDGET: i32 = 1 << 16;
let allowance: i32 = 0;

/** Begins a check. */
export function beginWork(): void {
  allowance = SEARCH_BUDGET;
}

/** Pays for work of the check. Returns false if the budget is used up. */
export function pay(amount: u32): bool {
  allowance -= amount;
  countWork(amount);
  return allowance > 0;
}
