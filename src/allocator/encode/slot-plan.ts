// Requests and subrequests of claims as slots: what the search is queried, and the result is made of.

import type { DeviceClass } from '../../core/api/device-class.js';
import { objectName } from '../../core/api/meta.js';
import type { DeviceClaim, DeviceRequest, DeviceSelection, ResourceClaim, ResourceClaimSpec } from '../../core/api/resource-claim.js';
import { shownName } from '../../core/base/words.js';
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
  /** The alternative of the claim that the slot is of. Absent: the claim has none. */
  readonly alternative?: number;
}

/** A claim whose requests passed the checks. */
export interface ClaimPlan {
  readonly claim: ResourceClaim;
  /** For each request its slots: one, or the subrequests in order. Of a claim with alternatives what stands at one place in them is one request, with the slots of all of them. */
  readonly requests: readonly (readonly SlotPlan[])[];
  /** For each whole alternative of the claim its own requests. Absent: it has none. */
  readonly alternatives?: readonly (readonly (readonly SlotPlan[])[])[];
}

/** Returns whether a slot stands for nothing: its alternative has fewer requests than others of the claim. */
export function standsForNothing({ alternative, count, all }: Pick<SlotPlan, 'alternative' | 'count' | 'all'>): boolean {
  return alternative !== undefined && count === 0n && all === undefined;
}

/** The names of a slot's claim and alternative, for messages. */
export function claimInWords({ claim, alternative }: Pick<SlotPlan, 'claim' | 'alternative'>): string {
  const name = `claim ${shownName(objectName(claim.metadata))}`;
  return alternative === undefined ? name : `${name}, firstOfDevices[${alternative}]`;
}

/** Gives the alternative that the message of an error names, or else all that its claim asks for: the inverse of `claimInWords`. */
export function devicesNamedIn({ message }: Pick<Error, 'message'>, { devices, firstOfDevices = [] }: ResourceClaimSpec): DeviceClaim {
  const index = /^claim [^ ]*, firstOfDevices\[(\d)\]/.exec(message)?.[1];
  return firstOfDevices[Number(index)] ?? devices;
}

/** A device that a search selected, for a slot by its place among those of all claims. */
export interface PickedDevice {
  readonly slot: number;
  readonly device: PoolDevice;
}
