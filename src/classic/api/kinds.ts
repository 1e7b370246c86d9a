// The kinds of classic DRA (resource.k8s.io/v1alpha2), and what of pods and nodes the machinery reads. Source: resource/v1alpha2/types.go of
// k8s.io/api v0.30.14.

import type { NodeSelectorJson } from '../../allocator/decode/allocation-result.js';
import type { ApiObject, Metadata } from './objects.js';

/** The most consumers that a claim is reserved for. */
export const MOST_CONSUMERS = 32;

/** The most nodes in each list of a PodSchedulingContext. */
export const MOST_NODES = 128;

/** A reference to an object with parameters. That of a class may name a namespace. */
export interface ParametersReference {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Names the driver that allocates claims, with parameters for it. */
export interface ResourceClass extends ApiObject {
  readonly driverName: string;
  readonly parametersRef?: ParametersReference;
  /** The nodes that the scheduler considers for claims that are not allocated yet. */
  readonly suitableNodes?: NodeSelectorJson;
  readonly structuredParameters?: boolean;
}

/** When a claim is allocated: at once, or when a pod needs it. */
export type AllocationMode = 'Immediate' | 'WaitForFirstConsumer';

/** The demands of a claim. */
export interface ResourceClaimSpec {
  readonly resourceClassName: string;
  readonly parametersRef?: Omit<ParametersReference, 'namespace'>;
  readonly allocationMode?: AllocationMode;
}

/** Data of an allocation for one kubelet plugin. */
export interface ResourceHandle {
  readonly driverName?: string;
  readonly data?: string;
}

/** The outcome of an allocation. */
export interface ClassicAllocation {
  readonly resourceHandles?: readonly ResourceHandle[];
  /** The nodes on which the resource can be used; absent: all. */
  readonly availableOnNodes?: NodeSelectorJson;
  /** More than one consumer may use it at a time. */
  readonly shareable?: boolean;
}

/** A consumer that a claim is reserved for. */
export interface ConsumerReference {
  readonly apiGroup?: string;
  readonly resource: string;
  readonly name: string;
  readonly uid: string;
}

/** The state of a claim. */
export interface ResourceClaimStatus {
  readonly driverName?: string;
  readonly allocation?: ClassicAllocation;
  readonly reservedFor?: readonly ConsumerReference[];
  readonly deallocationRequested?: boolean;
}

/** A claim. */
export interface ResourceClaim extends ApiObject {
  readonly spec: ResourceClaimSpec;
  readonly status?: ResourceClaimStatus;
}

/** A template from which claims are made for pods. */
export interface ResourceClaimTemplate extends ApiObject {
  readonly spec: { readonly metadata?: Partial<Metadata>; readonly spec: ResourceClaimSpec };
}

/** The nodes of which a driver says that one claim of a pod cannot be allocated for them. */
export interface ClaimSchedulingStatus {
  readonly name?: string;
  readonly unsuitableNodes?: readonly string[];
}

/** The object by which the scheduler and drivers negotiate about a pod: PodScheduling in v1alpha1. */
export interface PodSchedulingContext extends ApiObject {
  readonly spec: { readonly selectedNode?: string; readonly potentialNodes?: readonly string[] };
  readonly status?: { readonly resourceClaims?: readonly ClaimSchedulingStatus[] };
}

/** A claim that a pod needs. */
export interface PodClaim {
  readonly name: string;
  readonly source?: { readonly resourceClaimName?: string; readonly resourceClaimTemplateName?: string };
}

/** The claim that was made for an entry of a pod, by name; without a name none is needed. */
export interface PodClaimStatus {
  readonly name: string;
  readonly resourceClaimName?: string;
}

/** A pod. Fields that the machinery does not read are stored. */
export interface ClassicPod extends ApiObject {
  readonly spec: { readonly nodeName?: string; readonly resourceClaims?: readonly PodClaim[] };
  readonly status?: {
    readonly phase?: string;
    readonly resourceClaimStatuses?: readonly PodClaimStatus[];
  };
}

/** The types by their names in the store. */
export interface Kinds {
  readonly ResourceClass: ResourceClass;
  readonly ResourceClaim: ResourceClaim;
  readonly ResourceClaimTemplate: ResourceClaimTemplate;
  readonly PodSchedulingContext: PodSchedulingContext;
  readonly Pod: ClassicPod;
  readonly Node: ApiObject;
}

/** The type of objects with a name in the store. */
export type KindOf<T extends string> = T extends keyof Kinds ? Kinds[T] : ApiObject;

/** True for a pod that will not run again. */
export function isTerminal({ status }: ClassicPod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** True for a pod none of whose containers runs, or ever will. */
export function isDone(pod: ClassicPod): boolean {
  return isTerminal(pod) || (pod.metadata.deletionTimestamp !== undefined && (pod.spec.nodeName ?? '') === '');
}

/** The node of a pod, empty while there is none. */
export function nodeOf({ spec }: ClassicPod): string {
  return spec.nodeName ?? '';
}
