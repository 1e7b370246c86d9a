// ResourceClaim and ResourceClaimTemplate: what a workload asks for, and what it got. Source: resource.k8s.io/v1.

import type { JsonObject } from '../base/json.js';
import type { Quantity } from '../quantity/quantity.js';
import type { ResourceClaimSpec } from './device-request.js';
import type { NodeSelector, ObjectMeta } from './meta.js';

export type {
  DerivedAttribute,
  DeviceClaimConfiguration,
  DeviceConfiguration,
  DeviceConstraint,
  DeviceRequest,
  DeviceSelection,
  DeviceSelector,
  DeviceSubRequest,
  DeviceToleration,
  ExactDeviceRequest,
  ResourceClaimSpec,
} from './device-request.js';

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
