// The hints of the scheduler's plugin for claims: which changes may help a pending pod. Source: isSchedulableAfterClaimChange and
// isSchedulableAfterPodSchedulingContextChange of plugins/dynamicresources of Kubernetes 1.30.14, without structured parameters.

import type { ClassicPod, PodSchedulingContext, ResourceClaim } from '../api/kinds.js';
import { equalJson } from '../api/objects.js';

/** A claim that a pod waits for, with its entry in the pod. */
interface PodEntry {
  readonly entry: string;
  readonly claim: ResourceClaim;
}

/** Answers whether a change may help. */
export class QueueingHints {
  readonly #claimsOf: (pod: ClassicPod) => readonly PodEntry[];

  /** `claimsOf` gives the claims of a pod, and throws where the pod cannot be scheduled whatever happens to them. */
  constructor(claimsOf: (pod: ClassicPod) => readonly PodEntry[]) {
    this.#claimsOf = claimsOf;
  }

  /** A claim was created, or changed. */
  afterClaimChange(pod: ClassicPod, before: ResourceClaim | undefined, claim: ResourceClaim): boolean {
    const isUsed = this.#entriesOf(pod)?.some((each) => each.claim.metadata.uid === claim.metadata.uid) === true;
    return isUsed && (before === undefined || !equalJson(before.status ?? {}, claim.status ?? {}));
  }

  /** A PodSchedulingContext was created, or changed. */
  afterContextChange(pod: ClassicPod, before: PodSchedulingContext | undefined, context: PodSchedulingContext): boolean {
    const { name, namespace } = context.metadata;
    if (name !== pod.metadata.name || namespace !== pod.metadata.namespace) return false;
    const answers = context.status?.resourceClaims ?? [];
    const entries = this.#entriesOf(pod);
    if (entries === undefined || entries.some(({ entry, claim }) => waits(claim) && !answers.some((answer) => answer.name === entry)))
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

/** True for a claim about which drivers are queried. */
function waits({ spec, status }: ResourceClaim): boolean {
  return spec.allocationMode === 'WaitForFirstConsumer' && status?.allocation === undefined;
}
