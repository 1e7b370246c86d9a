// Defines a driver of classic DRA: the methods that its controller and the kubelet call. Sources: the interface Driver of
// k8s.io/dynamic-resource-allocation/controller v0.30.14; NodePrepareResource and NodeUnprepareResource of the kubelet's v1alpha2.

import type { AbortSignalLike } from '../core/base/abort-signal.js';
import type { ClassicAllocation, ClassicPod, ResourceClaim, ResourceClass } from './api/kinds.js';
import type { ApiObject } from './api/objects.js';
import type { ApiClient } from './api-client.js';

/** One claim of a pod, or one immediate claim. */
export interface ClaimAllocation {
  /** The name of the entry in `spec.resourceClaims` of the pod; empty for an immediate claim. */
  readonly podClaimName: string;
  readonly claim: ResourceClaim;
  readonly class: ResourceClass;
  /** The parameters that the driver returned. */
  readonly claimParameters: unknown;
  readonly classParameters: unknown;
}

/** The result of allocating a claim. */
export type AllocateResult = { readonly allocation: ClassicAllocation } | { readonly error: unknown };

/** Cancels a call of a driver if its actor ends. */
export interface CallOptions {
  readonly signal: AbortSignalLike;
}

type Awaitable<T> = T | Promise<T>;

/** A driver. All objects are read-only. Any method may be called again with the same arguments, even on a restarted driver. */
export interface Driver {
  /** Returns the checked parameters of a class. `class.parametersRef` may be absent. An error becomes an Event of the class. */
  getClassParameters(resourceClass: ResourceClass, options: CallOptions): Awaitable<unknown>;
  /** Returns the checked parameters of a claim. `claim.spec.parametersRef` may be absent. An error becomes an Event of the claim. */
  getClaimParameters(
    claim: ResourceClaim,
    resourceClass: ResourceClass,
    classParameters: unknown,
    options: CallOptions,
  ): Awaitable<unknown>;
  /**
   * Allocates claims of one pod for a node, or an immediate claim for a node of the driver's choice if `selectedNode` is empty.
   * Returns a result for each claim, in order. An allocated claim keeps its allocation, but loses an allocation for another node.
   */
  allocate(claims: readonly ClaimAllocation[], selectedNode: string, options: CallOptions): Awaitable<readonly AllocateResult[]>;
  /** Frees the devices of a claim, even if its allocation was interrupted. Succeeds for a claim without devices. */
  deallocate(claim: ResourceClaim, options: CallOptions): Awaitable<void>;
  /** Returns for each claim, in order, the given nodes for which it cannot be allocated. If it throws, the whole check is repeated. */
  unsuitableNodes(
    pod: ClassicPod,
    claims: readonly ClaimAllocation[],
    potentialNodes: readonly string[],
    options: CallOptions,
  ): Awaitable<readonly (readonly string[])[]>;
  /** Called when the plugin starts or restarts on a node. */
  nodeStarted?(node: ApiObject, options: CallOptions): Awaitable<void>;
  /** Prepares the devices of a claim on a node. Omit it if there is nothing to prepare. */
  nodePrepareResource?(claim: ResourceClaim, nodeName: string, options: CallOptions): Awaitable<void>;
  /** Undoes the preparation, even if it never happened. The claim may be gone, so only its metadata is available. */
  nodeUnprepareResource?(claim: Pick<ResourceClaim, 'metadata'>, nodeName: string, options: CallOptions): Awaitable<void>;
}

/** Creates a driver, at the start and after each restart of its controller or the kubelet. State in memory is lost on a restart. */
export type DriverFactory = (api: ApiClient) => Driver;
