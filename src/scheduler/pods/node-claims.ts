// The claims of a pod that depend on the node: the claim for extended resources requests only resources that no device plugin of the node
// serves.

import type { Node } from '../../core/api/node.js';
import type { Pod } from '../../core/api/pod.js';
import type { DeviceRequest, ResourceClaim } from '../../core/api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { podOwner } from './claim-owner.js';
import { ExtendedDemand } from './extended-demand.js';
import type { ExtendedResourceClasses } from './extended-resources.js';
import { type ExtendedClaim, extendedBaseName, extendedClaim } from './template.js';

/** The claims of a pod on equal nodes, or the reason why it cannot run there. */
type ClaimsOnNode = ClaimsWithBinding | { readonly refusal: string };

interface ClaimsWithBinding {
  readonly claims: readonly ResourceClaim[];
  /** Why the scheduler fails to bind the pod even if the claims are allocated. Absent: binding succeeds. */
  readonly unbound?: Unbound;
}

/** Why a pod cannot be bound: in the words of the scheduler, and for people. */
export interface Unbound {
  readonly words: string;
  readonly detail: string;
}

/** The claims of one pod, node by node. */
export class NodeClaims {
  /** The part of the claim for extended resources that does not depend on the node. Absent if only device plugins can serve them. */
  readonly extended?: ExtendedClaim;
  readonly #pod: string;
  readonly #nodeClaims: readonly ResourceClaim[];
  readonly #demand: ExtendedDemand;
  readonly #byRequests = new Map<readonly DeviceRequest[], ClaimsOnNode>();

  /** `nodeClaims`: the claims of the pod that are the same on every node. `pod`: namespace and name. */
  constructor(pod: string, nodeClaims: readonly ResourceClaim[], demand: ExtendedDemand, extended: ExtendedClaim | undefined) {
    this.#pod = pod;
    this.#nodeClaims = nodeClaims;
    this.#demand = demand;
    if (extended !== undefined) this.extended = extended;
  }

  /** Returns the claims of the pod with other node-independent claims. */
  withOwn(nodeClaims: readonly ResourceClaim[]): NodeClaims {
    return new NodeClaims(this.#pod, nodeClaims, this.#demand, this.extended);
  }

  /** Returns the claims of the pod with an edited spec that names the same claims, or with other classes. `classes`: as for the demand. */
  *withPod(pod: Pod, classes: ExtendedResourceClasses | undefined, checkpoint: Checkpoint): Incremental<NodeClaims> {
    const demand = yield* ExtendedDemand.of(pod.spec, classes, checkpoint);
    const extended = this.extended ?? extendedClaim(podOwner(pod), extendedBaseName(pod.metadata.name));
    return new NodeClaims(this.#pod, this.#nodeClaims, demand, extended);
  }

  /** Returns the claims on a node, with the claim for extended resources last. Nodes with the same claims have the same object. */
  *on(node: Node, checkpoint: Checkpoint = UNLIMITED): Incremental<ClaimsOnNode> {
    const share = yield* this.#demand.on(node, this.#nodeClaims.length > 0, checkpoint);
    if ('refusal' in share) return share;
    return entryIn(this.#byRequests, share.requests, (requests) => {
      const claims = [...this.#nodeClaims, ...this.#claimFor(requests)];
      return share.hasEmptyClaim === true ? { claims, unbound: this.#emptyClaim() } : { claims };
    });
  }

  /**
   * The claim then serves no container, which the scheduler detects last. Source: patchPodExtendedResourceClaimStatus of plugin
   * dynamicresources.
   */
  #emptyClaim(): Unbound {
    const words = `nil or empty request mappings, no update of pod ${this.#pod} ExtendedResourceClaimStatus`;
    return { words, detail: EMPTY_CLAIM };
  }

  #claimFor(requests: readonly DeviceRequest[]): ResourceClaim[] {
    if (this.extended === undefined || requests.length === 0) return [];
    const { metadata, reservedFor } = this.extended;
    return [{ metadata, spec: { devices: { requests, constraints: [], config: [] } }, status: { reservedFor } }];
  }
}

const EMPTY_CLAIM = 'the claim for its extended resources would be empty here, and the scheduler fails to bind a pod with such a claim';

/** Nodes on which a pod has the same claims. */
export interface NodeKind extends ClaimsWithBinding {
  readonly nodes: readonly Node[];
}

/** Nodes by the claims that a pod has on them. */
export interface NodeKinds {
  readonly kinds: readonly NodeKind[];
  /** Nodes that are rejected regardless of their devices, with the reason. */
  readonly refused: readonly { readonly node: Node; readonly reason: string }[];
}

/** Groups nodes by the claims on them, in order of first appearance. */
export function* nodeKinds(
  group: { readonly claims: readonly ResourceClaim[]; readonly perNode?: NodeClaims },
  nodes: readonly Node[],
  checkpoint: Checkpoint = UNLIMITED,
): Incremental<NodeKinds> {
  const { perNode, claims } = group;
  if (perNode === undefined) return { kinds: [{ claims, nodes }], refused: [] };
  const kinds = new Map<ClaimsOnNode, NodeKind & { readonly nodes: Node[] }>();
  const refused: { readonly node: Node; readonly reason: string }[] = [];
  for (const node of nodes) {
    const found = yield* perNode.on(node, checkpoint);
    if ('refusal' in found) refused.push({ node, reason: found.refusal });
    else entryIn(kinds, found, () => ({ ...found, nodes: [] })).nodes.push(node);
    if (checkpoint.due()) yield;
  }
  return { kinds: [...kinds.values()], refused };
}
