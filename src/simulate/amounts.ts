// The counters and shared capacities that devices in use take, and how much of them there is, by driver and by name, exact.

import type { AllocatedDevice } from '../api/allocated-device.js';
import type { Device } from '../api/resource-slice.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import { deviceKey } from '../pools/pool.js';
import { newestSlices } from './newest-slices.js';
import { recordOf } from './recorder.js';
import type { Sample, Use } from './report.js';

/** Amounts by name, in billionths. */
type Amounts = readonly (readonly [name: string, nano: bigint])[];

/** Sums by driver and name. */
class Sums {
  readonly #byDriver = new Map<string, Map<string, bigint>>();

  add(driver: string, amounts: Amounts, sign: 1n | -1n): void {
    const sums = this.#byDriver.get(driver) ?? new Map<string, bigint>();
    this.#byDriver.set(driver, sums);
    for (const [name, nano] of amounts) sums.set(name, (sums.get(name) ?? 0n) + sign * nano);
  }

  get(driver: string, name: string): bigint {
    return this.#byDriver.get(driver)?.get(name) ?? 0n;
  }

  entries(): readonly (readonly [driver: string, names: readonly string[]])[] {
    return Array.from(this.#byDriver, ([driver, sums]) => [driver, [...sums.keys()]] as const);
  }
}

/** The devices that there are, and how much they have. */
interface Known {
  readonly totals: Sums;
  readonly devices: ReadonlyMap<string, Device>;
}

/** Adds amounts up. */
export class AmountsInUse {
  readonly #state: ClusterState;
  readonly #inUse = new Sums();
  /** The counters that each device in use was counted with: its slice may be another one when it is free again. */
  readonly #counters = new Map<string, Amounts>();
  #known: Known | undefined;

  constructor(state: ClusterState) {
    this.#state = state;
  }

  /** Slices or nodes changed. */
  forget(): void {
    this.#known = undefined;
  }

  /** A device that nobody had is in use, or nobody has it any more. */
  setInUse(key: string, driver: string, isInUse: boolean): void {
    if (isInUse) this.#counters.set(key, countersOf(this.#look().devices.get(key)));
    this.#inUse.add(driver, this.#counters.get(key) ?? [], isInUse ? 1n : -1n);
    if (!isInUse) this.#counters.delete(key);
  }

  /** A share of a device was given, or taken back. */
  addShare(driver: string, consumed: AllocatedDevice['consumedCapacity'], sign: 1 | -1): void {
    if (consumed !== undefined) this.#inUse.add(driver, capacitiesOf(consumed), sign === 1 ? 1n : -1n);
  }

  toRecord(): Sample['capacities'] {
    const { totals } = this.#look();
    return recordOf(
      totals.entries().map(([driver, names]) => {
        const uses = names.map((name): readonly [string, Use] => [
          name,
          { inUse: inUnits(this.#inUse.get(driver, name)), of: inUnits(totals.get(driver, name)) },
        ]);
        return [driver, recordOf(uses)] as const;
      }),
    );
  }

  #look(): Known {
    if (this.#known !== undefined) return this.#known;
    const totals = new Sums();
    const devices = new Map<string, Device>();
    for (const { spec } of newestSlices(this.#state)) {
      for (const { counters } of spec.sharedCounters) totals.add(spec.driver, counterAmounts(counters), 1n);
      for (const device of spec.devices) {
        devices.set(deviceKey(spec.driver, spec.pool.name, device.name), device);
        if (device.allowMultipleAllocations !== true || device.capacity.size === 0) continue;
        const values = Array.from(device.capacity, ([name, { value }]) => [name, value] as const);
        totals.add(spec.driver, capacitiesOf(values), 1n);
      }
    }
    this.#known = { totals, devices };
    return this.#known;
  }
}

function countersOf(device: Device | undefined): Amounts {
  return device?.consumesCounters.flatMap(({ counters }) => counterAmounts(counters)) ?? [];
}

function counterAmounts(counters: Device['consumesCounters'][number]['counters']): Amounts {
  return Array.from(counters, ([name, { value }]) => [`counter ${name}`, value.nano] as const);
}

function capacitiesOf(capacities: Iterable<readonly [string, { readonly nano: bigint }]>): Amounts {
  return Array.from(capacities, ([name, { nano }]) => [`capacity ${name}`, nano] as const);
}

function inUnits(nano: bigint): number {
  return Number(nano) / 1e9;
}
