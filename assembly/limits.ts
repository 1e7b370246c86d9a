// Propagates the limit of a claim: each request can use at most the limit minus the least needs of the other requests.

import { isEmptySlot } from './alternatives';
import { clearSet, countBits } from './bitset';
import * as B from './bounds-layout';
import * as L from './layout';
import { devicesFor, end, endSlotOf, first, firstSlotOf, isCloser, isDone, limitsOf, needOf, spend, words } from './lookahead';
import { selectionsOf } from './propagate';
import { claimAt, header, requestAt, slotAt } from './state';

/**
 * Removes alternatives that exceed the limit of their claim even if all other requests use the fewest devices. Returns false if the claim always exceeds
 * it. Requires: `forwardCheck`.
 */
export function propagateLimits(claim: u32): bool {
  const current = claim;
  for (let request = first; request < end; claim++) {
    const at = claimAt(claim);
    const endOfClaim = min(end, load<u32>(at + L.CLAIM_FIRST_REQUEST) + load<u32>(at + L.CLAIM_REQUEST_COUNT));
    // Later claims fail at their limit. For the current claim, forward checking counts the least number of devices.
    if (claim == current && (limitsOf(claim) & B.CLAIM_ENDS) != 0) {
      request = endOfClaim;
      continue;
    }
    const most = header(L.HEADER_CLAIM_LIMIT) - selectionsOf(claim);
    const reserved = isCloser && endOfClaim == end ? leastBeyond(claim) : 0;
    if (reserved > most) return false;
    let left = most - reserved;
    for (let member = request; member < endOfClaim; member++) {
      if (!spend(words)) return true;
      const least = leastOf(member);
      if (least > left) return false;
      left -= least;
    }
    for (; request < endOfClaim; request++) leaveOutAbove(request, leastOf(request) + left);
  }
  return true;
}

/**
 * Returns the fewest devices of the first request beyond the lookahead, if the claim has it. With less room, the search exceeds the limit before it checks a
 * device.
 */
function leastBeyond(claim: u32): u32 {
  if (end == header(L.HEADER_REQUEST_COUNT) || load<u32>(requestAt(end) + L.REQUEST_CLAIM) != claim) return 0;
  const request = requestAt(end);
  const firstSlot = load<u32>(request + L.REQUEST_FIRST_SLOT);
  let least: u32 = u32.MAX_VALUE;
  for (let slot = firstSlot; slot < firstSlot + load<u32>(request + L.REQUEST_SLOT_COUNT); slot++) {
    least = min(least, load<u32>(slotAt(slot) + L.SLOT_COUNT));
  }
  return least;
}

/** Returns the fewest devices that can still serve a request. */
function leastOf(request: u32): u32 {
  if (isDone(request)) return 0;
  let least: u32 = u32.MAX_VALUE;
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++)
    if (isEmptySlot(slot) || isPossible(slot)) least = min(least, needOf(slot));
  return least;
}

function isPossible(slot: u32): bool {
  const need = needOf(slot);
  return need > 0 && countBits(devicesFor(slot), words) >= need;
}

function leaveOutAbove(request: u32, most: u32): void {
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (needOf(slot) > most) clearSet(devicesFor(slot), words);
}
