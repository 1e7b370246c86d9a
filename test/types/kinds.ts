// Read by the type checker alone: which objects callers may hand in, and which mistakes it finds. Nothing here runs.

import { compileSelector } from '../../src/cel/index.js';
import type { DeviceClass } from '../../src/core/api/device-class.js';
import type * as requests from '../../src/core/api/device-request.js';
import type * as json from '../../src/core/api/kinds.js';
import type { Node } from '../../src/core/api/node.js';
import type { Pod, PodSpec } from '../../src/core/api/pod.js';
import type * as slices from '../../src/core/api/resource-slice.js';
import type { AllocateInput, Allocator, Cluster, FilterResult, ResourceClaimJson, ResourceSliceJson } from '../../src/index.js';

declare const allocator: Allocator;
declare const cluster: Cluster;
const none = { node: {}, claims: [], deviceClasses: [], resourceSlices: [] } satisfies AllocateInput;

// Objects of v1, of older versions, with integers of any size, and values of unknown type.
const claim: ResourceClaimJson = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaim',
  metadata: { name: 'c', namespace: 'ns', labels: { a: 'b' }, creationTimestamp: null },
  spec: {
    devices: {
      requests: [
        { name: 'r', exactly: { deviceClassName: 'gpu', count: 2n, selectors: [{ cel: { expression: 'true' } }] } },
        { name: 'l', firstAvailable: [{ name: 'a', deviceClassName: 'gpu', capacity: { requests: { memory: '40Gi' } } }] },
      ],
      constraints: [{ requests: ['r'], matchAttribute: 'd.example.com/numa' }],
      config: [{ opaque: { driver: 'd.example.com', parameters: { any: ['thing', 1n] } } }],
    },
  },
};
const flat: ResourceClaimJson = {
  apiVersion: 'resource.k8s.io/v1beta1',
  spec: { devices: { requests: [{ name: 'r', deviceClassName: 'gpu' }] } },
};
const flatSlice: ResourceSliceJson = {
  spec: { devices: [{ name: 'd', basic: { attributes: { a: { int: 1 } }, capacity: { mem: '1Gi' } } }] },
};
declare const anything: object;
declare const parsed: unknown[];
allocator.allocate({ ...none, claims: [claim, flat, anything], resourceSlices: [flatSlice, anything] });
cluster.apply([
  claim,
  flatSlice,
  anything,
  { kind: 'List', items: [claim] },
  { kind: 'Pod', spec: { containers: [{ name: 'c', image: 'i' }] } },
]);
cluster.apply(parsed as object[]);
cluster.filter({ claims: [{ spec: { devices: { requests: [] } } }] });

// Generated classes of clients: they have a Date for times, and fields that the library does not declare.
declare class ClientMeta {
  creationTimestamp?: Date;
  name?: string;
  managedFields?: { time?: Date }[];
  somethingNew?: number;
}
declare class ClientClaim {
  apiVersion?: string;
  kind?: string;
  metadata?: ClientMeta;
  spec: { devices?: { requests?: { name: string; exactly?: { deviceClassName: string; count?: number } }[] } };
  status?: { allocation?: { allocationTimestamp?: Date } };
}
declare const fromClient: ClientClaim[];
allocator.allocate({ ...none, claims: fromClient, allocated: { claims: fromClient } });
cluster.apply(fromClient);
// An allocation that was found is one that a claim can have.
const outcome = allocator.allocate(none);
if (outcome.kind === 'allocated') cluster.apply([{ ...claim, status: { allocation: outcome.allocations[0] } }]);

// @ts-expect-error: a field that is misspelt.
allocator.allocate({ ...none, claims: [{ spec: { devices: { requests: [{ name: 'r', exactly: { deviceClasName: 'gpu' } }] } } }] });
// @ts-expect-error: a field at the wrong place.
allocator.allocate({ ...none, claims: [{ spec: { requests: [] } }] });
// @ts-expect-error: a value of the wrong type.
allocator.allocate({ ...none, resourceSlices: [{ spec: { driver: 1 } }] });
// @ts-expect-error: a field that is misspelt, in an object of any kind.
cluster.apply([{ kind: 'ResourceSlice', metadata: { name: 's' }, spec: { drivr: 'd' } }]);
// @ts-expect-error: a misspelt label field.
cluster.apply([{ kind: 'Node', metadata: { name: 'n', lables: {} } }]);
// A device of a slice is one for a selector.
declare const device: NonNullable<NonNullable<ResourceSliceJson['spec']>['devices']>[number];
compileSelector('true').evaluate(device, 'd.example.com');
// @ts-expect-error: no type of attributes.
compileSelector('true').evaluate({ attributes: { a: { integer: 1 } } }, 'd.example.com');

/** The fields that a decoder reads and that callers may not hand in. */
type Missing<Decoded, Given> = Exclude<keyof Decoded, keyof Given>;
interface MissingFields {
  claim: Missing<requests.ResourceClaimSpec, json.ResourceClaimSpecJson>;
  devices: Missing<requests.DeviceClaim, json.DeviceClaimJson>;
  request: Missing<Omit<requests.DeviceRequest, 'isDrawn'>, json.DeviceRequestJson>;
  exactly: Missing<requests.ExactDeviceRequest, json.ExactDeviceRequestJson>;
  alternative: Missing<requests.DeviceSubRequest, json.DeviceSubRequestJson>;
  toleration: Missing<requests.DeviceToleration, json.DeviceTolerationJson>;
  constraint: Missing<requests.DeviceConstraint, json.DeviceConstraintJson>;
  configuration: Missing<requests.DeviceClaimConfiguration, json.DeviceClaimConfigurationJson>;
  class: Missing<DeviceClass['spec'], NonNullable<json.DeviceClassJson['spec']>>;
  slice: Missing<slices.ResourceSliceSpec, json.ResourceSliceSpecJson>;
  device: Missing<slices.Device, json.DeviceJson>;
  attribute: Missing<slices.DeviceAttribute, json.DeviceAttributeJson>;
  capacity: Missing<slices.DeviceCapacity, json.DeviceCapacityJson>;
  counters: Missing<slices.DeviceCounterConsumption, json.DeviceCounterConsumptionJson>;
  taint: Missing<slices.DeviceTaint, json.DeviceTaintJson>;
  node: Missing<Node['spec'], NonNullable<json.NodeJson['spec']>>;
  nodeStatus: Missing<Node['status'], NonNullable<json.NodeJson['status']>>;
  pod: Missing<PodSpec, NonNullable<json.PodJson['spec']>>;
  podStatus: Missing<Pod['status'], NonNullable<json.PodJson['status']>>;
}
declare const missing: MissingFields[keyof MissingFields];
void (missing satisfies never);

/** The fields that are there depend on the kind alone. */
export function readByKind(found: FilterResult): readonly string[] {
  // @ts-expect-error: whether it is complete must be looked at first.
  void found.feasible;
  // @ts-expect-error: so must whether there is a best one.
  void found.best;
  if (found.kind === 'complete') {
    // @ts-expect-error: a complete result was interrupted by nothing.
    void found.by;
    return found.feasible;
  }
  const by: 'steps' | 'milliseconds' | 'signal' | 'selector' = found.by;
  // @ts-expect-error: what is known so far has another name.
  void found.scores;
  return by === 'signal' ? [] : found.feasibleSoFar;
}
