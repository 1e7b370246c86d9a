// The questions about devices that a pod leads to: nodes on which it has the same claims, and claims that have to be queried by themselves.

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
import type { PassingNodes } from './nodes-asked.js';

/** The nodes on which a pod has the same claims. */
export interface Part {
  readonly claims: ClaimSet;
  /** Some of them are allocated, as of when they were found; undefined: that is unknown. */
  readonly hasAllocated?: boolean;
  /** The nodes, listed when they are requested. */
  readonly on: { readonly nodes: readonly Node[] };
  /** The share of the nodes of the cluster that these are. */
  readonly share: number;
  /** Why a pod that gets its devices on these nodes cannot be bound there. */
  readonly unbound?: Rejection | undefined;
}

/** All parts, and the nodes that are out whatever devices they have. */
export interface Parts {
  readonly parts: readonly Part[];
  readonly refused: ReadonlyMap<string, Rejection>;
}

/** The part of the nodes that passed, all together; undefined: the pod has not the same claims on each. `nodeCount`: of the cluster. */
export function onlyPart(
  { found, claims, hasAllocated, unbound }: ClaimsOfPod,
  passing: Pick<PassingNodes, 'count' | 'nodes'>,
  nodeCount: number,
): Parts | undefined {
  if (found.perNode !== undefined) return undefined;
  return { parts: [{ claims, hasAllocated, on: passing, share: passing.count / nodeCount, unbound }], refused: NONE_REFUSED };
}

/** The parts of the nodes that passed. `nodeCount`: of the cluster. */
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
/** Nobody asks about devices where no node is left: what is wrong with them does not matter there. */
export const NO_PARTS: Parts = { parts: [], refused: NONE_REFUSED };

/** The parts without the nodes on which the pod cannot have a claim since others have it; a part of no other nodes goes. */
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
    // Less than all of them, whatever the share was: they are queried by name.
    if (nodes.length === part.on.nodes.length) return [part];
    return nodes.length === 0 ? [] : [{ ...part, on: { nodes }, share: 0 }];
  });
  return { parts: left, refused: all };
}

/** The part of the nodes where an allocated claim cannot be had, with the other claims. */
export function pendingPart({ on }: Part, attempt: ClusterAttempt, availability: AvailabilityOptions): Part | undefined {
  if (!attempt.hasAllocated) return undefined;
  const elsewhere = new ClaimsElsewhere(attempt.knownClaims, availability);
  const out = elsewhere.nodesToAsk(on.nodes);
  return out.length === 0 ? undefined : { claims: new ClaimSet(elsewhere.pending), on: { nodes: out }, share: 0 };
}
