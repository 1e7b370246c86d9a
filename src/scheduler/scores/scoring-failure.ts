// The failure of some releases to score nodes for a pod that has allocated claims and claims to allocate: the behaviour
// `allocatedClaimsFailScoring`. Source: computeScore of plugin dynamicresources of Kubernetes 1.36.1.

import type { ResourceClaim } from '../../core/api/resource-claim.js';
import { fixInWords } from '../../core/features/behaviours.js';
import type { Rejection } from '../filters/filter.js';

/** Returns why these releases cannot score a suitable node among several; undefined if they can. `claims`: the claims of the pod on that node. */
export function scoringFailure(claims: readonly ResourceClaim[]): Rejection | undefined {
  const allocations = claims.filter(({ status }) => status.allocation === undefined).length;
  if (allocations === 0 || allocations === claims.length) return undefined;
  const cause = `number of allocations ${allocations} is smaller than number of claims`;
  const message = `running Score plugins: plugin "DynamicResources" failed with: ${cause}`;
  return {
    code: 'not-scored',
    message,
    detail: `this release cannot score nodes for a pod of which only some claims are allocated; ${fixInWords('allocatedClaimsFailScoring')}`,
    isError: true,
  };
}
