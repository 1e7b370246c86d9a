// The rejections of nodes on which claims get no devices, told apart as Filter of plugin dynamicresources of Kubernetes 1.37.1 does it.

import type { Node } from '../../api/node.js';
import { UNLIMITED } from '../../base/checkpoint.js';
import { AllocationError } from '../../base/errors.js';
import { PreparedClaims } from '../../cluster/claims.js';
import { unavailabilityOf } from '../../encode/availability.js';
import type { Limits } from '../../evaluate/limits.js';
import type { Features } from '../../features/features.js';
import { CLAIM_ELSEWHERE, NO_DEVICES } from '../../filters/dynamic-resources.js';
import type { Rejection } from '../../filters/filter.js';
import type { PlacementCluster } from '../library.js';
import type { Attempt } from './attempt.js';

/**
 * The rejections of nodes where an attempt failed, but for those with errors. Claims that have their devices already are looked at only where the others
 * get theirs.
 */
export function devicesRejections(
  cluster: PlacementCluster,
  { claims, nodes }: Attempt,
  nodeOf: (name: string) => Node,
  features: Features,
  limits: Limits,
): ReadonlyMap<string, Rejection> {
  const allocated = claims.filter(({ status }) => status.allocation !== undefined);
  const pending = claims.filter(({ status }) => status.allocation === undefined);
  const out = nodes.filter((name) => allocated.some((claim) => isUnavailable(claim, nodeOf(name), features)));
  const serving = new Set(pending.length === 0 || out.length === 0 ? out : feasibleOf(cluster, pending, out, limits));
  return new Map(nodes.map((name) => [name, serving.has(name) ? CLAIM_ELSEWHERE : NO_DEVICES]));
}

function isUnavailable(claim: Attempt['claims'][number], node: Node, features: Features): boolean {
  try {
    return unavailabilityOf(claim, node, { features }, UNLIMITED) !== undefined;
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return false;
  }
}

function feasibleOf(cluster: PlacementCluster, claims: Attempt['claims'], nodes: readonly string[], limits: Limits): readonly string[] {
  const result = cluster.filter({ claims: new PreparedClaims(claims), nodes, limits });
  return result.kind === 'complete' ? result.feasible : result.feasibleSoFar;
}
