// The questions about devices that a pod leads to: nodes on which it has the same claims, and claims that have to be asked about by themselves.

import type { Node } from '../../api/node.js';
import { unboundBecause } from '../../filters/dynamic-resources.js';
import type { Rejection } from '../../filters/filter.js';
import type { FoundClaims } from '../../schedule/claim-finder.js';
import { nodeKinds } from '../../schedule/node-claims.js';
import { ClaimSet } from '../claims.js';
import type { ClusterAttempt } from '../cluster-attempt.js';
import { ClaimsElsewhere } from './claims-elsewhere.js';
import type { PodAnswers } from './pod-findings.js';

/** The nodes on which a pod has the same claims. */
export interface Part {
  readonly claims: ClaimSet;
  readonly nodes: readonly Node[];
  /** True where these are all nodes of the cluster. */
  readonly isEvery: boolean;
  /** Why a pod that gets its devices on these nodes cannot be bound there. */
  readonly unbound?: Rejection | undefined;
}

/** All parts, and the nodes that are out whatever devices they have. */
export interface Parts {
  readonly parts: readonly Part[];
  readonly refused: ReadonlyMap<string, Rejection>;
}

/** The parts of the nodes that passed. `unbound`: why the pod cannot be bound anywhere. `nodeCount`: of the cluster. */
export function partsOf(found: FoundClaims, passing: readonly Node[], unbound: Rejection | undefined, nodeCount: number): Parts {
  const refused = new Map<string, Rejection>();
  const isEvery = passing.length === nodeCount;
  if (found.perNode === undefined) return { parts: [{ claims: new ClaimSet(found.claims), nodes: passing, isEvery, unbound }], refused };
  const kinds = nodeKinds(found, passing);
  for (const { node, reason } of kinds.refused) {
    refused.set(node.metadata.name, { code: 'devices', message: 'cannot fit resource', detail: reason });
  }
  const parts = kinds.kinds.map(({ claims, nodes, unbound: there }): Part => {
    const rejection = unbound ?? (there && unboundBecause(there.words, there.detail));
    return { claims: new ClaimSet(claims), nodes, isEvery: isEvery && nodes.length === passing.length, unbound: rejection };
  });
  return { parts, refused };
}

/** The parts without the nodes on which the pod cannot have a claim since others have it. */
export function withoutSharing({ parts, refused }: Parts, sharing: (part: Part) => (node: Node) => Rejection | undefined): Parts {
  const all = new Map(refused);
  const left = parts.map((part): Part => {
    const rejectionOn = sharing(part);
    const nodes = part.nodes.filter((node) => {
      const rejection = rejectionOn(node);
      if (rejection !== undefined) all.set(node.metadata.name, rejection);
      return rejection === undefined;
    });
    return nodes.length === part.nodes.length ? part : { ...part, nodes, isEvery: false };
  });
  return { parts: left, refused: all };
}

/** The part of the nodes where an allocated claim cannot be had, with the other claims. */
export function pendingPart({ nodes }: Part, attempt: ClusterAttempt, availability: PodAnswers['availability']): Part | undefined {
  if (!attempt.hasAllocated) return undefined;
  const elsewhere = new ClaimsElsewhere(attempt.knownClaims, availability);
  const out = elsewhere.nodesToAsk(nodes);
  return out.length === 0 ? undefined : { claims: new ClaimSet(elsewhere.pending), nodes: out, isEvery: false };
}
