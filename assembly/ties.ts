// Requests that a match constraint with devices leaves one value only: what they still take of it is not there for others.

import { countBits, firstBit } from './bitset';
import * as B from './bounds-layout';
import { endOfRules, endSlotOf, firstSlotOf, isAdmin, rulesOf, valuesOfRule } from './horizon';
import * as L from './layout';
import { constraintAt, scratch } from './state';

// For each tie the slot, the value, and where the devices by value lie.
const TIE_SLOT: usize = 0;
const TIE_VALUE: usize = 4;
const TIE_VALUES: usize = 8;
const TIE_SIZE: i32 = 12;
const MOST_TIES: i32 = 512;
const ties: usize = memory.data(MOST_TIES * TIE_SIZE);
let count: u32 = 0;

/** Finds the ties of some requests with one slot; what does not fit is left out. */
export function findTies(from: u32, to: u32): void {
  count = 0;
  for (let request = from; request < to; request++) {
    const slot = firstSlotOf(request);
    if (endSlotOf(request) != slot + 1 || isAdmin(slot)) continue;
    const end = endOfRules(slot);
    for (let rule = rulesOf(slot); rule < end; rule += B.RULE_SIZE) tie(slot, load<u32>(rule + B.RULE_CONSTRAINT), valuesOfRule(rule));
  }
}

function tie(slot: u32, constraint: u32, values: usize): void {
  const at = constraintAt(constraint);
  if (values == 0 || count == MOST_TIES || load<u32>(at + L.CONSTRAINT_KIND) != L.KIND_MATCH) return;
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const words = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  if (load<u64>(state + L.STATE_DEVICE_COUNT) == 0 || countBits(state + L.STATE_VALUES, words) != 1) return;
  // Twice by the same attribute counts once.
  for (let other: u32 = 0; other < count; other++) if (tiedSlot(other) == slot && tiedValues(other) == values) return;
  const own = tieAt(count);
  store<u32>(own + TIE_SLOT, slot);
  store<u32>(own + TIE_VALUE, firstBit(state + L.STATE_VALUES, words, 0));
  store<u32>(own + TIE_VALUES, <u32>values);
  count++;
}

function tieAt(tie: u32): usize {
  assert(tie < <u32>MOST_TIES, 'tie');
  return ties + <usize>tie * TIE_SIZE;
}

export function tieCount(): u32 {
  return count;
}

export function tiedSlot(tie: u32): u32 {
  return load<u32>(tieAt(tie) + TIE_SLOT);
}

export function tiedValue(tie: u32): u32 {
  return load<u32>(tieAt(tie) + TIE_VALUE);
}

export function tiedValues(tie: u32): usize {
  return <usize>load<u32>(tieAt(tie) + TIE_VALUES);
}
