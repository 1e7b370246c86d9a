// The pods of a simulation that spec.nodeName assigns to a node: no scheduler allocates their claims.

import { ClaimSet } from '../cluster/claims.js';
import type { Pod } from '../core/api/pod.js';
import { inOneGo } from '../core/base/incremental.js';
import type { Cluster } from '../library/cluster.js';
import { findClaims } from '../placement/pod-claims.js';
import { isAssigned, whyUnallocated } from '../scheduler/pods/assigned-pods.js';
import { ExtendedResourceClasses } from '../scheduler/pods/extended-resources.js';

/** Returns why an assigned pod lacks claims; undefined if it has all of them, or has no node yet. */
export function whyPending(pod: Pod, { parts: { cluster, runtime } }: Cluster): string | undefined {
  if (!isAssigned(pod) || pod.status.phase === 'Running' || pod.spec.resourceClaims.length === 0) return undefined;
  const { pods, nodes } = cluster.objects;
  const found = inOneGo(
    findClaims(pod, {
      objects: { get: (kind, name) => pods.get(kind, name), ownedBy: (identity) => pods.claimsByOwner.get(identity)?.keys ?? [] },
      quotas: undefined,
      extendedClasses: new ExtendedResourceClasses([]),
      features: runtime.features,
    }),
  );
  if (found.problem !== undefined) return found.problem.message;
  const claims = cluster.currentClaims(new ClaimSet(found.claims));
  const unallocated = claims.filter(({ status }) => status.allocation === undefined);
  return whyUnallocated(pod, unallocated, (name) => nodes.has(name));
}
