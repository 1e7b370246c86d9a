// Finds match constraints that have no device yet, and the later requests that they cover.

import * as L from './layout';
import { applies, endOfMembers, endSlotOf, firstSlotOf, membersOf, needOf, valuesFor } from './lookahead';
import { setUnits, unitsOf } from './matching';
import { constraintAt, isMatch, scratch, slotAt } from './state';

/** Returns whether a match constraint has no device, and covers at least two later units, all of requests with one slot and a table by value. */
export function isUnstarted(constraint: u32, from: u32, to: u32): bool {
  const at = constraintAt(constraint);
  if (!isMatch(at)) return false;
  if (load<u64>(scratch + <usize>load<u32>(at + L.CONSTRAINT_STATE_LOCATION)) != 0) return false;
  let units: u32 = 0;
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) {
    const slot = firstSlotOf(request);
    if (endSlotOf(request) != slot + 1 || valuesFor(slot, constraint) == 0) return false;
    units += needOf(slot);
  }
  return units >= 2;
}

/** Returns the next request that has a slot under a constraint, or `to`. */
export function nextOf(constraint: u32, from: u32, to: u32): u32 {
  const last = endOfMembers(constraint);
  for (let member = membersOf(constraint); member < last; member += 4) {
    const request = load<u32>(member);
    if (request >= to) break;
    if (request >= from && mayConcern(constraint, request)) return request;
  }
  return to;
}

function mayConcern(constraint: u32, request: u32): bool {
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (applies(constraint, slot)) return true;
  return false;
}

/** Returns the table of stages of a slot. It identifies the devices that the slot could have before all other checks. */
export function stagesOf(slot: u32): u32 {
  return load<u32>(slotAt(slot) + L.SLOT_STAGES_LOCATION);
}

/** Marks the requests of a constraint. The mark is stored in place of their units. */
export function markAll(constraint: u32, mark: u32, from: u32, to: u32): void {
  for (let request = nextOf(constraint, from, to); request < to; request = nextOf(constraint, request + 1, to)) setUnits(request, mark);
}

export function clearMarks(from: u32, to: u32): void {
  for (let request = from; request < to; request++) setUnits(request, 0);
}

/** Returns the mark of a request, or 0. */
export function markOf(request: u32): u32 {
  return unitsOf(request);
}
