// The devices in use, kept up to date as claims come and go.

import { alternativesOf } from '../api/device-request.js';
import type { DeviceSelection, ResourceClaim } from '../api/resource-claim.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import { deviceKey } from '../pools/pool.js';
import { Counts, recordOf } from './recorder.js';
import type { Use } from './report.js';

/** The devices of a claim, as they were counted. */
interface Counted {
  readonly devices: readonly { readonly key: string; readonly driver: string }[];
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
  #totals: ReadonlyMap<string, number> | undefined;

  constructor(state: ClusterState) {
    this.#state = state;
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
    const { results } = held;
    const known = this.#state.objects.pods.get('ResourceClaim', claim)?.claim;
    const now: Counted = {
      devices: results.map(({ driver, pool, device }) => ({ key: deviceKey(driver, pool, device), driver })),
      classes: known === undefined ? [] : results.map(({ request }) => requestOf(known, request)?.deviceClassName ?? ''),
    };
    this.#held.set(claim, now);
    this.#take(now, 1);
  }

  #take({ devices, classes }: Counted, by: 1 | -1): void {
    for (const { key, driver } of devices) {
      const before = this.#holders.get(key);
      this.#holders.add(key, by);
      if (before === 0 || before + by === 0) this.#byDriver.add(driver, by);
    }
    for (const name of classes) if (name !== '') this.#byClass.add(name, by);
  }

  /** Slices or nodes changed. */
  forgetTotals(): void {
    this.#totals = undefined;
  }

  byDriver(): Readonly<Record<string, Use>> {
    this.#totals ??= this.#countDevices();
    return recordOf(Array.from(this.#totals, ([driver, of]) => [driver, { inUse: this.#byDriver.get(driver), of }] as const));
  }

  capacities(): Readonly<Record<string, Readonly<Record<string, Use>>>> {
    return {};
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

/** The slices of the newest generation of each pool, but for those of nodes that are not there. */
export function newestSlices({ objects }: ClusterState): readonly ResourceSlice[] {
  const newest = new Map<string, bigint>();
  const isThere = ({ spec: { nodeName = '' } }: ResourceSlice): boolean => nodeName === '' || objects.nodes.has(nodeName);
  const poolOf = ({ spec }: ResourceSlice): string => `${spec.driver}/${spec.pool.name}`;
  for (const slice of objects.slices.all) {
    const { generation } = slice.spec.pool;
    const known = newest.get(poolOf(slice));
    if (known === undefined || generation > known) newest.set(poolOf(slice), generation);
  }
  return objects.slices.all.filter((slice) => slice.spec.pool.generation === newest.get(poolOf(slice)) && isThere(slice));
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
