// The pods that use claims together: the scheduler reserves a claim for each of them when it binds them, and fails for one too many.

import { objectName } from '../../api/meta.js';
import type { Pod } from '../../api/pod.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import { unboundBecause } from '../../filters/dynamic-resources.js';
import type { Rejection } from '../../filters/filter.js';
import { groupNameOf } from '../../schedule/pod-groups.js';
import { isReservedFor, reservationRefusal } from '../../schedule/reservations.js';

/** Counts the pods of a run for which claims are reserved. */
export class Consumers {
  /** The pods of this run, by claim. */
  readonly #added = new Map<string, number>();

  /** The reason why a pod cannot be bound with its claims; undefined: it can. */
  refusal(pod: Pod, claims: readonly ResourceClaim[]): Rejection | undefined {
    const words = reservationRefusal(pod, claims, ({ metadata }) => this.#added.get(objectName(metadata)) ?? 0);
    return words === undefined ? undefined : unboundBecause(words);
  }

  /** Tells whether a claim is reserved for others than a pod. */
  hasOthers(pod: Pod, claim: ResourceClaim): boolean {
    const count = claim.status.reservedFor.length + (this.#added.get(objectName(claim.metadata)) ?? 0);
    return count > 0 && !isReservedFor(pod, claim);
  }

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
