// Entries of the tables in the solver's static data: they suffice for the searches that get bounds, and for no others.

import * as B from './bounds-layout';
import { countWork } from './state';

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

/** Room for sets, in 64-bit words: a bound that searches keeps its own here while it is queried, and no longer. */
const ROOM_WORDS: usize = 2048;
export const room: usize = memory.data(2048 << 3);
export const END_OF_ROOM: usize = room + (ROOM_WORDS << 3);

/** The work of the searches within bounds in one check, in addition to its budget: one that would need more finds out nothing. With an eighth families take 1.5 times the steps (bench/results/solver-constants.md). */
const SEARCH_BUDGET: i32 = 1 << 16;
let allowance: i32 = 0;

/** Begins a check. */
export function beginWork(): void {
  allowance = SEARCH_BUDGET;
}

/** Pays for a part of it. False: the budget is used up. */
export function pay(amount: u32): bool {
  allowance -= amount;
  countWork(amount);
  return allowance > 0;
}
