// Handles claims with whole alternatives: every request of a claim uses a slot of the alternative that its first request selected.

import * as L from './layout';
import { claimAt, problem, requestAt, slotAt } from './state';

/** Returns whether the claim of a request has alternatives. */
export function hasAlternatives(request: u32): bool {
  return load<u32>(requestAt(request) + L.REQUEST_ALTERNATIVES_LOCATION) != 0;
}

/** Returns the number of alternatives of the claim of a request. Requires: it has alternatives. */
export function alternativeCount(request: u32): u32 {
  return load<u32>(listOf(request) + L.LIST_COUNT) - 1;
}

function listOf(request: u32): usize {
  return problem + <usize>load<u32>(requestAt(request) + L.REQUEST_ALTERNATIVES_LOCATION);
}

/**
 * Returns the first slot of a request in an alternative. If `alternative` equals the number of alternatives, returns the end of its slots.
 * Requires: the claim has alternatives.
 */
export function firstOfAlternative(request: u32, alternative: u32): u32 {
  assert(alternative <= alternativeCount(request), 'alternative of a claim');
  return load<u32>(listOf(request) + L.LIST_ITEMS + ((<usize>alternative) << 2));
}

/** Returns the alternative to which a slot belongs. */
export function alternativeOf(slot: u32): u32 {
  return load<u32>(slotAt(slot) + L.SLOT_ALTERNATIVE);
}

/**
 * Returns the end of the slots that can be used instead of `slot`. The first request of a claim may change the alternative;
 * later requests cannot.
 */
export function endOfChoice(request: u32, slot: u32): u32 {
  const at = requestAt(request);
  if (hasAlternatives(request) && request != load<u32>(claimAt(load<u32>(at + L.REQUEST_CLAIM)) + L.CLAIM_FIRST_REQUEST))
    return firstOfAlternative(request, alternativeOf(slot) + 1);
  return load<u32>(at + L.REQUEST_FIRST_SLOT) + load<u32>(at + L.REQUEST_SLOT_COUNT);
}

/** Returns whether a slot needs no device. */
export function isEmptySlot(slot: u32): bool {
  return (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_EMPTY) != 0;
}
