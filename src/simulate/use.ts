// The devices in use, kept up to date as claims come and go.

import type { AllocatedDevice } from '../api/allocated-device.js';
import { alternativesOf } from '../api/device-request.js';
import type { DeviceSelection, ResourceClaim } from '../api/resource-claim.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import { deviceKey } from '../pools/pool.js';
import { AmountsInUse } from './amounts.js';
import { newestSlices } from './newest-slices.js';
import { Counts, recordOf } from './recorder.js';
import type { Sample, Use } from './report.js';

/** The devices of a claim, as they were counted. */
interface Counted {
  readonly devices: readonly { readonly key: string; readonly driver: string; readonly consumed: AllocatedDevice['consumedCapacity'] }[];
  readonly classes: readonly string[];
}

/** Counts devices. */
export class DevicesInUse {
  readonly #state: ClusterState;
  readonly #held = new Map<string, Counted>();
  /** The number of claims that have a device. */
  readonly #holders = new Counts();
  readonly #byDriver = new Counts();
  readonly #byClass = new Counts();
  readonly #amounts: AmountsInUse;
  #totals: ReadonlyMap<string, number> | undefined;

  constructor(state: ClusterState) {
    this.#state = state;
    this.#amounts = new AmountsInUse(state);
    for (const [key] of state.objects.held) this.look(key);
  }

  /** Looks whether a claim holds devices now. */
  look(claim: string): void {
    const held = this.#state.heldBy(claim);
    const counted = this.#held.get(claim);
    if (counted !== undefined) this.#take(counted, -1);
    if (held === undefined) {
      this.#held.delete(claim);
      return;
    }
    // Admin access takes nothing.
    const results = held.results.filter(({ adminAccess }) => adminAccess !== true);
    const known = this.#state.objects.pods.get('ResourceClaim', claim)?.claim;
    const now: Counted = {
      devices: results.map(({ driver, pool, device, consumedCapacity: consumed }) => ({
        key: deviceKey(driver, pool, device),
        driver,
        consumed,
      })),
      classes: known === undefined ? [] : results.map(({ request }) => requestOf(known, request)?.deviceClassName ?? ''),
    };
    this.#held.set(claim, now);
    this.#take(now, 1);
  }

  #take({ devices, classes }: Counted, by: 1 | -1): void {
    for (const { key, driver, consumed } of devices) {
      const before = this.#holders.get(key);
      this.#holders.add(key, by);
      this.#amounts.addShare(driver, consumed, by);
      if (before !== 0 && before + by !== 0) continue;
      this.#byDriver.add(driver, by);
      this.#amounts.setInUse(key, driver, by === 1);
    }
    for (const name of classes) if (name !== '') this.#byClass.add(name, by);
  }

  /** Slices or nodes changed. */
  forgetTotals(): void {
    this.#totals = undefined;
    this.#amounts.forget();
  }

  byDriver(): Readonly<Record<string, Use>> {
    this.#totals ??= this.#countDevices();
    return recordOf(Array.from(this.#totals, ([driver, of]) => [driver, { inUse: this.#byDriver.get(driver), of }] as const));
  }

  capacities(): Sample['capacities'] {
    return this.#amounts.toRecord();
  }

  byClass(): Readonly<Record<string, number>> {
    return this.#byClass.toRecord();
  }

  #countDevices(): ReadonlyMap<string, number> {
    const totals = new Map<string, number>();
    for (const { spec } of newestSlices(this.#state)) totals.set(spec.driver, (totals.get(spec.driver) ?? 0) + spec.devices.length);
    return totals;
  }
}

/** The part of a claim that a result is for: a request, or one of its subrequests; undefined: there is none of this name. */
export function requestOf({ spec }: ResourceClaim, request: string): DeviceSelection | undefined {
  const [name, subrequest] = request.split('/');
  for (const { requests } of alternativesOf(spec)) {
    const found = requests.find((each) => each.name === name);
    const chosen = subrequest === undefined ? found?.exactly : found?.firstAvailable.find((each) => each.name === subrequest);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}
