// Groups the nodes of a pod by the claims that it has there, for the search of devices.

import type { AvailabilityOptions } from '../allocator/encode/availability.js';
import { ClaimSet } from '../cluster/claims.js';
import type { ClusterAttempt } from '../cluster/cluster-attempt.js';
import type { Node } from '../core/api/node.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { unboundBecause } from '../scheduler/filters/dynamic-resources.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import { nodeKinds } from '../scheduler/pods/node-claims.js';
import { ClaimsElsewhere } from './claims-elsewhere.js';
import type { ClaimsOfPod } from './claims-of-pod.js';
import type { PassingNodes } from './queried-nodes.js';

/** Nodes on which the pod has the same claims. */
export interface Part {
  readonly claims: ClaimSet;
  /** True if some claim was allocated when the claims were found; undefined if not determined. */
  readonly hasAllocated?: boolean;
  /** The nodes, listed on first access. */
  readonly on: { readonly nodes: readonly Node[] };
  /** The fraction of the cluster's nodes that are in this part. */
  readonly share: number;
  /** Why a pod that is allocated devices on these nodes cannot be bound there. */
  readonly unbound?: Rejection | undefined;
}

/** All parts, and the nodes that are rejected regardless of their devices. */
export interface Parts {
  readonly parts: readonly Part[];
  readonly refused: ReadonlyMap<string, Rejection>;
}

/**
 * Returns one part with all passing nodes; undefined if the claims differ between nodes. `nodeCount`: the number of nodes in
 * the cluster.
 */
export function onlyPart(
  { found, claims, hasAllocated, unbound }: ClaimsOfPod,
  passing: Pick<PassingNodes, 'count' | 'nodes'>,
  nodeCount: number,
): Parts | undefined {
  if (found.perNode !== undefined) return undefined;
  return { parts: [{ claims, hasAllocated, on: passing, share: passing.count / nodeCount, unbound }], refused: NONE_REFUSED };
}

/** Returns the parts of the passing nodes. `nodeCount`: the number of nodes in the cluster. */
export function* partsOf(
  ofPod: ClaimsOfPod,
  passing: Pick<PassingNodes, 'count' | 'nodes'>,
  nodeCount: number,
  checkpoint: Checkpoint,
): Incremental<Parts> {
  const only = onlyPart(ofPod, passing, nodeCount);
  if (only !== undefined) return only;
  const { found, unbound } = ofPod;
  const kinds = yield* nodeKinds(found, passing.nodes, checkpoint);
  const refused = new Map<string, Rejection>();
  for (const { node, reason } of kinds.refused) {
    refused.set(node.metadata.name, { code: 'devices', message: 'cannot fit resource', detail: reason });
  }
  const parts = kinds.kinds.map(({ claims, nodes, unbound: there }): Part => {
    const rejection = unbound ?? (there && unboundBecause(there.words, there.detail));
    return { claims: new ClaimSet(claims), on: { nodes }, share: nodes.length / nodeCount, unbound: rejection };
  });
  return { parts, refused };
}

const NONE_REFUSED: ReadonlyMap<string, Rejection> = new Map<string, Rejection>();
/** There are no parts. Without passing nodes, no devices are searched and errors of devices have no effect. */
export const NO_PARTS: Parts = { parts: [], refused: NONE_REFUSED };

/** Returns the parts without the nodes on which the pod cannot share a claim. Parts that become empty are dropped. */
export function withoutSharing(
  { parts, refused }: Parts,
  sharing: (part: Part) => ((node: Node) => Rejection | undefined) | undefined,
): Parts {
  const all = new Map(refused);
  const left = parts.flatMap((part): readonly Part[] => {
    const rejectionOn = sharing(part);
    if (rejectionOn === undefined) return [part];
    const nodes = part.on.nodes.filter((node) => {
      const rejection = rejectionOn(node);
      if (rejection !== undefined) all.set(node.metadata.name, rejection);
      return rejection === undefined;
    });
    // The fraction is zero, because the nodes of this part are queried by name.
    if (nodes.length === part.on.nodes.length) return [part];
    return nodes.length === 0 ? [] : [{ ...part, on: { nodes }, share: 0 }];
  });
  return { parts: left, refused: all };
}

/** Returns the part with the nodes where an allocated claim is unavailable, and the pending claims. */
export function pendingPart({ on }: Part, attempt: ClusterAttempt, availability: AvailabilityOptions): Part | undefined {
  if (!attempt.hasAllocated) return undefined;
  const elsewhere = new ClaimsElsewhere(attempt.currentClaims, availability);
  const out = elsewhere.nodesToAsk(on.nodes);
  return out.length === 0 ? undefined : { claims: new ClaimSet(elsewhere.pending), on: { nodes: out }, share: 0 };
}
