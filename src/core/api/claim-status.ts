// Decodes the status of a claim: its allocation, its consumers and driver reports. All served versions have the same status.

import { UNLIMITED } from '../base/checkpoint.js';
import { type Json, type JsonObject, type PathStep, setField } from '../base/json.js';
import { type Allocation, allocatedDevice, FIRST_OF_DEVICES_INDEX } from './allocated-device.js';
import { DecodeContext } from './context.js';
import type { DecodedBy, Decoder } from './decoder.js';
import { checked, count32, gated, list, object, optional, string, time } from './decoder.js';
import { opaqueConfiguration } from './device-request.js';
import { ALL_LIBRARY_GATES } from './library-gates.js';
import { nodeSelector } from './meta.js';
import { plainAllocation } from './plain-allocation.js';
import { rawJson, rawObject, withCopy } from './values.js';

const CONTROLLER = 'has been ignored since Kubernetes 1.32: only drivers with a control plane controller used it';
const CLASSIC = 'is ignored: it belongs to classic DRA, which was removed in Kubernetes 1.32';

const anyAllocation: Decoder<Allocation> = withCopy(
  object(
    {
      devices: object({
        results: list(allocatedDevice),
        config: checked(list(object({ source: string, requests: list(string), opaque: optional(opaqueConfiguration) }))),
      }),
      nodeSelector: optional(nodeSelector),
      allocationTimestamp: checked(time),
      [FIRST_OF_DEVICES_INDEX]: gated('firstOfDevices', optional(count32)),
    },
    {
      retired: { controller: CONTROLLER, resourceHandles: CLASSIC, shareable: CLASSIC },
      hints: { availableOnNodes: 'availableOnNodes of classic DRA is called nodeSelector since Kubernetes 1.31' },
    },
  ),
  ({ devices: { results }, nodeSelector, firstOfDevicesIndex }, copy = {}) => {
    const source = servedAllocation(copy);
    if (firstOfDevicesIndex !== undefined) return { results, nodeSelector, firstOfDevicesIndex, source };
    return nodeSelector === undefined ? { results, source } : { results, nodeSelector, source };
  },
);

/** Returns an allocation as results repeat it: without fields that are no longer served, and always with `devices`. */
function servedAllocation(allocation: JsonObject): JsonObject {
  const served: JsonObject = { devices: allocation['devices'] ?? {} };
  for (const name of ['nodeSelector', 'allocationTimestamp', FIRST_OF_DEVICES_INDEX]) {
    const value = Object.hasOwn(allocation, name) ? allocation[name] : undefined;
    if (value !== undefined && value !== null) setField(served, name, value);
  }
  return served;
}

/** Plain allocations are small, so they are decoded first. */
const allocation: Decoder<Allocation> = {
  ...anyAllocation,
  decode: (value, context) => plainAllocation(value) ?? anyAllocation.decode(value, context),
};

/** Decodes a single allocation at a path, in the format of results. Throws AllocationError. */
export function decodeAllocation(value: Json | undefined, path: () => readonly PathStep[]): Allocation {
  const plain = plainAllocation(value);
  if (plain !== undefined) return plain;
  const context = new DecodeContext(path(), undefined, UNLIMITED, ALL_LIBRARY_GATES);
  context.startObject(anyAllocation, 'v1');
  return anyAllocation.decode(value, context);
}

const consumer = object({ apiGroup: string, resource: string, name: string, uid: string });

/** A reference to a consumer that may use an allocated claim. */
export interface ConsumerReference extends DecodedBy<typeof consumer> {}

const networkData = object({ interfaceName: string, ips: list(string), hardwareAddress: string });

const reportedDevice = withCopy(
  object({
    driver: string,
    pool: string,
    device: string,
    shareID: optional(string),
    conditions: checked(list(rawObject)),
    data: checked(rawJson),
    networkData: checked(networkData),
  }),
  (_decoded, copy = {}) => copy,
);

export const claimStatus = object(
  {
    allocation: optional(allocation),
    reservedFor: list(consumer),
    /** The reports of drivers on the allocated devices, copied for verbatim output. */
    devices: optional(list(reportedDevice)),
  },
  { retired: { deallocationRequested: CONTROLLER, driverName: CLASSIC } },
);

/** The allocation of a claim, and its users. */
export interface ResourceClaimStatus extends DecodedBy<typeof claimStatus> {}

/** Returns whether the claim was decoded with a status. The API server stores an empty status when a claim is deallocated. */
export function hasStatus(status: ResourceClaimStatus): boolean {
  return status !== claimStatus.absent?.value;
}
