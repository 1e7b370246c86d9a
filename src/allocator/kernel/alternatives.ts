// Claims with whole alternatives as one claim of a problem. Its requests are tied: what stands at one place in the alternatives is one request, with the slots of all of them in
// order, and an empty slot for an alternative that has fewer requests.

import { largestOf } from '../../core/base/lists.js';
import { STAGE_ERROR } from './layout.js';
import type { ProblemClaim, ProblemConstraint, ProblemRequest, Slot } from './problem.js';

/** Any check that rejects a device. */
const REFUSED = STAGE_ERROR - 1;

/** A slot that is served at once. No device is considered for it. */
export function emptySlot(deviceCount: number): Slot {
  return { count: 0, adminAccess: false, stages: new Uint8Array(deviceCount).fill(REFUSED) };
}

/** For each place that some alternatives have, the things that stand there in each of them, or `absent` where it has fewer places. */
export function atEachPlace<T>(alternatives: readonly (readonly T[])[], absent: T): T[][] {
  const places = largestOf(
    alternatives.map(({ length }) => length),
    0,
  );
  return Array.from({ length: places }, (_, place) => alternatives.map((own) => own[place] ?? absent));
}

/** Makes one claim of claims that are its alternatives, in order. A constraint applies to the slots of its own alternative alone. */
export function tieClaims(alternatives: readonly ProblemClaim[], empty: Slot): ProblemClaim {
  const absent: ProblemRequest = { prioritized: true, slots: [empty] };
  const places = atEachPlace(
    alternatives.map(({ requests }) => requests),
    absent,
  );
  const requests = places.map((own): ProblemRequest => {
    const slots = own.flatMap((request, alternative) => request.slots.map((slot): Slot => ({ ...slot, alternative })));
    return { prioritized: true, slots };
  });
  const constraints = alternatives.flatMap((claim, alternative) => claim.constraints.map((one) => inAlternative(one, alternative, places)));
  return { requests, constraints, alternatives: alternatives.length };
}

/** A constraint of an alternative as one of the whole claim. */
function inAlternative(
  constraint: ProblemConstraint,
  alternative: number,
  places: readonly (readonly ProblemRequest[])[],
): ProblemConstraint {
  let next = 0;
  const rows = places.flatMap((own) =>
    own.flatMap(({ slots }, index) => slots.map(() => (index === alternative ? constraint.rows[next++] : undefined))),
  );
  return { ...constraint, rows };
}
