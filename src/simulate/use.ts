// The devices in use, kept up to date as claims come and go.

import { alternativesOf } from '../api/device-request.js';
import type { ResourceClaim } from '../api/resource-claim.js';
import { entryIn } from '../base/entry-in.js';
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
      classes: known === undefined ? [] : results.map(({ request }) => classOf(known, request)),
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

  byClass(): Readonly<Record<string, number>> {
    return this.#byClass.toRecord();
  }

  /** The devices of the newest generation of each pool, but for those of nodes that are not there. */
  #countDevices(): ReadonlyMap<string, number> {
    const { objects } = this.#state;
    const newest = new Map<string, bigint>();
    const slices = objects.slices.all.filter(
      ({ spec: { nodeName } }) => nodeName === undefined || nodeName === '' || objects.nodes.has(nodeName),
    );
    for (const { spec } of slices) {
      const key = `${spec.driver}/${spec.pool.name}`;
      const known = newest.get(key);
      if (known === undefined || spec.pool.generation > known) newest.set(key, spec.pool.generation);
    }
    const totals = new Map<string, number>();
    for (const { spec } of slices) {
      if (spec.pool.generation !== newest.get(`${spec.driver}/${spec.pool.name}`)) continue;
      totals.set(spec.driver, entryIn(totals, spec.driver, () => 0) + spec.devices.length);
    }
    return totals;
  }
}

/** The class that a request of a result asked for; empty: nobody knows. */
function classOf({ spec }: ResourceClaim, request: string): string {
  const [name, subrequest] = request.split('/');
  for (const { requests } of alternativesOf(spec)) {
    const found = requests.find((each) => each.name === name);
    if (found?.exactly !== undefined && subrequest === undefined) return found.exactly.deviceClassName;
    const chosen = found?.firstAvailable.find((each) => each.name === subrequest);
    if (chosen !== undefined) return chosen.deviceClassName;
  }
  return '';
}
