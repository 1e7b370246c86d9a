// Tries edits on the scheduler's filters for the pod of a question, on the edited node.

import type { AllocationResult } from '../../allocator/decode/allocation-result.js';
import type { Slices } from '../../allocator/pools/slice-index.js';
import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { mapping } from '../../core/base/lists-in-increments.js';
import type { FilterContext, Rejection } from '../../scheduler/filters/filter.js';
import { filterNode } from '../../scheduler/filters/filters.js';
import { type NodeInfo, nodeInfo, type PodInfo, withNode, withoutPod, withPod } from '../../scheduler/filters/node-info.js';
import type { NodeClaims } from '../../scheduler/pods/node-claims.js';
import { isExtendedClaim } from '../../scheduler/pods/template.js';
import type { EditedObjects } from './edited-objects.js';

/** A pod that uses resources of a node. */
export interface RunningPod {
  readonly pod: Pod;
  readonly info: PodInfo;
}

/** Returns why filters that depend on the pods of all nodes reject a node for a pod; empty if they pass. */
export type ClusterTest = (pod: Pod, info: NodeInfo, checkpoint: Checkpoint) => Incremental<readonly Rejection[]>;

/** The pod of a question, and the inputs of filters on the node of the question. */
export interface PodOnNode {
  /** The pod as its author wrote it. */
  readonly pod: Pod;
  /** Returns the pod as it would be stored; undefined if the API server rejects it. */
  readonly admitted: (pod: Pod, checkpoint: Checkpoint) => Pod | undefined;
  readonly info: NodeInfo;
  /** The pods on the node that can be deleted. */
  readonly running: () => Iterable<RunningPod>;
  /** All nodes: a label that any node has is correctly spelled. */
  readonly nodes: () => Iterable<Node>;
  readonly context: FilterContext;
  readonly clusterTest: ClusterTest;
  /** The claims by the extended resources that the pod requests. Absent if the claims do not depend on extended resources. */
  readonly perNode?: NodeClaims | undefined;
  readonly claimRules: PodClaimRules;
  /** Returns the message with which a quota rejects edited claims. Absent: no quota limits them. */
  readonly quotaRejection?: ((claims: readonly ResourceClaim[]) => string | undefined) | undefined;
  /** Returns the pods with claims that were placed before it. Absent: there are none. */
  readonly placed?: () => readonly PlacedSet[];
}

/** A pod that was placed before the pod of a question, but is not yet on a node of a cluster. */
export interface PlacedPod {
  /** The pod as its author wrote it. */
  readonly pod: Pod;
  readonly info: PodInfo;
  readonly node: string;
  /** Its claims without their new allocations. */
  readonly claims: readonly ResourceClaim[];
}

/** Placed pods that change together: all pods of one template, or a single pod. */
export interface PlacedSet {
  /** True if the pod of the question has the same template. */
  readonly isOwn: boolean;
  /** In placement order. */
  readonly pods: readonly PlacedPod[];
}

/** The part of a pod on a node that depends on its claims. */
export type ClaimsOnNode = Pick<PodOnNode, 'perNode' | 'claimRules' | 'quotaRejection'>;

/** The scheduler's rules about the claims of a pod, other than device allocation. */
export interface PodClaimRules {
  /** Returns why the pod cannot have its claims on a node, regardless of their devices. */
  rejectionOn(node: Node, pod: Pod, claims: readonly ResourceClaim[]): Rejection | undefined;
  /**
   * Returns why the node lacks room for the node resources that the devices of the claims use. `slices`: have these devices. Throws an
   * AllocationError if that cannot be decided.
   */
  lacksOn(
    info: NodeInfo,
    { pod, claims, slices }: { readonly pod: Pod; readonly claims: readonly ResourceClaim[]; readonly slices: Slices },
    allocations: readonly AllocationResult[],
  ): readonly Rejection[];
}

/** A pod that filters and claim rules accept on the node. */
export interface PodThere {
  /** The claims of the pod, without other edits. */
  readonly claims: readonly ResourceClaim[];
  /**
   * Returns whether the node has room for the node resources of the devices. `fresh`: the allocations of pending claims. `slices`: after the
   * edits.
   */
  hasRoomFor(claims: readonly ResourceClaim[], fresh: readonly AllocationResult[], slices: Slices): boolean;
}

