// An attempt on a cluster: the claims of a call with what the cluster knows that they hold, against a state of it.

import type { Node } from '../api/node.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import type { Checkpoint } from '../base/checkpoint.js';
import type { AllocatedView } from '../encode/allocated-state.js';
import { viewFor } from '../encode/node-view.js';
import type { AllocationInput, Attempt } from '../evaluate/attempt.js';
import type { StateView } from '../evaluate/cluster-view.js';
import type { AsyncLimits } from '../evaluate/limits.js';
import type { Runtime } from '../evaluate/runtime.js';
import type { ClaimSet } from './claims.js';
import type { ClusterState } from './cluster-state.js';
import { allocatedBesides } from './held-besides.js';

/** The time by which claims wait too long, and the limits of a call. */
export interface AttemptLimits {
  /** In milliseconds since 1970; undefined: that of the clock. */
  readonly now: number | undefined;
  readonly limits: AsyncLimits;
  readonly deadline: number;
}

type AllocatedFor = (checkpoint: Checkpoint) => AllocatedView;

/** Claims to be tried on a cluster. What inputs need besides is put together for the first of them: most calls have none. */
export class ClusterAttempt implements Attempt {
  readonly #claims: ClaimSet;
  readonly #cluster: ClusterState;
  readonly #runtime: Runtime;
  readonly state: StateView;
  readonly limits: AsyncLimits;
  readonly deadline: number;
  #now: number | undefined;
  #known: readonly ResourceClaim[] | undefined;
  #allocatedFor: AllocatedFor | undefined;

  /** `state`: of the cluster, as it is now. */
  constructor(
    claims: ClaimSet,
    cluster: ClusterState,
    runtime: Runtime,
    { now, limits, deadline }: AttemptLimits,
    state: StateView = cluster,
  ) {
    this.#claims = claims;
    this.#cluster = cluster;
    this.#runtime = runtime;
    this.state = state;
    this.limits = limits;
    this.deadline = deadline;
    this.#now = now;
  }

  get claims(): readonly ResourceClaim[] {
    return this.#claims.claims;
  }

  get signature(): string | undefined {
    return this.#claims.signature;
  }

  get hasAllocated(): boolean {
    const { claims, keys } = this.#claims;
    for (let index = 0; index < claims.length; index++) {
      const { status, metadata } = claims[index] as ResourceClaim;
      if (status.allocation !== undefined) return true;
      if (metadata.name !== '' && this.#cluster.heldBy(keys[index] as string) !== undefined) return true;
    }
    return false;
  }

  get knownClaims(): readonly ResourceClaim[] {
    this.#known ??= this.#cluster.known(this.#claims);
    return this.#known;
  }

  /** Takes down what is known now, for a call that gives way: the cluster may change meanwhile. */
  settle(): this {
    this.#now ??= Date.now();
    this.#allocatedFor ??= allocatedBesides(this.knownClaims, this.state.allocated, this.#cluster, this.#runtime.features);
    return this;
  }

  inputFor(node: Node, checkpoint: Checkpoint): AllocationInput {
    this.settle();
    const { state, knownClaims: claims } = this;
    const { features, corrections, kernel, newShareID } = this.#runtime;
    const { deviceClasses } = state;
    const allocated = (this.#allocatedFor as AllocatedFor)(checkpoint);
    const view = viewFor(claims, node, this.#runtime, checkpoint, () => state.view(node, checkpoint));
    return { view, claims, deviceClasses, allocated, features, corrections, kernel, newShareID, now: this.#now as number };
  }
}
