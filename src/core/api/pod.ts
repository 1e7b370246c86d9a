// Pods: the fields that decide which claims a pod needs and on which nodes it may run. Source: core/v1, type Pod.

import { affinity } from './affinity.js';
import { container } from './container.js';
import type { DecodedBy, Decoder } from './decoder.js';
import { bool, EMPTY_LIST, EMPTY_MAP, int32, type LargeDecoder, list, map, object, optional, string, transform } from './decoder.js';
import { objectMeta } from './meta.js';
import { podStatus } from './pod-status.js';
import { resourceList } from './resource-list.js';
import { toleration } from './toleration.js';
import { topologySpreadConstraint } from './topology-spread.js';
import { otherKind } from './version.js';
import { nodeVolumes } from './volume.js';

const lenient = { lenient: true } as const;

const claimReference = { resourceClaimName: optional(string), resourceClaimTemplateName: optional(string) } as const;

/** Decodes a claim of a pod group, which has had only one form. */
export const sharedClaim = object({ name: string, ...claimReference }, lenient);

/** A claim that a pod needs: an existing one by name, or one to be made from a template. */
export interface PodResourceClaim extends DecodedBy<typeof sharedClaim> {}

/** Up to Kubernetes 1.30 the reference was under `source`. */
const podResourceClaim: Decoder<PodResourceClaim> = transform(
  object({ name: string, ...claimReference, source: optional(object(claimReference, lenient)) }, lenient),
  ({ source, ...claim }) => ({ ...source, ...claim }),
);

export const podSpec = object(
  {
    /** The node of the pod; empty while it is pending. */
    nodeName: string,
    nodeSelector: map(string),
    affinity: optional(affinity),
    tolerations: list(toleration),
    topologySpreadConstraints: list(topologySpreadConstraint),
    schedulingGates: list(object({ name: string }, lenient)),
    schedulerName: string,
    priorityClassName: string,
    priority: optional(int32),
    preemptionPolicy: string,
    runtimeClassName: string,
    hostNetwork: bool,
    /** False if the pod has a separate user namespace. */
    hostUsers: optional(bool),
    /** The amounts that the pod needs in addition to its containers, by its RuntimeClass. */
    overhead: resourceList,
    /** The amounts for the pod as a whole (KEP-2837). */
    resources: optional(object({ requests: resourceList, limits: resourceList }, lenient)),
    volumes: nodeVolumes,
    resourceClaims: list(podResourceClaim),
    /** The PodGroup of the pod. */
    schedulingGroup: optional(object({ podGroupName: string }, lenient)),
    initContainers: list(container),
    containers: list(container),
  },
  {
    lenient: true,
    fresh: () => ({
      nodeName: '',
      nodeSelector: EMPTY_MAP,
      tolerations: EMPTY_LIST,
      topologySpreadConstraints: EMPTY_LIST,
      schedulingGates: EMPTY_LIST,
      schedulerName: '',
      priorityClassName: '',
      preemptionPolicy: '',
      runtimeClassName: '',
      hostNetwork: false,
      overhead: EMPTY_MAP,
      volumes: EMPTY_LIST,
      resourceClaims: EMPTY_LIST,
      initContainers: EMPTY_LIST,
      containers: EMPTY_LIST,
    }),
  },
);

/** The part of a pod's spec that affects scheduling. */
export interface PodSpec extends DecodedBy<typeof podSpec> {}

const pod = object({ metadata: objectMeta, spec: podSpec, status: podStatus }, lenient);

/** An existing pod, or a pod made from a template. */
export interface Pod extends DecodedBy<typeof pod> {}

/** Decodes Pods, also in increments. Unknown fields are ignored. */
export const podKind: LargeDecoder<Pod> = otherKind('Pod', pod);

/** Decodes a Pod. Unknown fields are ignored. Throws AllocationError. */
export const { decode: decodePod } = podKind;
