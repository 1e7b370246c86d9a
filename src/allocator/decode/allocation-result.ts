// Defines the result of an allocation for callers: plain JSON in the shape of resource.k8s.io/v1 AllocationResult.

import type { Json } from '../../core/base/json.js';

/** The allocated devices of a claim. The shape of `status.allocation`. */
export interface AllocationResult {
  readonly devices: {
    readonly results?: readonly DeviceRequestAllocationResult[];
    readonly config?: readonly DeviceAllocationConfiguration[];
  };
  /** The nodes where the devices can be used. Absent: all nodes. */
  readonly nodeSelector?: NodeSelectorJson;
  /** The index of the allocated alternative of a claim with `firstOfDevices`. Absent: the claim has no alternatives. */
  readonly firstOfDevicesIndex?: number;
}

/** One allocated device. */
export interface DeviceRequestAllocationResult {
  /** The request, or `request/subrequest`. */
  readonly request: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly adminAccess?: true;
  readonly tolerations?: readonly TolerationJson[];
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
  readonly shareID?: string;
  readonly consumedCapacity?: Readonly<Record<string, string>>;
  readonly skipNodeOperations?: readonly string[];
}

/** A toleration of the request. Integers above 2^53 are bigint. */
export interface TolerationJson {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number | bigint;
}

/** Parameters for a driver, from the class or from the claim. Without `requests`, they apply to all. */
export interface DeviceAllocationConfiguration {
  readonly source: 'FromClass' | 'FromClaim';
  readonly requests?: readonly string[];
  readonly opaque?: { readonly driver: string; readonly parameters: Json };
}

/** A node selector of one term. */
export interface NodeSelectorJson {
  readonly nodeSelectorTerms: readonly {
    readonly matchExpressions?: readonly NodeSelectorRequirementJson[];
    readonly matchFields?: readonly NodeSelectorRequirementJson[];
  }[];
}

/** One requirement of a node selector. */
export interface NodeSelectorRequirementJson {
  readonly key: string;
  readonly operator: string;
  readonly values?: readonly string[];
}
