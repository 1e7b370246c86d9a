// Implements the queueing hints of the scheduler's claim plugin: which changes may help a pending
// pod. Source: isSchedulableAfterClaimChange and isSchedulableAfterPodSchedulingContextChange of
// plugins/dynamicresources of Kubernetes 1.30.14, without structured parameters.

import type { ClassicPod, PodSchedulingContext, ResourceClaim } from '../api/kinds.js';
import { equalJson } from '../api/objects.js';

/** A claim of a pending pod, with its entry in the pod. */
interface PodEntry {
  readonly entry: string;
  readonly claim: ResourceClaim;
}

/** Determines whether a change may help a pod. */
export class QueueingHints {
  readonly #claimsOf: (pod: ClassicPod) => readonly PodEntry[];

  /** `claimsOf` returns the claims of a pod. It throws if no change of claims can make the pod schedulable. */
  constructor(claimsOf: (pod: ClassicPod) => readonly PodEntry[]) {
    this.#claimsOf = claimsOf;
  }

  /** Returns whether the creation or change of a claim may help. */
  afterClaimChange(pod: ClassicPod, before: ResourceClaim | undefined, claim: ResourceClaim): boolean {
    const isUsed = this.#entriesOf(pod)?.some((each) => each.claim.metadata.uid === claim.metadata.uid) === true;
    return isUsed && (before === undefined || !equalJson(before.status ?? {}, claim.status ?? {}));
  }

  /** Returns whether the creation or change of a PodSchedulingContext may help. */
  afterContextChange(pod: ClassicPod, before: PodSchedulingContext | undefined, context: PodSchedulingContext): boolean {
    const { name, namespace } = context.metadata;
    if (name !== pod.metadata.name || namespace !== pod.metadata.namespace) return false;
    const answers = context.status?.resourceClaims ?? [];
    const entries = this.#entriesOf(pod);
    if (
      entries === undefined ||
      entries.some(({ entry, claim }) => waitsForConsumer(claim) && !answers.some((answer) => answer.name === entry))
    )
      return false;
    const { selectedNode = '' } = context.spec;
    if (before === undefined || (before.status?.resourceClaims?.length ?? 0) < answers.length) return true;
    if (selectedNode !== '' && answers.some(({ unsuitableNodes = [] }) => unsuitableNodes.includes(selectedNode))) return true;
    // The scheduler itself writes the spec.
    return equalJson(before.spec, context.spec) || !equalJson(before.status ?? {}, context.status ?? {});
  }

  #entriesOf(pod: ClassicPod): readonly PodEntry[] | undefined {
    try {
      return this.#claimsOf(pod);
    } catch {
      return undefined;
    }
  }
}

/** Returns whether drivers must report unsuitable nodes for a claim. */
function waitsForConsumer({ spec, status }: ResourceClaim): boolean {
  return spec.allocationMode === 'WaitForFirstConsumer' && status?.allocation === undefined;
}
