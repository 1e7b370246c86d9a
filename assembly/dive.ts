// Dives, as MIP solvers do: for all requests of the lookahead, selects the first devices that fit, in search order. If that
// succeeds, there is a solution, and probing cannot prune. All selections are undone.

import { firstOfAlternative, isEmptySlot } from './alternatives';
import { countBits, hasBit, nextBit } from './bitset';
import * as L from './layout';
import {
  blockedFor,
  claimOf,
  devicesFor,
  end,
  endSlotOf,
  first,
  firstSlotOf,
  isAdmin,
  isDone,
  isOpen,
  leaderOf,
  needOf,
  possibleAlternatives,
  spend,
  words,
} from './lookahead';
import { busy, isIntersectionEmpty, SELECTION_MADE, selectDevice, selectionsOf } from './propagate';
import { claimAt, constraintAt, header, kindOfConstraint, requestAt } from './state';
import { trailMark, undoTo } from './trail';

/** Requires: the bounds found the devices of each slot. */
export function canDive(): bool {
  const mark = trailMark();
  let isServed = true;
  for (let request = first; request < end && isServed; request++) {
    if (!isOpen(request)) isServed = isDone(request) || serve(request, firstSlotOf(request), endSlotOf(request));
    else if (request == leaderOf(request)) isServed = serveClaim(request);
  }
  isServed = isServed && areIntersectionsEmpty();
  undoTo(mark);
  return isServed;
}

/** Returns whether the intersections are empty for all constraints that end in the lookahead. */
function areIntersectionsEmpty(): bool {
  if (first == end) return true;
  const last = claimAt(claimOf(firstSlotOf(end - 1)));
  const count = load<u32>(last + L.CLAIM_FIRST_CONSTRAINT) + load<u32>(last + L.CLAIM_CONSTRAINT_COUNT);
  for (let constraint = load<u32>(claimAt(claimOf(firstSlotOf(first))) + L.CLAIM_FIRST_CONSTRAINT); constraint < count; constraint++) {
    const at = constraintAt(constraint);
    if (kindOfConstraint(at) != L.KIND_EMPTY_INTERSECTION || load<u32>(at + L.CONSTRAINT_LAST_REQUEST) >= end) continue;
    if (!isIntersectionEmpty(at)) return false;
  }
  return true;
}

/** Serves the requests of a claim with its first alternative that fits. */
function serveClaim(leader: u32): bool {
  for (let left = possibleAlternatives(leader); left != 0; left &= left - 1) {
    const mark = trailMark();
    let isServed = true;
    for (let request = leader; request < end && leaderOf(request) == leader && isServed; request++) {
      isServed = serve(request, firstOfAlternative(request, ctz(left)), firstOfAlternative(request, ctz(left) + 1));
    }
    if (isServed) return true;
    undoTo(mark);
  }
  return false;
}

/** Serves a request with its first slot that fits. */
function serve(request: u32, from: u32, to: u32): bool {
  const claim = load<u32>(requestAt(request) + L.REQUEST_CLAIM);
  for (let slot = from; slot < to; slot++) {
    if (isEmptySlot(slot)) return true;
    const need = needOf(slot);
    if (need == 0 || need > header(L.HEADER_CLAIM_LIMIT) - selectionsOf(claim) || countBits(devicesFor(slot), words) < need) continue;
    const mark = trailMark();
    // With admin access, devices in use come first, because other requests cannot have them.
    const left = isAdmin(slot) ? takeFirst(slot, takeFirst(slot, need, true), false) : takeFirst(slot, need, false);
    if (left == 0) return true;
    undoTo(mark);
  }
  return false;
}

/** Selects the first devices that fit: only devices in use, or any devices. Returns the number of devices that are still missing. */
function takeFirst(slot: u32, need: u32, isInUse: bool): u32 {
  const devices = devicesFor(slot);
  let missing = need;
  for (let device = nextBit(devices, blockedFor(slot), words, 0); device >= 0 && missing > 0; ) {
    if (!spend(1)) return missing;
    if ((!isInUse || hasBit(busy(), device)) && selectDevice(slot, device, false) == SELECTION_MADE) missing--;
    device = nextBit(devices, blockedFor(slot), words, <u32>device + 1);
  }
  return missing;
}
