// Validates objects and statuses that actors write, so that an actor with outdated data is rejected. Source:
// pkg/apis/resource/validation of Kubernetes 1.30.14, ValidateClaimStatusUpdate and related functions.

import { MOST_CONSUMERS, MOST_NODES, type PodSchedulingContext, type ResourceClaim, type ResourceClaimStatus } from './kinds.js';
import { equalJson } from './objects.js';

/** Returns the problems of an update to the spec or metadata of a claim. */
export function claimUpdateProblems(claim: ResourceClaim, old: ResourceClaim): readonly string[] {
  return equalJson(claim.spec, old.spec) ? [] : ['spec: Invalid value: field is immutable'];
}

/** Returns the problems of an update to the status of a claim. */
export function claimStatusProblems(claim: ResourceClaim, old: ResourceClaim): readonly string[] {
  const status = claim.status ?? {};
  const before = old.status ?? {};
  return [
    ...allocationProblems(status),
    ...consumerProblems(status),
    ...reservationProblems(status, before, claim.metadata.deletionTimestamp !== undefined),
    ...deallocationProblems(status, before),
  ];
}

function allocationProblems({ allocation, driverName = '' }: ResourceClaimStatus): readonly string[] {
  if (allocation === undefined) return [];
  const problems = driverName === '' ? ['status.driverName: Required value: must be specified when `allocation` is set'] : [];
  const handles = allocation.resourceHandles?.length ?? 0;
  if (handles > 32) problems.push(`status.allocation.resourceHandles: Too long: must have at most 32 items`);
  return problems;
}

function consumerProblems({ reservedFor = [] }: ResourceClaimStatus): readonly string[] {
  const seen = new Set<string>();
  const problems: string[] = [];
  reservedFor.forEach(({ resource, name, uid }, index) => {
    const path = `status.reservedFor[${index}]`;
    if (seen.has(uid)) problems.push(`${path}.uid: Duplicate value: "${uid}"`);
    else
      for (const [field, value] of Object.entries({ resource, name, uid }))
        if (value === '') problems.push(`${path}.${field}: Required value`);
    seen.add(uid);
  });
  if (reservedFor.length > MOST_CONSUMERS) problems.push(`status.reservedFor: Too long: may not be longer than ${MOST_CONSUMERS}`);
  return problems;
}

function reservationProblems(status: ResourceClaimStatus, before: ResourceClaimStatus, isDeleted: boolean): readonly string[] {
  const { reservedFor = [], allocation } = status;
  if (reservedFor.length === 0) return [];
  if (allocation === undefined) return ['status.reservedFor: Forbidden: may not be specified when `allocated` is not set'];
  const problems: string[] = [];
  if (allocation.shareable !== true && reservedFor.length > 1)
    problems.push('status.reservedFor: Forbidden: may not be reserved more than once');
  if (isDeleted || status.deallocationRequested === true) {
    const earlierConsumers = before.reservedFor ?? [];
    if (reservedFor.some((one) => !earlierConsumers.some((other) => equalJson(one, other))))
      problems.push(
        'status.reservedFor: Forbidden: new entries may not be added while `deallocationRequested` or `deletionTimestamp` are set',
      );
  }
  return problems;
}

function deallocationProblems(status: ResourceClaimStatus, before: ResourceClaimStatus): readonly string[] {
  const problems: string[] = [];
  const isRequested = status.deallocationRequested === true;
  const wasRequested = before.deallocationRequested === true;
  if (before.allocation !== undefined && status.allocation !== undefined && !equalJson(before.allocation, status.allocation))
    problems.push('status.allocation: Invalid value: field is immutable');
  if (!wasRequested && isRequested && (status.reservedFor?.length ?? 0) > 0)
    problems.push('status.deallocationRequested: Forbidden: deallocation cannot be requested while `reservedFor` is set');
  if (status.allocation === undefined && isRequested)
    problems.push('status: Forbidden: `allocation` must be set when `deallocationRequested` is set');
  if (wasRequested && !isRequested && status.allocation !== undefined)
    problems.push('status.deallocationRequested: Forbidden: may not be cleared when `allocation` is set');
  return problems;
}

/** Returns the problems of the spec of a PodSchedulingContext. */
export function schedulingSpecProblems({ spec }: PodSchedulingContext): readonly string[] {
  return nodeListProblems(spec.potentialNodes ?? [], 'spec.potentialNodes');
}

/** Returns the problems of the status of a PodSchedulingContext. The API server names the field `claims`. */
export function schedulingStatusProblems({ status }: PodSchedulingContext): readonly string[] {
  const names = new Set<string>();
  return (status?.resourceClaims ?? []).flatMap(({ name = '', unsuitableNodes = [] }, index) => {
    const path = `status.claims[${index}]`;
    const problems = [...nodeListProblems(unsuitableNodes, `${path}.unsuitableNodes`)];
    if (names.has(name)) problems.push(`${path}: Duplicate value: "${name}"`);
    names.add(name);
    return problems;
  });
}

function nodeListProblems(nodes: readonly string[], path: string): readonly string[] {
  const problems = nodes.flatMap((node, index) => (nodes.indexOf(node) < index ? [`${path}[${index}]: Duplicate value: "${node}"`] : []));
  if (nodes.length > MOST_NODES) problems.push(`${path}: Too long: may not be longer than ${MOST_NODES}`);
  return problems;
}
