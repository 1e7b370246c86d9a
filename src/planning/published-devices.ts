// The devices that drivers publish: the current slices, and the sums of counters and capacities.

import { NewestGenerations } from '../allocator/pools/newest-generations.js';
import { deviceKey } from '../allocator/pools/pool.js';
import type { ClusterState } from '../cluster/cluster-state.js';
import type { Device, DeviceTaint, ResourceSlice } from '../core/api/resource-slice.js';
import { inOneGo, NO_WORK } from '../core/base/incremental.js';
import type { Program } from '../core/base/program.js';
import { AmountSums, type Amounts, amountsOfCapacities, amountsOfCounters } from './amounts.js';
import type { Clock } from './clock.js';

interface Published {
  /** The slices of the newest generation of each pool, without slices of absent nodes. Drivers may leave older slices. */
  readonly slices: readonly ResourceSlice[];
  readonly devices: ReadonlyMap<string, Device>;
  /** The number of devices of each driver. */
  readonly counts: ReadonlyMap<string, number>;
  readonly amounts: AmountSums;
}

/** The published devices, computed again after a change. */
export class PublishedDevices {
  readonly #state: ClusterState;
  #cached: Published | undefined;

  constructor(state: ClusterState) {
    this.#state = state;
  }

  /** Must be called after slices, nodes or taint rules changed. */
  forget(): void {
    this.#cached = undefined;
  }

  /** Reads the slices again if they changed, and yields meanwhile, so that the next query does not block. */
  update(clock: Clock): Program<void> {
    return this.#cached === undefined ? this.#updating(clock) : NO_WORK;
  }

  *#updating(clock: Clock): Program<void> {
    const computation = publishedIn(this.#state);
    let step = computation.next();
    for (; step.done !== true; step = computation.next()) yield* clock.check();
    this.#cached = step.value;
  }

  get slices(): readonly ResourceSlice[] {
    return this.#current().slices;
  }

  /** Returns the taints of rules without a selector. They do not evict pods, also in releases where they taint every device. */
  taintsWithoutSelector(): ReadonlySet<DeviceTaint> {
    const rules = [...this.#state.objects.deviceTaintRules.values()];
    return new Set(rules.filter(({ spec }) => spec.deviceSelector === undefined).map(({ spec }) => spec.taint));
  }

  get counts(): ReadonlyMap<string, number> {
    return this.#current().counts;
  }

  /** The amount of each counter and shared capacity. */
  get amounts(): AmountSums {
    return this.#current().amounts;
  }

  /** Returns the counters that a device consumes. */
  countersOf(key: string): Amounts {
    return (
      this.#current()
        .devices.get(key)
        ?.consumesCounters.flatMap(({ counters }) => amountsOfCounters(counters)) ?? []
    );
  }

  #current(): Published {
    this.#cached ??= inOneGo(publishedIn(this.#state));
    return this.#cached;
  }
}

/** Reads the slices, and yields after each. */
function* publishedIn({ objects }: ClusterState): Generator<void, Published> {
  const generations = new NewestGenerations();
  for (const slice of objects.slices.all) {
    generations.add(slice);
    yield;
  }
  const slices: ResourceSlice[] = [];
  const devices = new Map<string, Device>();
  const counts = new Map<string, number>();
  const amounts = new AmountSums();
  for (const slice of objects.slices.all) {
    const { spec } = slice;
    const isThere = spec.nodeName === undefined || spec.nodeName === '' || objects.nodes.has(spec.nodeName);
    if (isThere && generations.isNewest(slice)) {
      slices.push(slice);
      counts.set(spec.driver, (counts.get(spec.driver) ?? 0) + spec.devices.length);
      for (const device of spec.devices) devices.set(deviceKey(spec.driver, spec.pool.name, device.name), device);
      addAmounts(spec, amounts);
    }
    yield;
  }
  return { slices, devices, counts, amounts };
}

/** Adds the counters of a slice and the capacities that its devices share. */
function addAmounts({ driver, sharedCounters, devices }: ResourceSlice['spec'], sums: AmountSums): void {
  for (const { counters } of sharedCounters) sums.add(driver, amountsOfCounters(counters), 1n);
  for (const { allowMultipleAllocations, capacity } of devices) {
    if (allowMultipleAllocations !== true || capacity.size === 0) continue;
    const values = Array.from(capacity, ([name, { value }]) => [name, value] as const);
    sums.add(driver, amountsOfCapacities(values), 1n);
  }
}
