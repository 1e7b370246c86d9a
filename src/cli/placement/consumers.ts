// The pods that use claims together: the scheduler reserves a claim for each of them when it binds them, and fails for one too many.

import { objectName } from '../../api/meta.js';
import type { Pod } from '../../api/pod.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import { groupNameOf } from '../../schedule/pod-groups.js';
import { isReservedFor } from '../../schedule/reservations.js';

/** Counts the pods of a run for which claims are reserved. */
export class Consumers {
  /** The pods of this run, by claim. */
  readonly #added = new Map<string, number>();

  /** Returns the number of consumers that a claim got in this run. */
  readonly addedTo = ({ metadata }: ResourceClaim): number => this.#added.get(objectName(metadata)) ?? 0;

  /** A pod was placed with its claims. */
  add(pod: Pod, claims: readonly ResourceClaim[]): void {
    for (const claim of shared(pod, claims)) {
      const name = objectName(claim.metadata);
      if (!isReservedFor(pod, claim)) this.#added.set(name, (this.#added.get(name) ?? 0) + 1);
    }
  }
}

/** The claims that a pod names. Claims made from templates are its own, and claims of a group are reserved for the group. */
function shared({ spec }: Pod, claims: readonly ResourceClaim[]): readonly ResourceClaim[] {
  if (groupNameOf(spec) !== undefined) return [];
  const names = new Set(spec.resourceClaims.map(({ resourceClaimName }) => resourceClaimName));
  return claims.filter(({ metadata }) => names.has(metadata.name));
}
