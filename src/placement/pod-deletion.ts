// Deletes pods, as the controllers of a cluster do. Source: syncClaim of pkg/controller/resourceclaim of Kubernetes 1.37.1, which removes
// absent consumers from a claim's status, deallocates a claim without consumers, and deletes claims made for the pod.

import { claimKey } from '../cluster/claims.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import type { Pod } from '../core/api/pod.js';
import { identityOf, podOwner } from '../scheduler/pods/claim-owner.js';
import { isPod } from '../scheduler/pods/reservations.js';
import { putEnded } from './pod-binding.js';

/**
 * Deletes a pod: frees its node resources and deletes the claims made for it, with their devices. Other claims are deallocated
 * unless another pod uses them. `isUsed`: true if a pod on a node names the claim with this key, whatever the status of the
 * claim is.
 */
export function putDeleted(pod: Pod, isUsed: (claim: string) => boolean, state: ClusterState): void {
  const key = claimKey(pod);
  putEnded(key, state);
  state.remove('Pod', key);
  for (const made of [...(state.objects.pods.claimsByOwner.get(identityOf(podOwner(pod)))?.keys ?? [])])
    state.remove('ResourceClaim', made);
  const { namespace } = pod.metadata;
  for (const { resourceClaimName: name } of pod.spec.resourceClaims) {
    if (name === undefined) continue;
    const ofClaim = claimKey({ metadata: { namespace, name } });
    const storedClaim = state.objects.pods.get('ResourceClaim', ofClaim);
    if (storedClaim === undefined) continue;
    const reservedFor = storedClaim.claim.status.reservedFor.filter((consumer) => !isPod(pod, consumer));
    if (reservedFor.length < storedClaim.claim.status.reservedFor.length) {
      const claim = { ...storedClaim.claim, status: { ...storedClaim.claim.status, reservedFor } };
      state.putPodObject('ResourceClaim', ofClaim, { ...storedClaim, claim });
    }
    if (reservedFor.length === 0 && !isUsed(ofClaim)) state.free(ofClaim);
  }
}
