// An attempt to allocate the claims of a call on a state of a cluster, including the allocations that the cluster stores for them.

import { viewFor } from '../allocator/encode/node-view.js';
import type { AllocationInput, Attempt } from '../allocator/evaluate/attempt.js';
import type { StateView } from '../allocator/evaluate/cluster-view.js';
import type { AsyncLimits } from '../allocator/evaluate/limits.js';
import type { Runtime } from '../allocator/evaluate/runtime.js';
import type { Node } from '../core/api/node.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { SchedulerProfiles } from '../scheduler/profile/scheduler-profile.js';
import type { ClaimSet } from './claims.js';
import type { ClusterState } from './cluster-state.js';
import { AllocatedBesides } from './held-besides.js';

/** The parts of a cluster that attempts need. */
export interface AttemptSources {
  readonly cluster: ClusterState;
  readonly runtime: Runtime;
  /** The profiles of the scheduler. */
  readonly profiles: SchedulerProfiles;
}

/** The limits of a call. `now`: the time against which binding timeouts are checked; undefined: the current time. */
export interface AttemptLimits {
  readonly now: number | undefined;
  readonly limits: AsyncLimits;
  readonly deadline: number;
}

/** The part of inputs that is the same for every node. */
interface CommonInput {
  readonly now: number;
  readonly claims: readonly ResourceClaim[];
  readonly allocated: AllocatedBesides;
}

/** The claims of a call on a cluster. Computes shared inputs on first use, since most calls need none. */
export class ClusterAttempt implements Attempt {
  readonly #sources: AttemptSources;
  readonly #claims: ClaimSet;
  readonly #call: AttemptLimits;
  readonly state: StateView;
  #commonInput: CommonInput | undefined;
  /** Undefined until first accessed. */
  #hasAllocated: boolean | undefined;

  /** `state`: the current cluster. `hasAllocated`: undefined if not determined. */
  constructor(sources: AttemptSources, claims: ClaimSet, call: AttemptLimits, state: StateView = sources.cluster, hasAllocated?: boolean) {
    this.#sources = sources;
    this.#claims = claims;
    this.#call = call;
    this.state = state;
    this.#hasAllocated = hasAllocated;
  }

  get limits(): AsyncLimits {
    return this.#call.limits;
  }

  get deadline(): number {
    return this.#call.deadline;
  }

  get claims(): readonly ResourceClaim[] {
    return this.#claims.claims;
  }

  get signature(): string | undefined {
    return this.#claims.signature;
  }

  /** True if any claim had an allocation at the first access. */
  get hasAllocated(): boolean {
    this.#hasAllocated ??= this.#findAllocated();
    return this.#hasAllocated;
  }

  #findAllocated(): boolean {
    const { claims, keys } = this.#claims;
    const { cluster } = this.#sources;
    for (let index = 0; index < claims.length; index++) {
      const { status, metadata } = claims[index] as ResourceClaim;
      if (status.allocation !== undefined) return true;
      if (metadata.name !== '' && cluster.heldBy(keys[index] as string) !== undefined) return true;
    }
    return false;
  }

  get currentClaims(): readonly ResourceClaim[] {
    return this.#computeCommonInput().claims;
  }

  /** Computes shared inputs now, for a call that yields while the cluster may change. */
  settle(): this {
    this.#computeCommonInput();
    this.#hasAllocated ??= this.#findAllocated();
    return this;
  }

  #computeCommonInput(): CommonInput {
    if (this.#commonInput === undefined) {
      const { cluster, runtime } = this.#sources;
      const claims = cluster.currentClaims(this.#claims);
      const allocated = new AllocatedBesides(claims, this.state.allocated, cluster, runtime.features);
      this.#commonInput = { now: this.#call.now ?? Date.now(), claims, allocated };
    }
    return this.#commonInput;
  }

  *inputFor(node: Node, checkpoint: Checkpoint): Incremental<AllocationInput> {
    const { state } = this;
    const { runtime } = this.#sources;
    const { features, corrections, kernel, newShareID } = runtime;
    const { claims, allocated: besides, now } = this.#computeCommonInput();
    const { deviceClasses } = state;
    const allocated = besides.cachedView ?? (yield* besides.adding(checkpoint));
    const view = yield* viewFor(claims, node, runtime, checkpoint, () => state.view(node, checkpoint));
    return { view, claims, deviceClasses, allocated, features, corrections, kernel, newShareID, now };
  }
}
