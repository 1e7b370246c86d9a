// The result of an allocation as callers get it: plain JSON in the shape of resource.k8s.io/v1 AllocationResult.

import type { Json } from '../../core/base/json.js';

/** The devices that a claim got. The shape of `status.allocation`. */
export interface AllocationResult {
  readonly devices: {
    readonly results?: readonly DeviceRequestAllocationResult[];
    readonly config?: readonly DeviceAllocationConfiguration[];
  };
  /** The nodes where the devices can be used. Absent: everywhere. */
  readonly nodeSelector?: NodeSelectorJson;
  /** The alternative that a claim with `firstOfDevices` got, from 0 on. Absent: it has none. */
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

/** A toleration of the request. Integers beyond 2^53 are bigint. */
export interface TolerationJson {
  readonly key?: string;
  readonly operator?: string;
  readonly value?: string;
  readonly effect?: string;
  readonly tolerationSeconds?: number | bigint;
}

/** Parameters for a driver, from the class or from the claim. No requests: all of them. */
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