/** Runs filters for one pod. */
export class PodTrial {
  readonly #on: PodOnNode;
  readonly #asksFilters: boolean;

  /** `asksFilters`: false if only devices count. */
  constructor(on: PodOnNode, asksFilters: boolean) {
    this.#on = on;
    this.#asksFilters = asksFilters;
  }

  /** Returns the edited pod, or that a filter, a claim rule or the API server rejects it. `queriedClaims`: the claims of the question. */
  *with(edited: EditedObjects, queriedClaims: readonly ResourceClaim[], checkpoint: Checkpoint): Incremental<PodThere | 'refused'> {
    const { pod: originalPod, admitted, context, clusterTest, claimRules, perNode, quotaRejection } = this.#on;
    const pod = admitted(edited.now(originalPod), checkpoint);
    if (pod === undefined) return 'refused';
    const info = yield* this.#infoWith(edited, checkpoint);
    const changed = edited.of('DeviceClass').flatMap(({ after }) => after ?? []);
    const classes = changed.length === 0 ? context.classes : context.classes.with(changed);
    if (this.#asksFilters) {
      const rejections = yield* filterNode(pod, info, { ...context, classes }, checkpoint);
      if (rejections.length > 0 || (yield* clusterTest(pod, info, checkpoint)).length > 0) return 'refused';
    }
    const serving = context.features.extendedResource ? classes : undefined;
    const changedClaims = perNode && (yield* perNode.withPod(pod, serving, checkpoint));
    const share = changedClaims && (yield* changedClaims.on(info.node, checkpoint));
    const isRefused = share !== undefined && ('refusal' in share || share.unbound !== undefined);
    if (this.#asksFilters && isRefused) return 'refused';
    const before = share === undefined || 'refusal' in share ? queriedClaims : includesAll(queriedClaims, share.claims);
    const claims = yield* mapping(before, (claim) => edited.inPlaceOf(claim), checkpoint);
    const now = yield* mapping(claims, (claim) => edited.now(claim), checkpoint);
    if (this.#asksFilters && (quotaRejection?.(now) ?? claimRules.rejectionOn(info.node, pod, now)) !== undefined) return 'refused';
    return {
      claims,
      hasRoomFor: (all, fresh, slices) =>
        !this.#asksFilters || claimRules.lacksOn(info, { pod, claims: all, slices }, allAllocations(all, fresh)).length === 0,
    };
  }

  *#infoWith(edited: EditedObjects, checkpoint: Checkpoint): Incremental<NodeInfo> {
    const { info: podInfo, running } = this.#on;
    const [node] = edited.of('Node');
    const after = node?.after;
    if (after !== undefined && node?.before !== podInfo.node) return yield* nodeInfo(after, [], checkpoint);
    const deleted = new Set(edited.of('Pod').flatMap(({ before, after }) => (after === undefined ? [before] : [])));
    let info = podInfo;
    if (deleted.size > 0) for (const one of running()) if (deleted.has(one.pod)) info = withoutPod(info, one.info);
    for (const each of edited.swaps.flatMap(({ joiningPods }) => joiningPods))
      if (each.node !== podInfo.node.metadata.name) info = yield* withPod(info, each.info, checkpoint);
    return after === undefined ? info : yield* withNode(info, after, checkpoint);
  }
}

/** Returns the claims of a pod, in the versions that edits refer to. The claim for extended resources is new, because it depends on the pod. */
function includesAll(knownClaims: readonly ResourceClaim[], claims: readonly ResourceClaim[]): readonly ResourceClaim[] {
  const isSame = (one: ResourceClaim, { metadata: { namespace, name } }: ResourceClaim): boolean =>
    one.metadata.name === name && one.metadata.namespace === namespace;
  return claims.map((claim) => (isExtendedClaim(claim) ? claim : (knownClaims.find((one) => isSame(one, claim)) ?? claim)));
}

/** Returns the allocations of all claims, including existing ones. */
function allAllocations(claims: readonly ResourceClaim[], fresh: readonly AllocationResult[]): readonly AllocationResult[] {
  let next = 0;
  return claims.map(({ status: { allocation } }) =>
    allocation === undefined ? (fresh[next++] as AllocationResult) : (allocation.source as unknown as AllocationResult),
  );
}
