// Builds the configuration of an allocation: from the classes, then from the claim. Source: docs/spec/allocation.md 8, docs/spec/reference-1.37.md 1.31.

import type { DeviceClass } from '../../core/api/device-class.js';
import type { DeviceClaim, DeviceConfiguration } from '../../core/api/resource-claim.js';
import { copyRaw } from '../../core/api/values.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { testingEvery, testingSome } from '../../core/base/lists-in-increments.js';
import { withOwnJson } from '../../core/base/plain-json.js';
import type { SlotPlan } from '../encode/slot-plan.js';
import type { DeviceAllocationConfiguration } from './allocation-result.js';

interface Entry {
  readonly source: DeviceAllocationConfiguration['source'];
  readonly requests: readonly string[];
  readonly config: DeviceConfiguration;
}

/** Returns whether the classes or the claim have configuration for the requests. */
export function hasConfig({ config }: Pick<DeviceClaim, 'config'>, chosen: readonly SlotPlan[]): boolean {
  if (config.length > 0) return true;
  for (const { deviceClass } of chosen) if (deviceClass.spec.config.length > 0) return true;
  return false;
}

/** Returns the configuration of the requests. `chosen` has the allocated slot of each request. */
export function* configFor(
  { config }: Pick<DeviceClaim, 'config'>,
  chosen: readonly SlotPlan[],
  checkpoint: Checkpoint,
): Incremental<readonly DeviceAllocationConfiguration[]> {
  const entries = yield* classEntries(chosen, checkpoint);
  for (const { requests, ...parameters } of config) {
    const isNamed = namedIn(requests, chosen.length, checkpoint);
    // The list is copied unchanged, so it also names subrequests that were not allocated.
    if (requests.length === 0 || (yield* testingSome(chosen, isNamed, checkpoint))) {
      entries.push({ source: 'FromClaim', requests, config: parameters });
    }
    if (checkpoint.due()) yield;
  }
  const all: DeviceAllocationConfiguration[] = [];
  for (const { source, requests, config } of entries) {
    const coversAll = requests.length === 0 || (yield* testingEvery(chosen, namedIn(requests, chosen.length, checkpoint), checkpoint));
    all.push({
      source,
      ...(coversAll ? {} : { requests: [...requests] }),
      ...(config.opaque === undefined ? {} : { opaque: yield* opaqueCopy(config.opaque, checkpoint) }),
    });
    if (checkpoint.due()) yield;
  }
  return all;
}

/** Returns a copy that JSON.stringify accepts even if the parameters are a single integer. */
function* opaqueCopy(opaque: NonNullable<DeviceConfiguration['opaque']>, checkpoint: Checkpoint): Incremental<typeof opaque> {
  const copy = { ...opaque, parameters: yield* copyRaw(opaque.parameters, checkpoint) };
  return typeof copy.parameters === 'bigint' ? withOwnJson(copy) : copy;
}

/** Returns a predicate for slots: whether `names` contains the name of the request, or of the request and subrequest. */
function namedIn(names: readonly string[], slots: number, checkpoint: Checkpoint): (slot: SlotPlan) => boolean {
  checkpoint.step(names.length / NAMES_A_UNIT);
  // For a few lookups, a list is as fast as a set.
  if (names.length * slots < MOST_IN_LIST) return ({ request, name }) => names.includes(request.name) || names.includes(name);
  const set = new Set(names);
  return ({ request, name }) => set.has(request.name) || set.has(name);
}

const NAMES_A_UNIT = 16;
const MOST_IN_LIST = 64;

/** Returns entries for each class once, in order of first use, with the names of its requests. */
function* classEntries(chosen: readonly SlotPlan[], checkpoint: Checkpoint): Incremental<Entry[]> {
  const entries: Entry[] = [];
  const users = new Map<DeviceClass, string[]>();
  for (const { deviceClass, name } of chosen) {
    entryIn(users, deviceClass, (): string[] => []).push(name);
    if (checkpoint.due()) yield;
  }
  for (const [deviceClass, requests] of users) {
    for (const config of deviceClass.spec.config) {
      entries.push({ source: 'FromClass', requests, config });
      if (checkpoint.due()) yield;
    }
  }
  return entries;
}
