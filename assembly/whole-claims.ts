// Strengthens the matching for claims whose whole alternative is open. Such a claim needs the fewest units of any alternative.
// This can be more than the sum of the minimum of each request. An example: two requests for one device each, or one request
// for two.

import { firstOfAlternative, isEmptySlot } from './alternatives';
import { addSet, clearSet, countBits } from './bitset';
import {
  devicesFor,
  end,
  endSlotOf,
  first,
  firstSlotOf,
  hasShareable,
  isCompeting,
  isOpen,
  leaderOf,
  needOf,
  possibleAlternatives,
  words,
} from './lookahead';
import { neighborsOf, setUnits, unitsOf } from './matching';

/** Returns whether some claim has an open alternative. */
export function hasOpenClaims(): bool {
  for (let request = first; request < end; request++) if (isOpen(request)) return true;
  return false;
}

/**
 * Merges the requests of each claim with an open alternative into one. Returns whether it merged any. Requires: the neighbors and units of each request are
 * set, and no requests are merged.
 */
export function mergeWholeClaims(claim: u32): bool {
  let isMerged = false;
  for (let request = first; request < end; request++) {
    if (isOpen(request) && request == leaderOf(request)) isMerged = merge(request, claim) || isMerged;
  }
  return isMerged;
}

function merge(leader: u32, claim: u32): bool {
  let endOfClaim = leader;
  let apart: u32 = 0;
  for (; endOfClaim < end && leaderOf(endOfClaim) == leader; endOfClaim++) {
    if (mayShare(endOfClaim)) return false;
    apart += unitsOf(endOfClaim);
  }
  let least: u32 = u32.MAX_VALUE;
  for (let left = possibleAlternatives(leader); left != 0; left &= left - 1) {
    let total: u32 = 0;
    for (let request = leader; request < endOfClaim; request++) total += unitsIn(request, ctz(left), claim);
    least = min(least, total);
  }
  if (least == u32.MAX_VALUE || least <= apart) return false;
  for (let request = leader + 1; request < endOfClaim; request++) {
    addSet(neighborsOf(leader), neighborsOf(request), words);
    clearSet(neighborsOf(request), words);
    setUnits(request, 0);
  }
  setUnits(leader, least);
  return true;
}

/** Returns whether a device may serve several selections of a request. If unlimited, it is not a vertex. */
function mayShare(request: u32): bool {
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (hasShareable(devicesFor(slot))) return true;
  return false;
}

/** Returns the fewest units for which a request competes in an alternative. */
function unitsIn(request: u32, alternative: u32, claim: u32): u32 {
  let least: u32 = u32.MAX_VALUE;
  const after = firstOfAlternative(request, alternative + 1);
  for (let slot = firstOfAlternative(request, alternative); slot < after; slot++) {
    if (isEmptySlot(slot) || !isCompeting(slot, claim)) return 0;
    const need = needOf(slot);
    if (need > 0 && countBits(devicesFor(slot), words) >= need) least = min(least, need);
  }
  return least == u32.MAX_VALUE ? 0 : least;
}
