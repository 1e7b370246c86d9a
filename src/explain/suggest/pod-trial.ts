// The pod of a question with edits made: what the scheduler's filters say of it on the node as that is then.

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

/** A pod that takes something of a node. */
export interface RunningPod {
  readonly pod: Pod;
  readonly info: PodInfo;
}

/** The pod of a question, and what filters check on the node that the question is about. */
export interface PodOnNode {
  /** The pod as its author wrote it. */
  readonly pod: Pod;
  /** The pod as it would be stored; undefined: the API server rejects it. */
  readonly admitted: (pod: Pod, checkpoint: Checkpoint) => Pod | undefined;
  readonly info: NodeInfo;
  /** The pods on the node that somebody could delete. */
  readonly running: () => Iterable<RunningPod>;
  /** All nodes: a label that some node has is spelled as its author meant. */
  readonly nodes: () => Iterable<Node>;
  readonly context: FilterContext;
  /** The claims by what the pod requests of extended resources. Absent: they are the same whatever it requests. */
  readonly perNode?: NodeClaims | undefined;
  readonly claimRules: PodClaimRules;
  /** Returns the words by which a quota rejects the claims as edits change them. Absent: no quota limits them. */
  readonly quotaRejection?: ((claims: readonly ResourceClaim[]) => string | undefined) | undefined;
  /** Returns the pods that were placed before it with claims. Absent: there are none. */
  readonly placed?: () => readonly PlacedSet[];
}

/** A pod that was placed before the one of a question, and that no cluster has on a node yet. */
export interface PlacedPod {
  /** The pod as its author wrote it. */
  readonly pod: Pod;
  readonly info: PodInfo;
  readonly node: string;
  /** Its claims without the allocations that they got. */
  readonly claims: readonly ResourceClaim[];
}

/** Placed pods that change together: all of one template, or a single pod. */
export interface PlacedSet {
  /** The pod of the question has the same template. */
  readonly isOwn: boolean;
  /** In the order in which they were placed. */
  readonly pods: readonly PlacedPod[];
}

/** The part of a pod on a node that follows from its claims. */
export type ClaimsOnNode = Pick<PodOnNode, 'perNode' | 'claimRules' | 'quotaRejection'>;

/** The scheduler's rules about the claims of a pod besides the allocation of devices. */
export interface PodClaimRules {
  /** Returns why the pod cannot have its claims on a node, whatever devices they get. */
  rejectionOn(node: Node, pod: Pod, claims: readonly ResourceClaim[]): Rejection | undefined;
  /** Returns why the node has too little room for what the devices of the claims, which `slices` have, take of it. Throws an AllocationError where that is unknown. */
  lacksOn(
    info: NodeInfo,
    { pod, claims, slices }: { readonly pod: Pod; readonly claims: readonly ResourceClaim[]; readonly slices: Slices },
    allocations: readonly AllocationResult[],
  ): readonly Rejection[];
}

/** A pod that neither filters nor rules about claims keep off the node. */
export interface PodThere {
  /** The claims that it has then, as they are without other edits. */
  readonly claims: readonly ResourceClaim[];
  /** Returns whether the node has room for what the devices take. `fresh`: the devices of the claims that have none yet. `slices`: as they are then. */
  hasRoomFor(claims: readonly ResourceClaim[], fresh: readonly AllocationResult[], slices: Slices): boolean;
}

/** Asks filters about one pod. */
export class PodTrial {
  readonly #on: PodOnNode;
  readonly #asksFilters: boolean;

  /** `asksFilters`: false where devices are all that counts. */
  constructor(on: PodOnNode, asksFilters: boolean) {
    this.#on = on;
    this.#asksFilters = asksFilters;
  }

  /** The pod with edits made, or that a filter, a rule about claims, or the API server rejects it. `asked`: the claims of the question. */
  *with(edited: EditedObjects, asked: readonly ResourceClaim[], checkpoint: Checkpoint): Incremental<PodThere | 'refused'> {
    const { pod: given, admitted, context, claimRules, perNode, quotaRejection } = this.#on;
    const pod = admitted(edited.now(given), checkpoint);
    if (pod === undefined) return 'refused';
    const info = yield* this.#infoWith(edited, checkpoint);
    const changed = edited.of('DeviceClass').flatMap(({ after }) => after ?? []);
    const classes = changed.length === 0 ? context.classes : context.classes.with(changed);
    if (this.#asksFilters && (yield* filterNode(pod, info, { ...context, classes }, checkpoint)).length > 0) return 'refused';
    const serving = context.features.extendedResource ? classes : undefined;
    const changedClaims = perNode && (yield* perNode.withPod(pod, serving, checkpoint));
    const share = changedClaims && (yield* changedClaims.on(info.node, checkpoint));
    const isRefused = share !== undefined && ('refusal' in share || share.unbound !== undefined);
    if (this.#asksFilters && isRefused) return 'refused';
    const before = share === undefined || 'refusal' in share ? asked : knownAmong(asked, share.claims);
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
    const { info: given, running } = this.#on;
    const [node] = edited.of('Node');
    const after = node?.after;
    if (after !== undefined && node?.before !== given.node) return yield* nodeInfo(after, [], checkpoint);
    const deleted = new Set(edited.of('Pod').flatMap(({ before, after }) => (after === undefined ? [before] : [])));
    let info = given;
    if (deleted.size > 0) for (const one of running()) if (deleted.has(one.pod)) info = withoutPod(info, one.info);
    for (const each of edited.swaps.flatMap(({ joiningPods }) => joiningPods))
      if (each.node !== given.node.metadata.name) info = yield* withPod(info, each.info, checkpoint);
    return after === undefined ? info : yield* withNode(info, after, checkpoint);
  }
}

/** The claims of a pod; those that are known as edits know them, but for the claim for extended resources, which depends on the pod. */
function knownAmong(known: readonly ResourceClaim[], claims: readonly ResourceClaim[]): readonly ResourceClaim[] {
  const isSame = (one: ResourceClaim, { metadata: { namespace, name } }: ResourceClaim): boolean =>
    one.metadata.name === name && one.metadata.namespace === namespace;
  return claims.map((claim) => (isExtendedClaim(claim) ? claim : (known.find((one) => isSame(one, claim)) ?? claim)));
}

/** The devices of all claims, those that they had among them. */
function allAllocations(claims: readonly ResourceClaim[], fresh: readonly AllocationResult[]): readonly AllocationResult[] {
  let next = 0;
  return claims.map(({ status: { allocation } }) =>
    allocation === undefined ? (fresh[next++] as AllocationResult) : (allocation.source as unknown as AllocationResult),
  );
}
