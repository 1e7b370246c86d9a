// Defines the kinds of classic DRA (resource.k8s.io/v1alpha2) and the fields of pods and nodes
// that the simulation reads. Source: resource/v1alpha2/types.go of k8s.io/api v0.30.14.

import type { NodeSelectorJson } from '../../allocator/decode/allocation-result.js';
import type { ApiObject, Metadata } from './objects.js';

/** The maximum number of consumers of a claim. */
export const MOST_CONSUMERS = 32;

/** The maximum number of nodes in each list of a PodSchedulingContext. */
export const MOST_NODES = 128;

/** A reference to an object with parameters. The reference of a class may name a namespace. */
export interface ParametersReference {
  readonly apiGroup?: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
}

/** Names the driver that allocates claims, and its parameters. */
export interface ResourceClass extends ApiObject {
  readonly driverName: string;
  readonly parametersRef?: ParametersReference;
  /** The nodes that the scheduler considers for unallocated claims. */
  readonly suitableNodes?: NodeSelectorJson;
  readonly structuredParameters?: boolean;
}

/** The time of allocation: at once, or when a pod needs the claim. */
export type AllocationMode = 'Immediate' | 'WaitForFirstConsumer';

/** The requirements of a claim. */
export interface ResourceClaimSpec {
  readonly resourceClassName: string;
  readonly parametersRef?: Omit<ParametersReference, 'namespace'>;
  readonly allocationMode?: AllocationMode;
}

/** The data of an allocation for one kubelet plugin. */
export interface ResourceHandle {
  readonly driverName?: string;
  readonly data?: string;
}

/** The result of an allocation. */
export interface ClassicAllocation {
  readonly resourceHandles?: readonly ResourceHandle[];
  /** The nodes on which the resource can be used. Default: all. */
  readonly availableOnNodes?: NodeSelectorJson;
  /** True if several consumers may use it at a time. */
  readonly shareable?: boolean;
}

/** A consumer for which a claim is reserved. */
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

/** A ResourceClaim. */
export interface ResourceClaim extends ApiObject {
  readonly spec: ResourceClaimSpec;
  readonly status?: ResourceClaimStatus;
}

/** A template for claims of pods. */
export interface ResourceClaimTemplate extends ApiObject {
  readonly spec: { readonly metadata?: Partial<Metadata>; readonly spec: ResourceClaimSpec };
}

/** The nodes for which a driver cannot allocate one claim of a pod. */
export interface ClaimSchedulingStatus {
  readonly name?: string;
  readonly unsuitableNodes?: readonly string[];
}

/** The object through which the scheduler and drivers negotiate about a pod; PodScheduling in v1alpha1. */
export interface PodSchedulingContext extends ApiObject {
  readonly spec: { readonly selectedNode?: string; readonly potentialNodes?: readonly string[] };
  readonly status?: { readonly resourceClaims?: readonly ClaimSchedulingStatus[] };
}

/** A claim that a pod needs. */
export interface PodClaim {
  readonly name: string;
  readonly source?: { readonly resourceClaimName?: string; readonly resourceClaimTemplateName?: string };
}

/** The claim created for an entry of a pod, by name; no name if the entry needs no claim. */
export interface PodClaimStatus {
  readonly name: string;
  readonly resourceClaimName?: string;
}

/** A pod. Fields that the simulation does not read are stored too. */
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

/** Returns whether a pod has ended. */
export function isTerminal({ status }: ClassicPod): boolean {
  return status?.phase === 'Succeeded' || status?.phase === 'Failed';
}

/** Returns whether no container of a pod runs or ever will. */
export function isDone(pod: ClassicPod): boolean {
  return isTerminal(pod) || (pod.metadata.deletionTimestamp !== undefined && (pod.spec.nodeName ?? '') === '');
}

/** Returns the node of a pod; empty if it has none. */
export function nodeOf({ spec }: ClassicPod): string {
  return spec.nodeName ?? '';
}
