// Checks a bound: a distinct constraint needs pairwise disjoint value sets. Devices of a clique pairwise share a value, so at most one of them can be selected,
// and units compete for cliques. For single values this is all-different as a matching (Régin 1994). For lists, the cliques cover the conflict graph.

import { addBit, addSet, clearSet, firstBit, hasBit, intersects, removeBit } from './bitset';
import * as B from './bounds-layout';
import { isShareable } from './budget';
import * as L from './layout';
import { bounds, devicesFor, end, endSlotOf, first, firstSlotOf, hasShareable, needOf, spend, valuesFor, words } from './lookahead';
import { hasMatching, neighborsOf, setUnits } from './matching';
import { constraintAt, problem } from './state';

/** Returns whether the requests under a distinct constraint can have a clique for each unit. */
export function canBeAllDifferent(constraint: u32, from: u32, to: u32): bool {
  const union = bounds(B.BOUNDS_WORK) + ((<usize>words) << 3);
  clearSet(union, words);
  let units: u32 = 0;
  for (let request = first; request < end; request++) {
    clearSet(neighborsOf(request), words);
    setUnits(request, 0);
    if (request < from || request >= to) continue;
    const slot = firstSlotOf(request);
    if (endSlotOf(request) != slot + 1 || valuesFor(slot, constraint) == 0) continue;
    addSet(union, devicesFor(slot), words);
    units += needOf(slot);
    setUnits(request, needOf(slot));
  }
  if (units < 2) return true;
  const row = commonRow(constraint, from, to);
  // Requests that derive the attribute by different expressions have unrelated values.
  if (row == 0 || mayRepeat(constraint, row, union)) return true;
  if (!formCliques(constraint, row, union)) return true;
  const cliques = bounds(B.BOUNDS_CLIQUES);
  for (let request = from; request < to; request++) {
    if (load<u32>(bounds(B.BOUNDS_NEEDS) + ((<usize>request) << 2)) == 0) continue;
    const devices = devicesFor(firstSlotOf(request));
    for (let device = firstBit(devices, words, 0); device >= 0; device = firstBit(devices, words, <u32>device + 1)) {
      addBit(neighborsOf(request), load<u32>(cliques + ((<usize>device) << 2)));
    }
  }
  return hasMatching();
}

/** Returns the row of entries that the competing requests share, or 0 if they have several rows. */
function commonRow(constraint: u32, from: u32, to: u32): u32 {
  const at = constraintAt(constraint);
  const rows = problem + <usize>load<u32>(at + L.CONSTRAINT_ROWS_LOCATION);
  let row: u32 = 0;
  for (let request = from; request < to; request++) {
    if (load<u32>(bounds(B.BOUNDS_NEEDS) + ((<usize>request) << 2)) == 0) continue;
    const rowOfRequest = load<u32>(rows + ((<usize>(firstSlotOf(request) - load<u32>(at + L.CONSTRAINT_FIRST_SLOT))) << 2));
    if (row != 0 && rowOfRequest != row) return 0;
    row = rowOfRequest;
  }
  return row;
}

/** Returns whether some device could be selected twice: it is shareable, and has no value that clashes with itself. */
function mayRepeat(constraint: u32, row: u32, union: usize): bool {
  if (!hasShareable(union)) return false;
  for (let device = firstBit(union, words, 0); device >= 0; device = firstBit(union, words, <u32>device + 1)) {
    if (isShareable(device) && !clash(constraint, row, device, device)) return true;
  }
  return false;
}

/** Partitions a set of devices into cliques, each named after its first device. Empties the set. Returns false if the budget is used up. */
function formCliques(constraint: u32, row: u32, union: usize): bool {
  const cliques = bounds(B.BOUNDS_CLIQUES);
  const members = bounds(B.BOUNDS_WORK) + ((<usize>words) << 4);
  for (let head = firstBit(union, words, 0); head >= 0; head = firstBit(union, words, <u32>head + 1)) {
    clearSet(members, words);
    addBit(members, head);
    store<u32>(cliques + ((<usize>head) << 2), head);
    removeBit(union, head);
    for (let device = firstBit(union, words, <u32>head + 1); device >= 0; device = firstBit(union, words, <u32>device + 1)) {
      if (!spend(1)) return false;
      if (!clashesWithAll(constraint, row, device, members)) continue;
      addBit(members, device);
      store<u32>(cliques + ((<usize>device) << 2), head);
      removeBit(union, device);
    }
  }
  return true;
}

function clashesWithAll(constraint: u32, row: u32, device: u32, members: usize): bool {
  for (let member = firstBit(members, words, 0); member >= 0; member = firstBit(members, words, <u32>member + 1)) {
    spend(1);
    if (!clash(constraint, row, device, member)) return false;
  }
  return true;
}

/** Returns whether two devices share a value. */
function clash(constraint: u32, row: u32, left: u32, right: u32): bool {
  const at = constraintAt(constraint);
  const valueWords = load<u32>(at + L.CONSTRAINT_VALUE_WORDS);
  const sets = problem + <usize>load<u32>(at + L.CONSTRAINT_SETS_LOCATION);
  const a = load<u32>(problem + <usize>row + ((<usize>left) << 2));
  const b = load<u32>(problem + <usize>row + ((<usize>right) << 2));
  const setOfA = sets + <usize>(a & L.ENTRY_INDEX_MASK) * ((<usize>valueWords) << 3);
  const setOfB = sets + <usize>(b & L.ENTRY_INDEX_MASK) * ((<usize>valueWords) << 3);
  const isOne = (a & L.ENTRY_SINGLE) != 0;
  if (isOne && (b & L.ENTRY_SINGLE) != 0) return (a & L.ENTRY_INDEX_MASK) == (b & L.ENTRY_INDEX_MASK);
  if (isOne) return hasBit(setOfB, a & L.ENTRY_INDEX_MASK);
  if ((b & L.ENTRY_SINGLE) != 0) return hasBit(setOfA, b & L.ENTRY_INDEX_MASK);
  return intersects(setOfA, setOfB, valueWords);
}
