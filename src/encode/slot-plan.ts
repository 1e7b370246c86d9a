// Requests and subrequests of claims as slots: what the search is asked about, and the result is made of.

import type { DeviceClass } from '../api/device-class.js';
import type { DeviceRequest, DeviceSelection, ResourceClaim } from '../api/resource-claim.js';
import type { PoolDevice } from '../pools/pool.js';

/** A slot: what a request or subrequest asks for, with its class. */
export interface SlotSelection {
  readonly selection: DeviceSelection;
  readonly deviceClass: DeviceClass;
}

/** A request or subrequest with all that the search and the result need of it. */
export interface SlotPlan extends SlotSelection {
  readonly claim: ResourceClaim;
  readonly request: DeviceRequest;
  /** `request`, or `request/subrequest`. */
  readonly name: string;
  /** The ordinal of the subrequest within the request; undefined when it has none. */
  readonly subrequestIndex: number | undefined;
  readonly adminAccess: boolean;
  readonly count: bigint;
  /** Device indices, for a request for all devices. */
  readonly all: readonly number[] | undefined;
}

/** A claim whose requests passed the checks. */
export interface ClaimPlan {
  readonly claim: ResourceClaim;
  /** For each request its slots: one, or the subrequests in order. */
  readonly requests: readonly (readonly SlotPlan[])[];
}

/** A device that a search picked, for a slot by its place among those of all claims. */
export interface PickedDevice {
  readonly slot: number;
  readonly device: PoolDevice;
}
