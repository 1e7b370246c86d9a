// The configuration that goes with an allocation: of the classes, then of the claim. Source: allocation.md section 8, reference 1.31.

import type { DeviceClass } from '../api/device-class.js';
import type { DeviceConfiguration, ResourceClaim } from '../api/resource-claim.js';
import type { SlotPlan } from '../encode/plan.js';
import { copyJson } from '../json.js';
import { withJson } from '../plain-json.js';
import type { DeviceAllocationConfiguration } from './allocation-result.js';

interface Entry {
  readonly source: DeviceAllocationConfiguration['source'];
  readonly requests: readonly string[];
  readonly config: DeviceConfiguration;
}

/** The configuration for a claim; `chosen` has the slot that each request took. */
export function configFor({ spec }: ResourceClaim, chosen: readonly SlotPlan[]): DeviceAllocationConfiguration[] {
  const entries = classEntries(chosen);
  if (entries.length === 0 && spec.devices.config.length === 0) return [];
  for (const { requests, ...config } of spec.devices.config) {
    const applies = requests.length === 0 || chosen.some((slot) => requests.includes(slot.request.name) || requests.includes(slot.name));
    // Names of subrequests that were not taken stay: the list is copied as it is.
    if (applies) entries.push({ source: 'FromClaim', requests, config });
  }
  return entries.map(({ source, requests, config }) => {
    const coversAll = chosen.every((slot) => requests.includes(slot.request.name) || requests.includes(slot.name));
    const opaque = config.opaque;
    return {
      source,
      ...(requests.length === 0 || coversAll ? {} : { requests: [...requests] }),
      ...(opaque === undefined ? {} : { opaque: { ...opaque, parameters: withJson(copyJson(opaque.parameters)) } }),
    };
  });
}

/** Each class once, in order of first use, with the names of the requests that use it. */
function classEntries(chosen: readonly SlotPlan[]): Entry[] {
  if (chosen.every(({ deviceClass }) => deviceClass.spec.config.length === 0)) return [];
  const users = new Map<DeviceClass, string[]>();
  for (const { deviceClass, name } of chosen) {
    const names = users.get(deviceClass);
    if (names === undefined) users.set(deviceClass, [name]);
    else names.push(name);
  }
  return [...users].flatMap(([deviceClass, requests]) =>
    deviceClass.spec.config.map((config): Entry => ({ source: 'FromClass', requests, config })),
  );
}
