// Claims of a call that come with devices hold them, also those that the cluster was never told of, so their devices count as allocated.

import { AllocatedState, type AllocatedView } from '../allocator/encode/allocated-state.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { inIncrements } from '../core/base/incremental.js';
import type { Features } from '../core/features/features.js';
import { claimKey } from './claims.js';
import type { ClusterState } from './cluster-state.js';

/** Gives what is allocated with what claims of a call hold besides, which is put together when it is asked for first. */
export function allocatedBesides(
  claims: readonly ResourceClaim[],
  allocated: AllocatedView,
  state: Pick<ClusterState, 'heldBy'>,
  features: Features,
): (checkpoint: Checkpoint) => AllocatedView {
  const unknown = claims.filter((claim) => claim.status.allocation !== undefined && state.heldBy(claimKey(claim)) === undefined);
  if (unknown.length === 0) return () => allocated;
  let known: AllocatedView | undefined;
  return (checkpoint) => {
    known = checkpoint.keep(() => known ?? allocated.and(heldBy(unknown, features, checkpoint)));
    return known;
  };
}

function heldBy(claims: readonly ResourceClaim[], features: Features, checkpoint: Checkpoint): AllocatedState {
  const held = checkpoint.keep(() => new AllocatedState(features));
  checkpoint.forEach(claims, ({ status }) => inIncrements(checkpoint, () => held.addAll(status.allocation?.results ?? [], checkpoint)));
  return held;
}
