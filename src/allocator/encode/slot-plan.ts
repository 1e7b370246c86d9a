// Defines slots: requests and subrequests of claims, as input of the search and of the result.

import type { DeviceClass } from '../../core/api/device-class.js';
import { objectName } from '../../core/api/meta.js';
import type { DeviceClaim, DeviceRequest, DeviceSelection, ResourceClaim, ResourceClaimSpec } from '../../core/api/resource-claim.js';
import { shownName } from '../../core/base/words.js';
import type { PoolDevice } from '../pools/pool.js';

/** The selection of a request or subrequest, with its class. */
export interface SlotSelection {
  readonly selection: DeviceSelection;
  readonly deviceClass: DeviceClass;
}

/** A request or subrequest, with all data that the search and the result need. */
export interface SlotPlan extends SlotSelection {
  readonly claim: ResourceClaim;
  readonly request: DeviceRequest;
  /** `request`, or `request/subrequest`. */
  readonly name: string;
  /** The index of the subrequest within the request, or undefined. */
  readonly subrequestIndex: number | undefined;
  readonly adminAccess: boolean;
  readonly count: bigint;
  /** The device indices of a request for all devices. */
  readonly all: readonly number[] | undefined;
  /** The alternative of the claim to which the slot belongs. Absent: the claim has none. */
  readonly alternative?: number;
}

/** A claim whose requests passed the checks. */
export interface ClaimPlan {
  readonly claim: ResourceClaim;
  /** The slots of each request: one, or its subrequests in order. In a claim with alternatives, request i has the slots of request i of every alternative. */
  readonly requests: readonly (readonly SlotPlan[])[];
  /** The requests of each whole alternative of the claim. Absent: it has none. */
  readonly alternatives?: readonly (readonly (readonly SlotPlan[])[])[];
}

/** Returns whether a slot is empty because its alternative has fewer requests than others of the claim. */
export function isPlaceholder({ alternative, count, all }: Pick<SlotPlan, 'alternative' | 'count' | 'all'>): boolean {
  return alternative !== undefined && count === 0n && all === undefined;
}

/** Returns the names of a slot's claim and alternative, for messages. */
export function claimInWords({ claim, alternative }: Pick<SlotPlan, 'claim' | 'alternative'>): string {
  const name = `claim ${shownName(objectName(claim.metadata))}`;
  return alternative === undefined ? name : `${name}, firstOfDevices[${alternative}]`;
}

/** Returns the alternative that an error message names, or else all requests of its claim. The inverse of `claimInWords`. */
export function devicesNamedIn({ message }: Pick<Error, 'message'>, { devices, firstOfDevices = [] }: ResourceClaimSpec): DeviceClaim {
  const index = /^claim [^ ]*, firstOfDevices\[(\d)\]/.exec(message)?.[1];
  return firstOfDevices[Number(index)] ?? devices;
}

/** A device that a search selected. `slot` is the index among the slots of all claims. */
export interface SelectedDevice {
  readonly slot: number;
  readonly device: PoolDevice;
}
