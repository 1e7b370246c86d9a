// ResourceClaim and ResourceClaimTemplate: what a workload asks for, and what it got. Source: resource.k8s.io/v1.

import type { Json, JsonObject } from '../base/json.js';
import type { Quantity } from '../quantity/quantity.js';
import type { NodeSelector, ObjectMeta } from './meta.js';

/** A request for devices, with what was allocated for it if anything. */
export interface ResourceClaim {
  readonly metadata: ObjectMeta;
  readonly spec: ResourceClaimSpec;
  readonly status: ResourceClaimStatus;
}

/** Claims of this spec get made for each pod that names the template. */
export interface ResourceClaimTemplate {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly metadata: ObjectMeta; readonly spec: ResourceClaimSpec };
}

/** The devices that a claim asks for. */
export interface ResourceClaimSpec {
  readonly devices: {
    readonly requests: readonly DeviceRequest[];
    readonly constraints: readonly DeviceConstraint[];
    readonly config: readonly DeviceClaimConfiguration[];
  };
}

/** Either `exactly`, or alternatives of which the first that works is taken. */
export interface DeviceRequest {
  readonly name: string;
  readonly exactly?: ExactDeviceRequest;
  readonly firstAvailable: readonly DeviceSubRequest[];
}

/** The fields that requests and subrequests share. `allocationMode` is any string: unknown ones are found when used. */
export interface DeviceSelection {
  readonly deviceClassName: string;
  readonly selectors: readonly DeviceSelector[];
  /** ExactCount unless given. */
  readonly allocationMode: string;
  /** 1 unless given with ExactCount, otherwise as given or 0. */
  readonly count: bigint;
  readonly tolerations: readonly DeviceToleration[];
  readonly capacity?: { readonly requests: ReadonlyMap<string, Quantity> };
  readonly derivedAttributes: readonly DerivedAttribute[];
}

/** A request without alternatives. `adminAccess: false` differs from absent while the gate is off (docs/spec/reference-1.37.md 1.7). */
export interface ExactDeviceRequest extends DeviceSelection {
  readonly adminAccess?: boolean;
}

/** One alternative of a prioritized list (KEP-4816). */
export interface DeviceSubRequest extends DeviceSelection {
  readonly name: string;
}

/** A CEL expression; a selector without one is an error when used. */
export interface DeviceSelector {
  readonly cel?: { readonly expression: string };
}

/** The taints that a request tolerates. The operator is Equal unless given. */
export interface DeviceToleration {
  readonly key: string;
  readonly operator: string;
  readonly value: string;
  readonly effect: string;
  readonly tolerationSeconds?: bigint;
}

/** An attribute computed per request, for constraints only (KEP-6080). */
export interface DerivedAttribute {
  readonly name: string;
  readonly expression: string;
}

/** A condition on the devices of several requests together. No names means every request. */
export interface DeviceConstraint {
  readonly requests: readonly string[];
  readonly matchAttribute?: string;
  readonly distinctAttribute?: string;
}

/** Parameters for the driver. No names means every request. */
export interface DeviceClaimConfiguration extends DeviceConfiguration {
  readonly requests: readonly string[];
}

/** Parameters for one driver, passed on verbatim. */
export interface DeviceConfiguration {
  readonly opaque?: { readonly driver: string; readonly parameters: Json };
}

/** The allocation of a claim, and its users. */
export interface ResourceClaimStatus {
  readonly allocation?: Allocation;
  readonly reservedFor: readonly ConsumerReference[];
  /** The drivers' reports on the allocated devices, as they are in the status; to repeat them verbatim. */
  readonly devices?: readonly JsonObject[];
}

/** A reference to one who may use an allocated claim. */
export interface ConsumerReference {
  readonly apiGroup: string;
  readonly resource: string;
  readonly name: string;
  readonly uid: string;
}

/** An allocation read back from a status. `source` is the JSON it was decoded from, to repeat it verbatim. */
export interface Allocation {
  readonly results: readonly AllocatedDevice[];
  readonly nodeSelector?: NodeSelector | undefined;
  readonly source: JsonObject;
}

/** One allocated device. `request` is `parent/subrequest` for a subrequest. */
export interface AllocatedDevice {
  readonly request: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly adminAccess?: boolean;
  readonly shareID?: string;
  readonly consumedCapacity?: ReadonlyMap<string, Quantity>;
  readonly skipNodeOperations: readonly string[];
  readonly bindingConditions: readonly string[];
  readonly bindingFailureConditions: readonly string[];
}
