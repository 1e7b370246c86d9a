// Counts the devices of allocated claims in a call as allocated, including claims that the cluster does not store.

import { AllocatedState, type AllocatedView } from '../allocator/encode/allocated-state.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { Features } from '../core/features/features.js';
import { claimKey } from './claims.js';
import type { ClusterState } from './cluster-state.js';

/** The devices in use, with the devices that claims of the call hold in addition. These are added on first use. */
export class AllocatedBesides {
  /** Undefined until first used. */
  cachedView: AllocatedView | undefined;
  readonly #allocated: AllocatedView;
  readonly #claims: readonly ResourceClaim[];
  readonly #features: Features;

  constructor(claims: readonly ResourceClaim[], allocated: AllocatedView, state: Pick<ClusterState, 'heldBy'>, features: Features) {
    this.#allocated = allocated;
    this.#claims = claims.filter((claim) => claim.status.allocation !== undefined && state.heldBy(claimKey(claim)) === undefined);
    this.#features = features;
    if (this.#claims.length === 0) this.cachedView = allocated;
  }

  *adding(checkpoint: Checkpoint): Incremental<AllocatedView> {
    const held = new AllocatedState(this.#features);
    for (const { status } of this.#claims) yield* held.addAll(status.allocation?.results ?? [], checkpoint);
    this.cachedView ??= this.#allocated.and(held);
    return this.cachedView;
  }
}
