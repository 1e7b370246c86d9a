// The devices that DeviceClasses match, with their totals.

import { deviceId } from '../../../allocator/pools/pool.js';
import { SelectorCache } from '../../../cel/cache.js';
import { CelCompileError, type CelDevice, CelRuntimeError, type Environment } from '../../../cel/engine.js';
import { readLongVersions } from '../../../cel/run/device.js';
import type { DeviceClass } from '../../../core/api/device-class.js';
import type { DeviceSelector } from '../../../core/api/resource-claim.js';
import { type Checkpoint, endOfCall } from '../../../core/base/checkpoint.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { Draws } from './draws.js';
import type { ClassTotals, FailingSelector } from './inventory.js';
import { MostAtOnceFinder } from './most-at-once.js';
import { type CountedDevice, Tally } from './tally.js';

/** Counts the devices of classes. */
export class ClassDevices {
  readonly #selectors: SelectorCache;
  readonly #checkpoint: Checkpoint;
  readonly #finder = new MostAtOnceFinder();

  /** `environment` is the scheduler's; the checkpoint limits the time of evaluations. */
  constructor(environment: Environment, checkpoint: Checkpoint) {
    this.#selectors = new SelectorCache(undefined, environment);
    this.#checkpoint = checkpoint;
  }

  /** Returns the totals of each class, sorted by name. */
  totalsOf(classes: readonly DeviceClass[], devices: readonly CountedDevice[], draws: Draws): readonly ClassTotals[] {
    const byName = new Map(classes.map((deviceClass) => [deviceClass.metadata.name, deviceClass]));
    return [...byName.values()].sort(byNameOf).map((deviceClass) => this.#ofClass(deviceClass, devices, draws));
  }

  #ofClass({ metadata: { name }, spec }: DeviceClass, devices: readonly CountedDevice[], draws: Draws): ClassTotals {
    const { extendedResourceName: resource = '' } = spec;
    const named = { name, ...(resource === '' ? {} : { extendedResourceName: resource }) };
    const tally = new Tally();
    let failing: FailingSelector | undefined;
    try {
      for (const counted of devices) {
        const verdict = this.#verdictOn(counted, spec.selectors);
        if (verdict === true) tally.add(counted, draws);
        else if (verdict !== false) failing = { devices: (failing?.devices ?? 0) + 1, first: failing?.first ?? firstOf(counted, verdict) };
      }
    } catch (error) {
      endOfCall(error);
      return { ...named, isCounted: false };
    }
    return { ...named, isCounted: true, ...tally.totals(this.#finder, draws), ...(failing === undefined ? {} : { failing }) };
  }

  /** Evaluates selectors like the scheduler: in order, until one is false or fails. Returns the error of a failure. */
  #verdictOn({ pool, device }: CountedDevice, selectors: readonly DeviceSelector[]): boolean | CelCompileError | CelRuntimeError {
    this.#checkpoint.step();
    if (selectors.length === 0) return true;
    const { attributes, capacity, allowMultipleAllocations = false } = device;
    const seen: CelDevice = { driver: pool.driver, attributes, capacity, allowMultipleAllocations };
    inOneGo(readLongVersions(attributes, this.#checkpoint));
    try {
      return selectors.every(({ cel }) => {
        const selector = this.#selectors.get(cel?.expression ?? '');
        if (selector instanceof CelCompileError) throw selector;
        return selector.evaluate(seen, this.#checkpoint);
      });
    } catch (error) {
      if (error instanceof CelCompileError || error instanceof CelRuntimeError) return error;
      throw error;
    }
  }
}

function firstOf({ pool, device }: CountedDevice, error: FailingSelector['first']['error']): FailingSelector['first'] {
  return { device: deviceId(pool.driver, pool.name, device.name), error };
}

function byNameOf({ metadata: a }: DeviceClass, { metadata: b }: DeviceClass): number {
  return a.name < b.name ? -1 : 1;
}
