// Claims with whole alternatives: their requests are tied, as each takes a slot of the alternative that the first one took.

import * as L from './layout';
import { claimAt, problem, requestAt, slotAt } from './state';

/** Returns whether a request is of a claim with alternatives. */
export function hasAlternatives(request: u32): bool {
  return load<u32>(requestAt(request) + L.REQUEST_ALTERNATIVES_LOCATION) != 0;
}

/** The number of alternatives of the claim of a request. Requires: it has some. */
export function alternativeCount(request: u32): u32 {
  return load<u32>(listOf(request) + L.LIST_COUNT) - 1;
}

function listOf(request: u32): usize {
  return problem + <usize>load<u32>(requestAt(request) + L.REQUEST_ALTERNATIVES_LOCATION);
}

/** The first slot of a request in an alternative; after the last alternative the end of its slots. Requires: the claim has alternatives. */
export function firstOfAlternative(request: u32, alternative: u32): u32 {
  assert(alternative <= alternativeCount(request), 'alternative of a claim');
  return load<u32>(listOf(request) + L.LIST_ITEMS + ((<usize>alternative) << 2));
}

/** The alternative that a slot is of. */
export function alternativeOf(slot: u32): u32 {
  return load<u32>(slotAt(slot) + L.SLOT_ALTERNATIVE);
}

/** After the last slot that a request may take in place of one: the first request of a claim may take another alternative, later ones keep to it. */
export function endOfChoice(request: u32, slot: u32): u32 {
  const at = requestAt(request);
  if (hasAlternatives(request) && request != load<u32>(claimAt(load<u32>(at + L.REQUEST_CLAIM)) + L.CLAIM_FIRST_REQUEST))
    return firstOfAlternative(request, alternativeOf(slot) + 1);
  return load<u32>(at + L.REQUEST_FIRST_SLOT) + load<u32>(at + L.REQUEST_SLOT_COUNT);
}

/** Returns whether a slot stands for nothing: it is served at once. */
export function isEmptySlot(slot: u32): bool {
  return (load<u32>(slotAt(slot) + L.SLOT_FLAGS) & L.SLOT_FLAG_EMPTY) != 0;
}
