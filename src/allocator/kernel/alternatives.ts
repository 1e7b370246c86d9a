// Merges whole alternatives of a claim into one claim. Request i of the merged claim has the slots of request i of every alternative, in order, and an empty
// slot for an alternative with fewer requests.

import { largestOf } from '../../core/base/lists.js';
import { STAGE_ERROR } from './layout.js';
import type { ProblemClaim, ProblemConstraint, ProblemRequest, Slot } from './problem.js';

/** Any check that rejects a device. */
const ANY_REJECTION = STAGE_ERROR - 1;

/** Returns a slot that needs no device. */
export function emptySlot(deviceCount: number): Slot {
  return { count: 0, adminAccess: false, stages: new Uint8Array(deviceCount).fill(ANY_REJECTION) };
}

/** Returns, for each place, the items at that place in all alternatives. `absent` fills the places that an alternative lacks. */
export function atEachPlace<T>(alternatives: readonly (readonly T[])[], absent: T): T[][] {
  const places = largestOf(
    alternatives.map(({ length }) => length),
    0,
  );
  return Array.from({ length: places }, (_, place) => alternatives.map((items) => items[place] ?? absent));
}

/** Merges claims that are alternatives, in order. A constraint applies only to the slots of its alternative. */
export function tieClaims(alternatives: readonly ProblemClaim[], empty: Slot): ProblemClaim {
  const absent: ProblemRequest = { prioritized: true, slots: [empty] };
  const places = atEachPlace(
    alternatives.map(({ requests }) => requests),
    absent,
  );
  const requests = places.map((requestsAtPlace): ProblemRequest => {
    const slots = requestsAtPlace.flatMap((request, alternative) => request.slots.map((slot): Slot => ({ ...slot, alternative })));
    return { prioritized: true, slots };
  });
  const constraints = alternatives.flatMap((claim, alternative) => claim.constraints.map((one) => inAlternative(one, alternative, places)));
  return { requests, constraints, alternatives: alternatives.length };
}

/** Returns a constraint of an alternative as a constraint of the merged claim. */
function inAlternative(
  constraint: ProblemConstraint,
  alternative: number,
  places: readonly (readonly ProblemRequest[])[],
): ProblemConstraint {
  let next = 0;
  const rows = places.flatMap((requestsAtPlace) =>
    requestsAtPlace.flatMap(({ slots }, index) => slots.map(() => (index === alternative ? constraint.rows[next++] : undefined))),
  );
  return { ...constraint, rows };
}
