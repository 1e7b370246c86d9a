// The configuration that goes with an allocation: of the classes, then of the claim. Source: docs/spec/allocation.md 8, docs/spec/reference-1.37.md 1.31.

import type { DeviceClass } from '../../core/api/device-class.js';
import type { DeviceClaim, DeviceConfiguration } from '../../core/api/resource-claim.js';
import { copyRaw } from '../../core/api/values.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { entryIn } from '../../core/base/entry-in.js';
import { inIncrements } from '../../core/base/incremental.js';
import { withOwnJson } from '../../core/base/plain-json.js';
import type { SlotPlan } from '../encode/slot-plan.js';
import type { DeviceAllocationConfiguration } from './allocation-result.js';

interface Entry {
  readonly source: DeviceAllocationConfiguration['source'];
  readonly requests: readonly string[];
  readonly config: DeviceConfiguration;
}

/** The configuration for what a claim asks for; `chosen` has the slot that each request took. */
export function configFor(
  { config }: Pick<DeviceClaim, 'config'>,
  chosen: readonly SlotPlan[],
  checkpoint: Checkpoint,
): readonly DeviceAllocationConfiguration[] {
  if (config.length === 0 && !haveConfig(chosen)) return NOTHING;
  const entries = classEntries(chosen, checkpoint);
  checkpoint.forEach(config, ({ requests, ...parameters }) => {
    const isNamed = namedIn(requests, chosen.length, checkpoint);
    // Names of subrequests that were not taken stay: the list is copied as it is.
    if (requests.length === 0 || checkpoint.some(chosen, isNamed)) entries.push({ source: 'FromClaim', requests, config: parameters });
  });
  return checkpoint.map(entries, ({ source, requests, config: { opaque } }) => {
    const coversAll = checkpoint.every(chosen, namedIn(requests, chosen.length, checkpoint));
    return {
      source,
      ...(requests.length === 0 || coversAll ? {} : { requests: [...requests] }),
      ...(opaque === undefined ? {} : { opaque: opaqueCopy(opaque, checkpoint) }),
    };
  });
}

const NOTHING: readonly never[] = [];

/** A copy, ready for JSON.stringify also where the parameters are nothing but an integer. */
function opaqueCopy(opaque: NonNullable<DeviceConfiguration['opaque']>, checkpoint: Checkpoint): typeof opaque {
  const copy = { ...opaque, parameters: inIncrements(checkpoint, () => copyRaw(opaque.parameters, checkpoint)) };
  return typeof copy.parameters === 'bigint' ? withOwnJson(copy) : copy;
}

/** Tells which slots of some number names mean, by that of the request or of both. */
function namedIn(names: readonly string[], slots: number, checkpoint: Checkpoint): (slot: SlotPlan) => boolean {
  checkpoint.step(names.length / NAMES_A_UNIT);
  // A list is as fast for a few questions.
  if (names.length * slots < MOST_IN_LIST) return ({ request, name }) => names.includes(request.name) || names.includes(name);
  const set = new Set(names);
  return ({ request, name }) => set.has(request.name) || set.has(name);
}

const NAMES_A_UNIT = 16;
const MOST_IN_LIST = 64;

/** Tells whether the class of some slot has configuration. */
function haveConfig(chosen: readonly SlotPlan[]): boolean {
  for (const { deviceClass } of chosen) if (deviceClass.spec.config.length > 0) return true;
  return false;
}

/** Each class once, in order of first use, with the names of the requests that use it. */
function classEntries(chosen: readonly SlotPlan[], checkpoint: Checkpoint): Entry[] {
  const entries = checkpoint.keep((): Entry[] => []);
  const users = checkpoint.keep(() => new Map<DeviceClass, string[]>());
  checkpoint.forEach(chosen, ({ deviceClass, name }) => {
    entryIn(users, deviceClass, (): string[] => []).push(name);
  });
  checkpoint.forEachOf(users, ([deviceClass, requests]) => {
    checkpoint.forEach(deviceClass.spec.config, (config) => {
      entries.push({ source: 'FromClass', requests, config });
    });
  });
  return entries;
}
