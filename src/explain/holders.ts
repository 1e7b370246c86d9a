// Finds the claims that hold devices, and the pods that use these claims.

import { deviceKey, type PoolDevice } from '../allocator/pools/pool.js';
import type { AllocatedDevice, ResourceClaim } from '../core/api/resource-claim.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Incremental } from '../core/base/incremental.js';
import { shownName, some } from '../core/base/words.js';
import type { DeviceHolder } from './explanation.js';
import { nameClaim } from './request-names.js';

/** The most claims listed; the others are counted. */
const MAX_CLAIMS = 3;

/** The most pods of a claim listed; the others are counted. */
const MAX_PODS = 2;

/** A claim that holds devices. */
export interface HeldClaim {
  /** `namespace/name`. */
  readonly claim: string;
  /** The names of the pods that the claim is reserved for, in its namespace. */
  readonly pods: readonly string[];
}

/** Holders by device key. */
export class Holders {
  readonly #byDevice = new Map<string, HeldClaim[]>();

  /** Adds the devices that a claim holds. `keys`: the `deviceKey`s of the results. */
  add(holder: HeldClaim, results: readonly AllocatedDevice[], keys = keysOf(results)): void {
    for (const [index, { adminAccess }] of results.entries()) {
      if (adminAccess === true) continue;
      const holders = entryIn(this.#byDevice, keys[index] as string, (): HeldClaim[] => []);
      if (holders.at(-1) !== holder) holders.push(holder);
    }
  }

  /** Returns the claims that hold some devices, most devices first. */
  *of(devices: readonly PoolDevice[], checkpoint: Checkpoint): Incremental<DeviceHolder[]> {
    const counts = new Map<HeldClaim, number>();
    for (const { key } of devices) {
      if (checkpoint.due()) yield;
      for (const holder of this.#byDevice.get(key) ?? []) counts.set(holder, (counts.get(holder) ?? 0) + 1);
    }
    return Array.from(counts, ([{ claim, pods }, devices]) => ({ claim, pods: [...pods], devices })).sort(
      (left, right) => right.devices - left.devices,
    );
  }
}

/** Returns the holders among claims. */
export function* holdersAmong(claims: readonly ResourceClaim[], checkpoint: Checkpoint): Incremental<Holders> {
  const holders = new Holders();
  for (const claim of claims) {
    if (checkpoint.due()) yield;
    const { allocation } = claim.status;
    if (allocation !== undefined) holders.add(heldClaim(claim), allocation.results);
  }
  return holders;
}

/** Returns a claim as a holder. */
export function heldClaim({ metadata, status }: ResourceClaim): HeldClaim {
  const pods = status.reservedFor.filter(({ apiGroup, resource }) => apiGroup === '' && resource === 'pods');
  return { claim: nameClaim({ metadata }), pods: pods.map(({ name }) => shownName(name)) };
}

/** Lists holders in words, after a word such as `by` or `of`; empty if none exist. */
export function holdersInWords(link: string, holders: readonly DeviceHolder[]): string {
  const [first] = holders;
  if (first === undefined) return '';
  const isOne = holders.length === 1;
  const names = holders.map((holder) => {
    const { claim, pods, devices } = holder;
    const who = pods.length === 0 ? '' : ` of pod${pods.length === 1 ? '' : 's'} ${some(pods, MAX_PODS)}`;
    return `claim ${claim}${who}${isOne || devices === 1 ? '' : ` (${devices})`}`;
  });
  return ` ${link} ${some(names, MAX_CLAIMS)}`;
}

function keysOf(results: readonly AllocatedDevice[]): readonly string[] {
  return results.map(({ driver, pool, device }) => deviceKey(driver, pool, device));
}
