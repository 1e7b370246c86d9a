// A bound: several match constraints over requests of the same kinds, such as pairs of a GPU and a NIC. Each needs a value, and a value serves only as many of
// them as it has devices for on its scarcest side: the flow of a transportation problem (Hitchcock 1941) with one node for each value.

import { addSet, clearSet, copySet, keepSet } from './bitset';
import * as B from './bounds-layout';
import { picksFrom } from './capacity';
import { fixedCount, fixedSlot, fixedTable, fixedValue } from './fixed-values';
import * as L from './layout';
import { bounds, devicesFor, devicesWith, endSlotOf, firstSlotOf, needOf, spend, valueCountOf, valuesFor, words } from './lookahead';
import { neighborsOf } from './matching';
import { slotAt } from './state';
import { clearMarks, isUnstarted, markAll, markOf, nextOf, stagesOf } from './unstarted';

/**
 * Tells whether the values suffice for the constraints of a claim that have no device yet, those together that are alike; devices that others, begun before,
 * still need with a value are not there for them.
 */
export function canPair(firstConstraint: u32, endConstraint: u32, from: u32, to: u32): bool {
  clearMarks(from, to);
  for (let constraint = firstConstraint; constraint < endConstraint; constraint++) {
    // A constraint that is like one before is marked.
    if (!isUnstarted(constraint, from, to) || markOf(nextOf(constraint, from, to)) != 0) continue;
    if (!canPairAlike(constraint, endConstraint, from, to)) return false;
  }
  return true;
}

function canPairAlike(constraint: u32, endConstraint: u32, from: u32, to: u32): bool {
  markAll(constraint, 1, from, to);
  let alike: u32 = 1;
  for (let other = constraint + 1; other < endConstraint; other++) {
    if (!isUnstarted(other, from, to) || !isAlike(constraint, other, from, to)) continue;
    markAll(other, 1, from, to);
    alike++;
  }
  if (alike < 2) return true;
  const count = valueCountOf(valuesFor(firstSlotOf(nextOf(constraint, from, to)), constraint));
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) findKind(request, from, to);
  let served: u32 = 0;
  for (let value: u32 = 0; value < count && served < alike; value++) {
    if (!spend(1)) return true;
    served += min(alike, pairsWith(constraint, value, from, to));
  }
  return served >= alike;
}

/** Tells whether two constraints have requests of the same kinds, needs and values, one by one, and the second one none that is marked. */
function isAlike(constraint: u32, other: u32, from: u32, to: u32): bool {
  let left = nextOf(constraint, from, to);
  let right = nextOf(other, from, to);
  while (left < to && right < to) {
    if (markOf(right) != 0 || !isSameKind(constraint, firstSlotOf(left), other, firstSlotOf(right))) return false;
    left = nextOf(constraint, left + 1, to);
    right = nextOf(other, right + 1, to);
  }
  return left == to && right == to;
}

function isSameKind(constraint: u32, slot: u32, other: u32, otherSlot: u32): bool {
  return (
    needOf(slot) == needOf(otherSlot) && stagesOf(slot) == stagesOf(otherSlot) && valuesFor(slot, constraint) == valuesFor(otherSlot, other)
  );
}

/** Finds the devices that the requests of one kind have among them, in the place of the neighbors of one of them. */
function findKind(request: u32, from: u32, to: u32): void {
  const together = neighborsOf(request);
  const stages = stagesOf(firstSlotOf(request));
  clearSet(together, words);
  for (let other = from; other < to; other++) {
    const slot = firstSlotOf(other);
    if (endSlotOf(other) == slot + 1 && stagesOf(slot) == stages) addSet(together, devicesFor(slot), words);
  }
  spend(<i32>(to - from));
}

/** Returns how many constraints like this one a value can serve. */
function pairsWith(constraint: u32, value: u32, from: u32, to: u32): u32 {
  let served: u32 = u32.MAX_VALUE;
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) {
    const slot = firstSlotOf(request);
    served = min(served, supplyOf(constraint, request, value) / siblingsOf(constraint, slot, from, to));
  }
  return served == u32.MAX_VALUE ? 0 : served;
}

/** The units that a constraint needs of one kind. */
function siblingsOf(constraint: u32, slot: u32, from: u32, to: u32): u32 {
  let units: u32 = 0;
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) {
    const other = firstSlotOf(request);
    if (stagesOf(other) == stagesOf(slot) && valuesFor(other, constraint) == valuesFor(slot, constraint)) units += needOf(other);
  }
  return max(1, units);
}

/** The devices of the kind of a request with a value that constraints like this one can still share among them. */
function supplyOf(constraint: u32, request: u32, value: u32): u32 {
  const slot = firstSlotOf(request);
  const values = valuesFor(slot, constraint);
  const having = bounds(B.BOUNDS_WORK) + ((<usize>words) << 3);
  copySet(having, neighborsOf(request), words);
  keepSet(having, devicesWith(values, value), words);
  const there = picksFrom(having);
  if (there == u32.MAX_VALUE) return there;
  let claimed: u32 = 0;
  for (let tie: u32 = 0; tie < fixedCount(); tie++) {
    if (fixedValue(tie) != value || fixedTable(tie) != values) continue;
    const other = fixedSlot(tie);
    if (markOf(load<u32>(slotAt(other) + L.SLOT_REQUEST)) == 0 && stagesOf(other) == stagesOf(slot)) claimed += needOf(other);
  }
  return there > claimed ? there - claimed : 0;
}
