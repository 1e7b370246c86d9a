// The positions of slots in a problem: slots are numbered over all claims and requests.

import type { Problem } from '../allocator/kernel/problem.js';

export interface SlotPlace {
  readonly claimIndex: number;
  /** The index of its request in the claim. */
  readonly request: number;
  /** The index of its request over all claims. */
  readonly requestIndex: number;
  /** The index among the alternatives of the request. */
  readonly alternative: number;
  /** The index among the slots of the claim, as in the rows of constraints. */
  readonly ordinal: number;
}

/** Returns the positions of all slots, in order. */
export function slotPlaces({ claims }: Problem): readonly SlotPlace[] {
  const places: SlotPlace[] = [];
  let requestIndex = 0;
  for (const [claimIndex, { requests }] of claims.entries()) {
    let ordinal = 0;
    for (const [request, { slots }] of requests.entries()) {
      for (let alternative = 0; alternative < slots.length; alternative++)
        places.push({ claimIndex, request, requestIndex, alternative, ordinal: ordinal++ });
      requestIndex++;
    }
  }
  return places;
}
