// Finds fixed values: requests to which a started match constraint allows one value only. Other requests cannot have the
// devices that these requests still need (lemma 4 of docs/internals/lemmas.md).

import { countBits, firstBit } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import { endOfRules, endSlotOf, firstSlotOf, rulesOf, valuesOfRule } from './lookahead';
import { constraintAt, isMatch, scratch } from './state';

// For each fixed value: the slot, the value, and the location of the devices by value.
const FIXED_SLOT: usize = 0;
const FIXED_VALUE: usize = 4;
const FIXED_TABLE: usize = 8;
const FIXED_SIZE: i32 = 12;
const MOST_FIXED: i32 = 512;
const fixedValues: usize = memory.data(MOST_FIXED * FIXED_SIZE);
let count: u32 = 0;

/** Finds the fixed values of requests with one slot. Stores at most MOST_FIXED of them. */
export function findFixedValues(from: u32, to: u32): void {
  count = 0;
  for (let request = from; request < to; request++) {
    const slot = firstSlotOf(request);
    if (endSlotOf(request) != slot + 1) continue;
    const end = endOfRules(slot);
    for (let rule = rulesOf(slot); rule < end; rule += B.RULE_SIZE) tie(slot, load<u32>(rule + B.RULE_CONSTRAINT), valuesOfRule(rule));
  }
}

function tie(slot: u32, constraint: u32, values: usize): void {
  const at = constraintAt(constraint);
  if (values == 0 || count == MOST_FIXED || !isMatch(at)) return;
  const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
  const words = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  if (load<u64>(state + L.STATE_DEVICE_COUNT) == 0 || countBits(state + L.STATE_VALUES, words) != 1) return;
  // Two constraints on one attribute count once.
  for (let other: u32 = 0; other < count; other++) if (fixedSlot(other) == slot && fixedTable(other) == values) return;
  const entry = fixedAt(count);
  store<u32>(entry + FIXED_SLOT, slot);
  store<u32>(entry + FIXED_VALUE, firstBit(state + L.STATE_VALUES, words, 0));
  store<u32>(entry + FIXED_TABLE, <u32>values);
  count++;
}

function fixedAt(tie: u32): usize {
  assert(tie < <u32>MOST_FIXED, 'tie');
  return fixedValues + <usize>tie * FIXED_SIZE;
}

export function fixedCount(): u32 {
  return count;
}

export function fixedSlot(tie: u32): u32 {
  return load<u32>(fixedAt(tie) + FIXED_SLOT);
}

export function fixedValue(tie: u32): u32 {
  return load<u32>(fixedAt(tie) + FIXED_VALUE);
}

export function fixedTable(tie: u32): usize {
  return <usize>load<u32>(fixedAt(tie) + FIXED_TABLE);
}
