// A bound: several match constraints over requests of the same kinds, such as pairs of a GPU and a NIC. Each needs a value, and a value
// serves only as many of them as it has devices for on its scarcest side.

import { addSet, clearSet, countBits, hasBit, keepSet } from './bitset';
import { picksFrom } from './capacity';
import {
  applies,
  bounds,
  devicesFor,
  devicesWith,
  endSlotOf,
  firstSlotOf,
  isAdmin,
  needOf,
  spend,
  valueCountOf,
  valuesFor,
  words,
} from './horizon';
import * as L from './layout';
import { setUnits } from './matching';
import { claimAt, constraintAt, requestAt, scratch, slotAt } from './state';

/**
 * Whether the values suffice for the constraints that are like `constraint` and have no device yet; devices that others, begun before,
 * still need with a value are not there for them.
 */
export function canPair(constraint: u32, endConstraint: u32, from: u32, to: u32): bool {
  if (!isFresh(constraint) || !isPlain(constraint, from, to)) return true;
  for (let request = from; request < to; request++) setUnits(request, 0);
  markPaired(constraint, from, to);
  let alike: u32 = 1;
  for (let other = constraint + 1; other < endConstraint; other++) {
    if (!isFresh(other) || !isAlike(constraint, other, from, to)) continue;
    markPaired(other, from, to);
    alike++;
  }
  if (alike < 2) return true;
  const count = valueCountOf(valuesFor(firstSlotOf(nextOf(constraint, from, to)), constraint));
  let served: u32 = 0;
  for (let value: u32 = 0; value < count && served < alike; value++) {
    if (!spend(1)) return true;
    served += min(alike, pairsWith(constraint, endConstraint, value, from, to));
  }
  return served >= alike;
}

/** Marks the requests of a constraint that is one of those alike, which have no request in common. */
function markPaired(constraint: u32, from: u32, to: u32): void {
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) setUnits(request, 1);
}

function isPaired(request: u32): bool {
  return load<u32>(bounds(L.BOUNDS_NEEDS) + ((<usize>request) << 2)) != 0;
}

function isFresh(constraint: u32): bool {
  const at = constraintAt(constraint);
  return load<u32>(at + L.CONSTRAINT_KIND) == L.KIND_MATCH && load<u64>(scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION)) == 0;
}

/** Whether a constraint has at least two units to come, all of requests with one slot. */
function isPlain(constraint: u32, from: u32, to: u32): bool {
  let units: u32 = 0;
  for (let request = from; request < to; request++) {
    const slot = firstSlotOf(request);
    if (!mayConcern(constraint, request)) continue;
    if (endSlotOf(request) != slot + 1 || valuesFor(slot, constraint) == 0 || isAdmin(slot)) return false;
    units += needOf(slot);
  }
  return units >= 2;
}

function mayConcern(constraint: u32, request: u32): bool {
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (applies(constraint, slot)) return true;
  return false;
}

/** The next request that a constraint concerns, or `to`. */
function nextOf(constraint: u32, from: u32, to: u32): u32 {
  let request = from;
  while (request < to && !mayConcern(constraint, request)) request++;
  return request;
}

/** Whether two constraints have requests of the same kinds, needs and values, one by one, and the second one none that is marked. */
function isAlike(constraint: u32, other: u32, from: u32, to: u32): bool {
  if (!isPlain(other, from, to)) return false;
  let left = nextOf(constraint, from, to);
  let right = nextOf(other, from, to);
  while (left < to && right < to) {
    if (isPaired(right) || !isSameKind(constraint, firstSlotOf(left), other, firstSlotOf(right))) return false;
    left = nextOf(constraint, left + 1, to);
    right = nextOf(other, right + 1, to);
  }
  return left == to && right == to;
}

function isSameKind(constraint: u32, slot: u32, other: u32, otherSlot: u32): bool {
  return (
    needOf(slot) == needOf(otherSlot) &&
    load<u32>(slotAt(slot) + L.SLOT_STAGES_LOCATION) == load<u32>(slotAt(otherSlot) + L.SLOT_STAGES_LOCATION) &&
    valuesFor(slot, constraint) == valuesFor(otherSlot, other)
  );
}

/** How many constraints like this one a value can serve. */
function pairsWith(constraint: u32, endConstraint: u32, value: u32, from: u32, to: u32): u32 {
  let served: u32 = u32.MAX_VALUE;
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) {
    const slot = firstSlotOf(request);
    const there = supplyOf(constraint, endConstraint, slot, value, from, to);
    served = min(served, there / siblingsOf(constraint, slot, from, to));
  }
  return served == u32.MAX_VALUE ? 0 : served;
}

/** The units that a constraint needs of one kind. */
function siblingsOf(constraint: u32, slot: u32, from: u32, to: u32): u32 {
  let units: u32 = 0;
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) {
    const other = firstSlotOf(request);
    const isOfKind = load<u32>(slotAt(other) + L.SLOT_STAGES_LOCATION) == load<u32>(slotAt(slot) + L.SLOT_STAGES_LOCATION);
    if (isOfKind && valuesFor(other, constraint) == valuesFor(slot, constraint)) units += needOf(other);
  }
  return max(1, units);
}

/** The devices of a kind with a value that constraints like this one can still share among them. */
function supplyOf(constraint: u32, endConstraint: u32, slot: u32, value: u32, from: u32, to: u32): u32 {
  const values = valuesFor(slot, constraint);
  const stages = load<u32>(slotAt(slot) + L.SLOT_STAGES_LOCATION);
  const together = bounds(L.BOUNDS_WORK) + ((<usize>words) << 3);
  clearSet(together, words);
  let claimed: u32 = 0;
  for (let request = from; request < to; request++) {
    const other = firstSlotOf(request);
    if (endSlotOf(request) != other + 1 || load<u32>(slotAt(other) + L.SLOT_STAGES_LOCATION) != stages) continue;
    addSet(together, devicesFor(other), words);
    spend(1);
    if (!isPaired(request) && !isAdmin(other)) claimed += claimedBy(request, other, values, value, endConstraint);
  }
  keepSet(together, devicesWith(values, value), words);
  const there = picksFrom(together);
  if (there == u32.MAX_VALUE) return there;
  return there > claimed ? there - claimed : 0;
}

/** What a request still takes of a value because a constraint over it, begun before, leaves it no other value. */
function claimedBy(request: u32, slot: u32, values: usize, value: u32, endConstraint: u32): u32 {
  const claim = claimAt(load<u32>(requestAt(request) + L.REQUEST_CLAIM));
  for (let other = load<u32>(claim + L.CLAIM_FIRST_CONSTRAINT); other < endConstraint; other++) {
    if (valuesFor(slot, other) != values) continue;
    const at = constraintAt(other);
    if (load<u32>(at + L.CONSTRAINT_KIND) != L.KIND_MATCH) continue;
    const state = scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION);
    if (load<u64>(state) == 0 || countBits(state + 8, load<u32>(at + L.CONSTRAINT_VALUE_WORDS)) != 1) continue;
    if (hasBit(state + 8, value)) return needOf(slot);
  }
  return 0;
}
