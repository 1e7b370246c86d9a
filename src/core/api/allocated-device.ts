// Decodes allocated devices, and the allocation in the status of a claim.

import type { JsonObject } from '../base/json.js';
import type { DecodedBy } from './decoder.js';
import { bool, checked, list, map, object, optional, string } from './decoder.js';
import { deviceToleration } from './device-request.js';
import type { NodeSelector } from './meta.js';
import { deviceName, quantity } from './values.js';

export const allocatedDevice = object({
  /** `parent/subrequest` for a subrequest. */
  request: string,
  driver: deviceName,
  pool: deviceName,
  device: deviceName,
  adminAccess: optional(bool),
  shareID: optional(string),
  consumedCapacity: optional(map(quantity)),
  skipNodeOperations: list(string),
  bindingConditions: list(string),
  bindingFailureConditions: list(string),
  tolerations: checked(list(deviceToleration)),
});

export interface AllocatedDevice extends DecodedBy<typeof allocatedDevice> {}

/** The field of an allocation with the index of the chosen alternative. */
export const FIRST_OF_DEVICES_INDEX = 'firstOfDevicesIndex';

/** An allocation from a status. `source` is its JSON, for verbatim output. */
export interface Allocation {
  readonly results: readonly AllocatedDevice[];
  readonly nodeSelector?: NodeSelector | undefined;
  /** The index of the chosen alternative of a claim with `firstOfDevices`. */
  readonly firstOfDevicesIndex?: number | undefined;
  readonly source: JsonObject;
}
