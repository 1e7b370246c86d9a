// The pods that use claims together: a claim can be reserved for 256 of them, and the scheduler places no more.

import { objectName } from '../../api/meta.js';
import type { Pod } from '../../api/pod.js';
import type { ResourceClaim } from '../../api/resource-claim.js';
import { isReservedFor, MOST_CONSUMERS } from '../../cluster/pods/pod-claims.js';
import { claimInUse } from '../../filters/dynamic-resources.js';
import type { Rejection } from '../../filters/filter.js';
import { groupNameOf } from '../../schedule/pod-groups.js';

/** Counts the pods of a run for which claims are reserved. */
export class Consumers {
  /** The pods of this run, by claim. */
  readonly #added = new Map<string, number>();

  /** The reason why a pod cannot use its claims; undefined: it can. */
  refusal(pod: Pod, claims: readonly ResourceClaim[]): Rejection | undefined {
    for (const claim of shared(pod, claims)) {
      const name = objectName(claim.metadata);
      const consumers = claim.status.reservedFor.length + (this.#added.get(name) ?? 0);
      if (consumers >= MOST_CONSUMERS && !isReservedFor(pod, claim)) {
        return claimInUse(name, consumers);
      }
    }
    return undefined;
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
