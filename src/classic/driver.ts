// A driver of classic DRA: what the controller of a driver calls, and what the kubelet calls of its plugin. Source: the interface Driver of
// k8s.io/dynamic-resource-allocation/controller v0.30.14; NodePrepareResource and NodeUnprepareResource of the kubelet's v1alpha2.

import type { AbortSignalLike } from '../core/base/abort-signal.js';
import type { ClassicAllocation, ClassicPod, ResourceClaim, ResourceClass } from './api/kinds.js';
import type { ApiObject } from './api/objects.js';
import type { ApiClient } from './api-client.js';

/** One entry of a pod, or an immediate claim by itself. */
export interface ClaimAllocation {
  /** The name of the entry in `spec.resourceClaims` of the pod, empty for an immediate claim. */
  readonly podClaimName: string;
  readonly claim: ResourceClaim;
  readonly class: ResourceClass;
  /** The parameters as the driver gave them. */
  readonly claimParameters: unknown;
  readonly classParameters: unknown;
}

/** The outcome for a claim that was to be allocated. */
export type AllocateResult = { readonly allocation: ClassicAllocation } | { readonly error: unknown };

/** Calls off a call of a driver whose actor has ended. */
export interface CallOptions {
  readonly signal: AbortSignalLike;
}

type Awaitable<T> = T | Promise<T>;

/** A driver. All objects are read-only; all methods may be called again with the same arguments, and by a driver that was restarted. */
export interface Driver {
  /** The parameters of a class, checked. `class.parametersRef` may be absent. What it throws becomes an Event of the class. */
  getClassParameters(resourceClass: ResourceClass, options: CallOptions): Awaitable<unknown>;
  /** The parameters of a claim, checked. `claim.spec.parametersRef` may be absent. What it throws becomes an Event of the claim. */
  getClaimParameters(
    claim: ResourceClaim,
    resourceClass: ResourceClass,
    classParameters: unknown,
    options: CallOptions,
  ): Awaitable<unknown>;
  /**
   * Allocates claims of one pod for a node, or an immediate claim for a node of the driver's choice, with `selectedNode` empty. Gives a result for each
   * claim, in their order. A claim that is allocated already keeps its allocation; one that is allocated for another node loses that.
   */
  allocate(claims: readonly ClaimAllocation[], selectedNode: string, options: CallOptions): Awaitable<readonly AllocateResult[]>;
  /** Frees what a claim has, also where its allocation was interrupted. No error for a claim that has nothing. */
  deallocate(claim: ResourceClaim, options: CallOptions): Awaitable<void>;
  /** For each claim, in their order: those of the nodes for which it cannot be allocated. What it throws lets the whole check be repeated. */
  unsuitableNodes(
    pod: ClassicPod,
    claims: readonly ClaimAllocation[],
    potentialNodes: readonly string[],
    options: CallOptions,
  ): Awaitable<readonly (readonly string[])[]>;
  /** The plugin runs on a node, from now on or again. */
  nodeStarted?(node: ApiObject, options: CallOptions): Awaitable<void>;
  /** Makes what a claim has ready on a node. Absent: there is nothing to do. */
  nodePrepareResource?(claim: ResourceClaim, nodeName: string, options: CallOptions): Awaitable<void>;
  /** Undoes that, also where it was not done. The claim may be gone: then no more is known than its metadata. */
  nodeUnprepareResource?(claim: Pick<ResourceClaim, 'metadata'>, nodeName: string, options: CallOptions): Awaitable<void>;
}

/** Makes a driver, at the beginning and whenever its controller or the kubelet is restarted: what it keeps in memory is gone then. */
export type DriverFactory = (api: ApiClient) => Driver;
