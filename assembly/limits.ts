// The limit of a claim: what its requests need at least must fit, and what one of them can have is what the others leave of it.

import { clearSet, countBits } from './bitset';
import { devicesFor, end, endSlotOf, first, firstSlotOf, isDone, needOf, spend, words } from './horizon';
import * as L from './layout';
import { picksOf } from './propagate';
import { claimAt, header } from './state';

/**
 * Leaves out alternatives that would bring their claim above its limit, whatever the other requests take. False: it is above it in any case.
 * Requires: `lookAhead`.
 */
export function keepLimits(claim: u32): bool {
  for (let request = first; request < end; claim++) {
    const at = claimAt(claim);
    const endOfClaim = min(end, load<u32>(at + L.CLAIM_FIRST_REQUEST) + load<u32>(at + L.CLAIM_REQUEST_COUNT));
    let left = header(L.HEADER_CLAIM_LIMIT) - picksOf(claim);
    for (let own = request; own < endOfClaim; own++) {
      if (!spend(words)) return true;
      const least = leastOf(own);
      if (least > left) return false;
      left -= least;
    }
    for (; request < endOfClaim; request++) leaveOutAbove(request, leastOf(request) + left);
  }
  return true;
}

/** The least number of devices with which a request can still be served. */
function leastOf(request: u32): u32 {
  if (isDone(request)) return 0;
  let least: u32 = u32.MAX_VALUE;
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (isPossible(slot)) least = min(least, needOf(slot));
  return least;
}

function isPossible(slot: u32): bool {
  const need = needOf(slot);
  return need > 0 && countBits(devicesFor(slot), words) >= need;
}

function leaveOutAbove(request: u32, most: u32): void {
  for (let slot = firstSlotOf(request); slot < endSlotOf(request); slot++) if (needOf(slot) > most) clearSet(devicesFor(slot), words);
}
