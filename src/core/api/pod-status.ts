// The status of a pod. Source: core/v1, type PodStatus.

import { containerStatuses, reportedResources } from './container.js';
import { type DecodedBy, EMPTY_LIST, list, object, optional, string, time } from './decoder.js';
import { reportedList } from './resource-list.js';
import { quantity } from './values.js';

const lenient = { lenient: true } as const;

export const claimName = object({ name: string, resourceClaimName: optional(string) }, lenient);

/** The name of the claim that was made for a pod's claim. */
export interface PodResourceClaimStatus extends DecodedBy<typeof claimName> {}

const nodeAllocatableClaim = object(
  {
    resourceClaimName: string,
    /** The containers that use the claim. */
    containers: list(string),
    mapping: list(object({ name: string, quantity: optional(quantity) }, lenient)),
    overhead: list(object({ name: string, perPod: optional(quantity), perContainer: optional(quantity) }, lenient)),
  },
  lenient,
);

/** The node resources that the devices of a claim stand for (KEP-5517). */
export interface NodeAllocatableClaim extends DecodedBy<typeof nodeAllocatableClaim> {}

/** Returns the status of a pod without one. */
const noStatus = () => ({
  phase: '',
  conditions: EMPTY_LIST,
  nominatedNodeName: '',
  containerStatuses: EMPTY_LIST,
  initContainerStatuses: EMPTY_LIST,
  resourceClaimStatuses: EMPTY_LIST,
  nodeAllocatableResourceClaimStatuses: EMPTY_LIST,
});

export const podStatus = object(
  {
    phase: string,
    /** The time at which the kubelet accepted the pod. */
    startTime: optional(time),
    conditions: list(object({ type: string, status: string, reason: string }, lenient)),
    /** The node that the scheduler tries first. */
    nominatedNodeName: string,
    containerStatuses,
    initContainerStatuses: containerStatuses,
    /** The amounts that the kubelet admitted for the whole pod, and the current amounts. */
    allocatedResources: reportedList,
    resources: optional(reportedResources),
    resourceClaimStatuses: list(claimName),
    /** The claim that was made for the extended resources of the pod. */
    extendedResourceClaimStatus: optional(object({ resourceClaimName: string }, lenient)),
    nodeAllocatableResourceClaimStatuses: list(nodeAllocatableClaim),
  },
  {
    lenient: true,
    fresh: noStatus,
  },
);

/** The part of a pod's status that affects scheduling. */
export interface PodStatus extends DecodedBy<typeof podStatus> {}

/** The status of a new pod without a node. */
export const PENDING_STATUS: PodStatus = Object.freeze({ ...noStatus(), phase: 'Pending' });

/** Returns whether a status has no fields other than its phase. */
export function isNewStatus(status: PodStatus): boolean {
  for (const name in status) {
    const field = name as keyof PodStatus;
    if (field !== 'phase' && status[field] !== PENDING_STATUS[field]) return false;
  }
  return true;
}
