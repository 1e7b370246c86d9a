// Claims that depend on the node: the one for extended resources asks for what no device plugin of the node serves.

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

/** The claims of a pod on nodes that are equal, or why it cannot go there. */
type ClaimsOnNode = ClaimsWithBinding | { readonly refusal: string };

interface ClaimsWithBinding {
  readonly claims: readonly ResourceClaim[];
  /** Why the scheduler fails to bind the pod, though the claims may get devices. Absent: it does not. */
  readonly unbound?: Unbound;
}

/** Why a pod cannot be bound: in the words of the scheduler, and for people. */
export interface Unbound {
  readonly words: string;
  readonly detail: string;
}

/** The claims of one pod, node by node. */
export class NodeClaims {
  /** The claim for extended resources, as far as it is the same everywhere; absent: only device plugins can serve them. */
  readonly extended?: ExtendedClaim;
  readonly #pod: string;
  readonly #own: readonly ResourceClaim[];
  readonly #demand: ExtendedDemand;
  readonly #byRequests = new Map<readonly DeviceRequest[], ClaimsOnNode>();

  /** `own` are the claims that the pod has on every node, `pod` is its name with the namespace. */
  constructor(pod: string, own: readonly ResourceClaim[], demand: ExtendedDemand, extended: ExtendedClaim | undefined) {
    this.#pod = pod;
    this.#own = own;
    this.#demand = demand;
    if (extended !== undefined) this.extended = extended;
  }

  /** Returns the claims of the pod where these are the ones that it has on every node. */
  withOwn(own: readonly ResourceClaim[]): NodeClaims {
    return new NodeClaims(this.#pod, own, this.#demand, this.extended);
  }

  /** Returns the claims of the pod with another spec, which names the same claims, or with other classes. `classes`: as for the demand. */
  *withPod(pod: Pod, classes: ExtendedResourceClasses | undefined, checkpoint: Checkpoint): Incremental<NodeClaims> {
    const demand = yield* ExtendedDemand.of(pod.spec, classes, checkpoint);
    const extended = this.extended ?? extendedClaim(podOwner(pod), extendedBaseName(pod.metadata.name));
    return new NodeClaims(this.#pod, this.#own, demand, extended);
  }

  /** The claims on a node, the one for extended resources last: the same object for nodes with the same claims. */
  *on(node: Node, checkpoint: Checkpoint = UNLIMITED): Incremental<ClaimsOnNode> {
    const share = yield* this.#demand.on(node, this.#own.length > 0, checkpoint);
    if ('refusal' in share) return share;
    return entryIn(this.#byRequests, share.requests, (requests) => {
      const claims = [...this.#own, ...this.#claimFor(requests)];
      return share.hasEmptyClaim === true ? { claims, unbound: this.#emptyClaim() } : { claims };
    });
  }

  /** The claim serves no container then, which the scheduler finds out last. Source: patchPodExtendedResourceClaimStatus of plugin dynamicresources. */
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

/** Nodes that are equal for a pod. */
export interface NodeKind extends ClaimsWithBinding {
  readonly nodes: readonly Node[];
}

/** Nodes by the claims that a pod has on them. */
export interface NodeKinds {
  readonly kinds: readonly NodeKind[];
  /** Nodes that are out whatever devices they have, and why. */
  readonly refused: readonly { readonly node: Node; readonly reason: string }[];
}

/** Sorts nodes by the claims on them, in order of first appearance. */
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
