// One allocated device, and the allocation of a claim as it is read back from a status.

import type { JsonObject } from '../base/json.js';
import type { DecodedBy } from './decoder.js';
import { bool, checked, list, map, object, optional, string } from './decoder.js';
import { deviceToleration } from './device-request.js';
import type { NodeSelector } from './meta.js';
import { deviceName, quantity } from './values.js';

/** Decodes one allocated device. */
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

/** One allocated device. */
export interface AllocatedDevice extends DecodedBy<typeof allocatedDevice> {}

/** The field of an allocation that says which alternative a claim has. */
export const FIRST_OF_DEVICES_INDEX = 'firstOfDevicesIndex';

/** An allocation read back from a status. `source` is the JSON it was decoded from, to repeat it verbatim. */
export interface Allocation {
  readonly results: readonly AllocatedDevice[];
  readonly nodeSelector?: NodeSelector | undefined;
  /** The alternative that a claim with `firstOfDevices` has. */
  readonly firstOfDevicesIndex?: number | undefined;
  readonly source: JsonObject;
}
