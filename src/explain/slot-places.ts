// The places of slots in a problem: slots are numbered over all claims and requests.

import type { Problem } from '../allocator/kernel/problem.js';

/** The place of a slot. */
export interface SlotPlace {
  readonly claimIndex: number;
  /** The place of its request in the claim. */
  readonly request: number;
  /** The place of its request among those of all claims. */
  readonly requestIndex: number;
  /** Its place among the alternatives of the request. */
  readonly alternative: number;
  /** Its place among the slots of the claim, as rows of constraints have it. */
  readonly ordinal: number;
}

/** The places of all slots, in their order. */
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
