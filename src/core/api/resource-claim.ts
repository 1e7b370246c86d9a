// ResourceClaim and ResourceClaimTemplate: the request of a workload, and its allocation. Source: resource.k8s.io/v1.

import type { ResourceClaimStatus } from './claim-status.js';
import type { ResourceClaimSpec } from './device-request.js';
import type { ObjectMeta } from './meta.js';

export type { AllocatedDevice, Allocation } from './allocated-device.js';
export type { ConsumerReference, ResourceClaimStatus } from './claim-status.js';
export type {
  DerivedAttribute,
  DeviceClaim,
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

/** A request for devices, and its allocation, if any. */
export interface ResourceClaim {
  readonly metadata: ObjectMeta;
  readonly spec: ResourceClaimSpec;
  readonly status: ResourceClaimStatus;
}

/** A template from which a claim is made for each pod that names it. */
export interface ResourceClaimTemplate {
  readonly metadata: ObjectMeta;
  readonly spec: { readonly metadata: ObjectMeta; readonly spec: ResourceClaimSpec };
}
