// Tries edits on the scheduler's filters for the pod of a question, on the edited node.

import type { AllocationResult } from '../../allocator/decode/allocation-result.js';
import type { Slices } from '../../allocator/pools/slice-index.js';
import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { mapping } from '../../core/base/lists-in-increments.js';
import type { VersionedList } from '../../core/base/versioned-list.js';
import type { Namespaces } from '../../scheduler/filters/affinity-terms.js';
import type { FilterContext, Rejection } from '../../scheduler/filters/filter.js';
import { filterNode } from '../../scheduler/filters/filters.js';
import {
  type NodeInfo,
  nodeInfo,
  type PodInfo,
  podInfo as podInfoOf,
  withNode,
  withoutPod,
  withPod,
} from '../../scheduler/filters/node-info.js';
import type { NodeClaims } from '../../scheduler/pods/node-claims.js';
import { isExtendedClaim } from '../../scheduler/pods/template.js';
import type { StorageEdits } from '../../scheduler/volumes/edited-storage.js';
import type { StorageObjects } from '../../scheduler/volumes/storage-objects.js';
import type { EditedObjects } from './edited-objects.js';

/** A pod that uses resources of a node. */
export interface RunningPod {
  readonly pod: Pod;
  readonly info: PodInfo;
}

/** A cluster after edits. */
export interface EditedCluster {
  /** The node of the question. */
  readonly info: NodeInfo;
  /** The other nodes that edits change. */
  readonly others: readonly NodeInfo[];
  /** Absent: no edit changes storage objects, or deletes pods. */
  readonly storage?: StorageEdits | undefined;
}

/** The rules that depend on volumes and on the pods of all nodes, and the objects that they read. */
export interface ClusterView {
  /** All nodes with their pods, by name. */
  readonly infos: VersionedList<NodeInfo>;
  readonly infoOf: (node: string) => NodeInfo | undefined;
  readonly namespaces: Namespaces;
  readonly storage: StorageObjects;
  /** Returns why these rules reject the node of the question for a pod, with the reasons of each rule; empty if they pass. */
  readonly testing: (pod: Pod, after: EditedCluster, checkpoint: Checkpoint) => Incremental<readonly Rejection[]>;
}

/** The pod of a question, and the inputs of filters on the node of the question. */
export interface PodOnNode {
  /** The pod as its author wrote it. */
  readonly pod: Pod;
  /** Returns the pod as it would be stored; undefined if the API server rejects it. */
  readonly admitted: (pod: Pod, checkpoint: Checkpoint) => Pod | undefined;
  readonly info: NodeInfo;
  /** Returns the pods on a node that can be changed or deleted. */
  readonly running: (node: string) => Iterable<RunningPod>;
  /** All nodes. A label that any node has is not a misspelling. */
  readonly nodes: () => Iterable<Node>;
  readonly context: FilterContext;
  readonly cluster: ClusterView;
  /** The claims by the extended resources that the pod requests. Absent if the claims do not depend on extended resources. */
  readonly perNode?: NodeClaims | undefined;
  readonly claimRules: PodClaimRules;
  /** Returns the message with which a quota rejects edited claims. Absent: no quota limits them. */
  readonly quotaRejection?: ((claims: readonly ResourceClaim[]) => string | undefined) | undefined;
  /** Returns the pods with claims that were placed before the pod of the question. Absent if no pods were placed. */
  readonly placed?: () => readonly PlacedSet[];
}

/** A pod that was placed before the pod of a question, but that no node of a cluster has yet. */
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
   * Returns why the node lacks room for the node resources that the devices of the claims use. `slices`: the slices with these
   * devices. Throws an AllocationError if that cannot be decided.
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
    const { pod: originalPod, admitted, context, cluster, claimRules, perNode, quotaRejection } = this.#on;
    const pod = admitted(edited.now(originalPod), checkpoint);
    if (pod === undefined) return 'refused';
    const after = yield* this.#clusterWith(edited, checkpoint);
    const { info } = after;
    const changed = edited.of('DeviceClass').flatMap(({ after }) => after ?? []);
    const classes = changed.length === 0 ? context.classes : context.classes.with(changed);
    if (this.#asksFilters) {
      const rejections = yield* filterNode(pod, info, { ...context, classes }, checkpoint);
      if (rejections.length > 0 || (yield* cluster.testing(pod, after, checkpoint)).length > 0) return 'refused';
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

  /** Returns the nodes and the storage after edits. A new node takes the place of the node of the question. */
  *#clusterWith(edited: EditedObjects, checkpoint: Checkpoint): Incremental<EditedCluster> {
    const { pod: originalPod, info: podInfo, cluster } = this.#on;
    const pods = edited.of('Pod').filter(({ before }) => before !== originalPod);
    const nodes = edited.of('Node');
    const names = new Set([
      ...pods.map(({ before }) => before.spec.nodeName),
      ...nodes.flatMap(({ before }) => (cluster.infoOf(before.metadata.name)?.node === before ? [before.metadata.name] : [])),
    ]);
    names.delete(podInfo.node.metadata.name);
    const others: NodeInfo[] = [];
    for (const name of names) {
      const other = cluster.infoOf(name);
      if (other !== undefined) others.push(yield* this.#withEdits(other, edited, checkpoint));
    }
    const { newNode } = edited;
    const info = newNode === undefined ? yield* this.#withEdits(podInfo, edited, checkpoint) : yield* nodeInfo(newNode, [], checkpoint);
    return { info, others, storage: storageEdits(edited) };
  }

  /** Returns a node with its edits, and with the edits of its pods. */
  *#withEdits(before: NodeInfo, edited: EditedObjects, checkpoint: Checkpoint): Incremental<NodeInfo> {
    const { running, info: podInfo, context } = this.#on;
    const { name } = before.node.metadata;
    const pods = new Map(edited.of('Pod').map((each) => [each.before, each.after]));
    let info = before;
    for (const one of pods.size === 0 ? [] : [...running(name)]) {
      if (!pods.has(one.pod)) continue;
      info = withoutPod(info, one.info);
      const after = pods.get(one.pod);
      if (after !== undefined) info = yield* withPod(info, yield* podInfoOf(after, context.features, checkpoint), checkpoint);
    }
    const joining = before === podInfo ? edited.swaps.flatMap(({ joiningPods }) => joiningPods) : [];
    for (const each of joining) if (each.node !== name) info = yield* withPod(info, each.info, checkpoint);
    const node = edited.now(before.node);
    return node === before.node ? info : yield* withNode(info, node, checkpoint);
  }
}

/** Returns the edits that the rules for volumes depend on; undefined if none exists. */
function storageEdits(edited: EditedObjects): StorageEdits | undefined {
  const claims = edited.of('PersistentVolumeClaim').map(({ before, after = before }) => ({ before, after }));
  const volumes = edited.of('PersistentVolume').map(({ before, after = before }) => ({ before, after }));
  const deletedPods = new Set(edited.of('Pod').flatMap(({ before, after }) => (after === undefined ? [before] : [])));
  return claims.length + volumes.length + deletedPods.size === 0 ? undefined : { claims, volumes, deletedPods };
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
