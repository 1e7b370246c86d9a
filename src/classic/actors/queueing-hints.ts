// Implements the queueing hints of the scheduler's claim plugin: which changes may help a pending
// pod. Source: isSchedulableAfterClaimChange and isSchedulableAfterPodSchedulingContextChange of
// plugins/dynamicresources of Kubernetes 1.30.14, without structured parameters.

import type { Incremental } from '../../core/base/incremental.js';
import type { ClassicPod, PodSchedulingContext, ResourceClaim } from '../api/kinds.js';
import { equalJson } from '../api/objects.js';

/** A claim of a pending pod, with its entry in the pod. */
interface PodEntry {
  readonly entry: string;
  readonly claim: ResourceClaim;
}

/** Determines whether a change may help a pod. */
export class QueueingHints {
  readonly #claimsOf: (pod: ClassicPod) => Incremental<readonly PodEntry[] | string>;

  /** `claimsOf` returns the claims of a pod, or why it cannot use one of them. Then no change of claims makes the pod schedulable. */
  constructor(claimsOf: (pod: ClassicPod) => Incremental<readonly PodEntry[] | string>) {
    this.#claimsOf = claimsOf;
  }

  /** Returns whether the creation or change of a claim may help. */
  *afterClaimChange(pod: ClassicPod, before: ResourceClaim | undefined, claim: ResourceClaim): Incremental<boolean> {
    const entries = yield* this.#claimsOf(pod);
    const isUsed = typeof entries !== 'string' && entries.some((each) => each.claim.metadata.uid === claim.metadata.uid);
    return isUsed && (before === undefined || !equalJson(before.status ?? {}, claim.status ?? {}));
  }

  /** Returns whether the creation or change of a PodSchedulingContext may help. */
  *afterContextChange(pod: ClassicPod, before: PodSchedulingContext | undefined, context: PodSchedulingContext): Incremental<boolean> {
    const { name, namespace } = context.metadata;
    if (name !== pod.metadata.name || namespace !== pod.metadata.namespace) return false;
    const answers = context.status?.resourceClaims ?? [];
    const answered = new Set(answers.map((answer) => answer.name));
    const entries = yield* this.#claimsOf(pod);
    if (typeof entries === 'string' || entries.some(({ entry, claim }) => waitsForConsumer(claim) && !answered.has(entry))) return false;
    const { selectedNode = '' } = context.spec;
    if (before === undefined || (before.status?.resourceClaims?.length ?? 0) < answers.length) return true;
    if (selectedNode !== '' && answers.some(({ unsuitableNodes = [] }) => unsuitableNodes.includes(selectedNode))) return true;
    // The scheduler itself writes the spec.
    return equalJson(before.spec, context.spec) || !equalJson(before.status ?? {}, context.status ?? {});
  }
}

/** Returns whether drivers must report unsuitable nodes for a claim. */
function waitsForConsumer({ spec, status }: ResourceClaim): boolean {
  return spec.allocationMode === 'WaitForFirstConsumer' && status?.allocation === undefined;
}
