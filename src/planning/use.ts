// Counts the devices in use. The counts are updated when claims are added or removed.

import { deviceKey } from '../allocator/pools/pool.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import type { AllocatedDevice } from '../core/api/allocated-device.js';
import { alternativesOf } from '../core/api/device-request.js';
import type { DeviceSelection, ResourceClaim } from '../core/api/resource-claim.js';
import type { Program } from '../core/base/program.js';
import { AmountSums, type Amounts, amountsOfCapacities } from './amounts.js';
import type { Clock } from './clock.js';
import type { PublishedDevices } from './published-devices.js';
import { Counts, recordOf } from './recorder.js';
import type { Sample, Use } from './report.js';

/** The devices of a claim, as counted. */
interface Counted {
  readonly devices: readonly { readonly key: string; readonly driver: string; readonly consumed: AllocatedDevice['consumedCapacity'] }[];
  readonly classes: readonly string[];
}

export class DevicesInUse {
  readonly #state: ClusterState;
  readonly #published: PublishedDevices;
  readonly #held = new Map<string, Counted>();
  /** The number of claims that have a device. */
  readonly #holders = new Counts();
  readonly #byDriver = new Counts();
  readonly #byClass = new Counts();
  readonly #amounts = new AmountSums();
  /** The counters that were added for each device in use. The slice of a device may have changed when the device becomes free. */
  readonly #counters = new Map<string, Amounts>();

  constructor(state: ClusterState, published: PublishedDevices) {
    this.#state = state;
    this.#published = published;
  }

  /** Counts the devices of the claims in the cluster. */
  *adopt(clock: Clock): Program<void> {
    for (const [key] of this.#state.objects.held) {
      yield* clock.check();
      this.look(key);
    }
  }

  /** Updates the counts for a claim that may have changed. */
  look(claim: string): void {
    const held = this.#state.heldBy(claim);
    const counted = this.#held.get(claim);
    if (counted !== undefined) this.#take(counted, -1);
    if (held === undefined) {
      this.#held.delete(claim);
      return;
    }
    // Admin access occupies no device.
    const results = held.results.filter(({ adminAccess }) => adminAccess !== true);
    const storedClaim = this.#state.objects.pods.get('ResourceClaim', claim)?.claim;
    const now: Counted = {
      devices: results.map(({ driver, pool, device, consumedCapacity: consumed }) => ({
        key: deviceKey(driver, pool, device),
        driver,
        consumed,
      })),
      classes: storedClaim === undefined ? [] : results.map(({ request }) => requestOf(storedClaim, request)?.deviceClassName ?? ''),
    };
    this.#held.set(claim, now);
    this.#take(now, 1);
  }

  #take({ devices, classes }: Counted, by: 1 | -1): void {
    for (const { key, driver, consumed } of devices) {
      const before = this.#holders.get(key);
      this.#holders.add(key, by);
      if (consumed !== undefined) this.#amounts.add(driver, amountsOfCapacities(consumed), BigInt(by) as 1n | -1n);
      if (before !== 0 && before + by !== 0) continue;
      this.#byDriver.add(driver, by);
      this.#setInUse(key, driver, by === 1);
    }
    for (const name of classes) if (name !== '') this.#byClass.add(name, by);
  }

  /** Counts a device when its first user is added, or when its last user is removed. */
  #setInUse(key: string, driver: string, isInUse: boolean): void {
    if (isInUse) this.#counters.set(key, this.#published.countersOf(key));
    this.#amounts.add(driver, this.#counters.get(key) ?? [], isInUse ? 1n : -1n);
    if (!isInUse) this.#counters.delete(key);
  }

  byDriver(): Readonly<Record<string, Use>> {
    return recordOf(Array.from(this.#published.counts, ([driver, of]) => [driver, { inUse: this.#byDriver.get(driver), of }] as const));
  }

  capacities(): Sample['capacities'] {
    const { amounts } = this.#published;
    return recordOf(
      amounts.entries().map(([driver, names]) => {
        const uses = names.map((name): readonly [string, Use] => [
          name,
          { inUse: inUnits(this.#amounts.get(driver, name)), of: inUnits(amounts.get(driver, name)) },
        ]);
        return [driver, recordOf(uses)] as const;
      }),
    );
  }

  byClass(): Readonly<Record<string, number>> {
    return this.#byClass.toRecord();
  }
}

function inUnits(nano: bigint): number {
  return Number(nano) / 1e9;
}

/** Returns the request or subrequest that a result is for; undefined if the claim has none with this name. */
export function requestOf({ spec }: ResourceClaim, request: string): DeviceSelection | undefined {
  const [name, subrequest] = request.split('/');
  for (const { requests } of alternativesOf(spec)) {
    const found = requests.find((each) => each.name === name);
    const chosen = subrequest === undefined ? found?.exactly : found?.firstAvailable.find((each) => each.name === subrequest);
    if (chosen !== undefined) return chosen;
  }
  return undefined;
}
