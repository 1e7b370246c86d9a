// Pods and the objects that make pods: the parts that decide which claims a workload needs. Source: core/v1, apps/v1, batch/v1.

import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { DecodedBy, Decoder } from './decoder.js';
import { count32, list, map, object, optional, string, transform } from './decoder.js';
import type { ObjectMeta } from './meta.js';
import { objectMeta, objectMetaWithSource } from './meta.js';
import { resourceList, withDefaults } from './resource-list.js';
import { decodeOther } from './version.js';

/** The kinds of {@link Workload}. */
export type WorkloadKind = keyof typeof workloads;

/** An owner of pods: Deployment, ReplicaSet, StatefulSet, DaemonSet, ReplicationController, Job, CronJob or PodTemplate. */
export interface Workload {
  readonly kind: string;
  readonly metadata: ObjectMeta;
  /** The number of pods that run side by side: replicas, or parallelism bounded by completions; 1 unless given. A DaemonSet has none: one for each node. */
  readonly replicas?: number;
  readonly template: { readonly metadata: ObjectMeta; readonly spec: PodSpec };
}

const lenient = { lenient: true } as const;

const container = transform(
  object(
    {
      name: string,
      /** `Always` makes a sidecar of an init container. */
      restartPolicy: string,
      resources: object(
        { claims: list(object({ name: string, request: string }, lenient)), requests: resourceList, limits: resourceList },
        lenient,
      ),
    },
    lenient,
  ),
  ({ name, restartPolicy, resources: { claims, requests, limits } }) => ({
    name,
    restartPolicy,
    requests: withDefaults(requests, limits),
    claims,
  }),
);

/** A container's use of the pod's claims, and what it requests besides. */
export interface Container extends DecodedBy<typeof container> {}

const claimReference = { resourceClaimName: optional(string), resourceClaimTemplateName: optional(string) } as const;

/** Decodes a claim of a group of pods, which has had one form only. */
export const sharedClaim = object({ name: string, ...claimReference }, lenient);

/** A claim that a pod needs: an existing one by name, or one to be made from a template. */
export interface PodResourceClaim extends DecodedBy<typeof sharedClaim> {}

/** Up to Kubernetes 1.30 the reference stood under `source`. */
const podResourceClaim: Decoder<PodResourceClaim> = transform(
  object({ name: string, ...claimReference, source: optional(object(claimReference, lenient)) }, lenient),
  ({ source, ...claim }) => ({ ...source, ...claim }),
);

/** Decodes the name of the claim that was made for a pod's claim. */
export const claimName = object({ name: string, resourceClaimName: optional(string) }, lenient);

/** The name of the claim that was made for a pod's claim. */
export interface PodResourceClaimStatus extends DecodedBy<typeof claimName> {}

const podSpec = object(
  {
    /** The node the pod runs on, empty while pending. */
    nodeName: string,
    nodeSelector: map(string),
    resourceClaims: list(podResourceClaim),
    /** The PodGroup that the pod belongs to. */
    schedulingGroup: optional(object({ podGroupName: string }, lenient)),
    initContainers: list(container),
    containers: list(container),
  },
  lenient,
);

/** The part of a pod's spec that matters for devices. */
export interface PodSpec extends DecodedBy<typeof podSpec> {}

const pod = object(
  {
    metadata: objectMeta,
    spec: podSpec,
    status: object(
      {
        phase: string,
        resourceClaimStatuses: list(claimName),
        /** The claim that was made for the extended resources of the pod. */
        extendedResourceClaimStatus: optional(object({ resourceClaimName: string }, lenient)),
      },
      lenient,
    ),
  },
  lenient,
);

/** A pod that exists, or stands for one to come. */
export interface Pod extends DecodedBy<typeof pod> {}

/** Decodes a Pod. Unknown fields are ignored. Throws AllocationError. */
export function decodePod(value: Json, context: DecodeContext): Pod {
  return decodeOther(value, 'Pod', pod, context);
}

type Owned = Omit<Workload, 'kind'>;

const template = object({ metadata: objectMetaWithSource, spec: podSpec }, lenient);

/** Deployment and its like: as many pods as replicas say, 1 unless given. */
const replicated: Decoder<Owned> = transform(
  object({ metadata: objectMeta, spec: object({ replicas: optional(count32), template }, lenient) }, lenient),
  ({ metadata, spec }) => ({ metadata, replicas: spec.replicas ?? 1, template: spec.template }),
);

const perNode: Decoder<Owned> = transform(
  object({ metadata: objectMeta, spec: object({ template }, lenient) }, lenient),
  ({ metadata, spec }) => ({
    metadata,
    template: spec.template,
  }),
);

const jobSpec = transform(
  object({ parallelism: optional(count32), completions: optional(count32), template }, lenient),
  ({ parallelism = 1, completions = parallelism, template }) => ({ replicas: Math.min(parallelism, completions), template }),
);

const job: Decoder<Owned> = transform(object({ metadata: objectMeta, spec: jobSpec }, lenient), ({ metadata, spec }) => ({
  metadata,
  ...spec,
}));

const cronJob: Decoder<Owned> = transform(
  object({ metadata: objectMeta, spec: object({ jobTemplate: object({ spec: jobSpec }, lenient) }, lenient) }, lenient),
  ({ metadata, spec }) => ({ metadata, ...spec.jobTemplate.spec }),
);

const podTemplate: Decoder<Owned> = transform(object({ metadata: objectMeta, template }, lenient), (owner) => ({ ...owner, replicas: 1 }));

const workloads = {
  Deployment: replicated,
  ReplicaSet: replicated,
  StatefulSet: replicated,
  ReplicationController: replicated,
  DaemonSet: perNode,
  Job: job,
  CronJob: cronJob,
  PodTemplate: podTemplate,
} as const;

/** Decodes an owner of pods of the given kind. Unknown fields are ignored. Throws AllocationError. */
export function decodeWorkload(value: Json, kind: WorkloadKind, context: DecodeContext): Workload {
  return { kind, ...decodeOther(value, kind, workloads[kind], context) };
}
