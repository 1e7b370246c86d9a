// Tracks the device taints that evict pods, from slices and DeviceTaintRules, and the time of each.

import { deviceKey } from '../allocator/pools/pool.js';
import type { DeviceTaint } from '../core/api/resource-slice.js';
import { entryIn } from '../core/base/entry-in.js';
import type { Program } from '../core/base/program.js';
import type { Clock } from './clock.js';
import type { PublishedDevices } from './published-devices.js';

/** A taint, and when it was added, in milliseconds from the start. */
export interface TaintSince {
  readonly taint: DeviceTaint;
  readonly since: number;
}

const NONE: readonly TaintSince[] = [];

/** The taints with the effect NoExecute, by device. */
export class DeviceTaints {
  readonly #published: PublishedDevices;
  readonly #isOn: boolean;
  #byDevice = new Map<string, TaintSince[]>();
  #isStale = true;

  /** `isOn`: false to ignore all taints. */
  constructor(published: PublishedDevices, isOn: boolean) {
    this.#published = published;
    this.#isOn = isOn;
  }

  /** Must be called after a change of slices or rules. */
  forget(): void {
    this.#isStale = true;
  }

  get hasAny(): boolean {
    return this.#byDevice.size > 0;
  }

  of(device: string): readonly TaintSince[] {
    return this.#byDevice.get(device) ?? NONE;
  }

  /** True if the slices must be read again. */
  get isStale(): boolean {
    return this.#isStale && this.#isOn;
  }

  /** Reads the slices again. Returns whether any device had or has a taint. */
  *update(now: number, clock: Clock): Program<boolean> {
    const before = this.#byDevice;
    const byDevice = new Map<string, TaintSince[]>();
    yield* this.#published.update(clock);
    const withoutSelector = this.#published.taintsWithoutSelector();
    for (const { spec } of this.#published.slices) {
      yield* clock.check();
      for (const { name, taints } of spec.devices) {
        for (const taint of taints) {
          if (taint.effect !== 'NoExecute' || withoutSelector.has(taint)) continue;
          const key = deviceKey(spec.driver, spec.pool.name, name);
          const previousTaint = before.get(key)?.find((each) => isSame(each.taint, taint));
          entryIn(byDevice, key, (): TaintSince[] => []).push({ taint, since: previousTaint?.since ?? now });
        }
      }
    }
    this.#isStale = false;
    this.#byDevice = byDevice;
    return before.size > 0 || byDevice.size > 0;
  }
}

function isSame(left: DeviceTaint, right: DeviceTaint): boolean {
  return left.key === right.key && left.value === right.value && left.timeAdded === right.timeAdded;
}
