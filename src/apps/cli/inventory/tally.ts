// Counts devices, and computes how many of the free ones can be allocated at once.

import type { Pool } from '../../../allocator/pools/pool.js';
import { poolKey } from '../../../allocator/pools/slice-index.js';
import type { Device } from '../../../core/api/resource-slice.js';
import { entryIn } from '../../../core/base/entry-in.js';
import type { Draws } from './draws.js';
import type { DeviceTotals, InventoryDevice } from './inventory.js';
import { type Demand, type MostAtOnce, type MostAtOnceFinder, plus } from './most-at-once.js';

/** A device to count, with its description. */
export interface CountedDevice {
  readonly pool: Pool;
  readonly device: Device;
  readonly described: Pick<InventoryDevice, 'state' | 'admins' | 'tainted' | 'cordoned'>;
}

const NONE: MostAtOnce = { atLeast: 0, atMost: 0 };

/** The simple counters. */
const COUNTS = ['devices', 'free', 'taken', 'shared', 'blocked', 'admin', 'tainted', 'cordoned'] as const;

type Counts = Record<(typeof COUNTS)[number], number>;

/** The free devices of a pool over all its nodes, because counters belong to the whole pool. */
interface FreeDevices {
  readonly pool: Pool;
  readonly demands: Demand[];
}

/** The counts of some devices. */
export class Tally {
  readonly #counts = noCounts();
  readonly #free = new Map<string, FreeDevices>();

  /** Counts a device once. A pool with a problem has no free devices, and devices of cordoned nodes do not count as free. */
  add({ pool, device, described: { state, admins, tainted, cordoned } }: CountedDevice, draws: Draws): void {
    const counts = this.#counts;
    counts.devices++;
    if (admins.length > 0) counts.admin++;
    if (tainted) counts.tainted++;
    if (cordoned) counts.cordoned++;
    if (state !== 'free') counts[state]++;
    else if (pool.problem === undefined && !cordoned) {
      counts.free++;
      const { demands } = entryIn(this.#free, poolKey(pool.driver, pool.name), () => ({ pool, demands: [] as Demand[] }));
      demands.push(draws.demandOf(pool.driver, pool.name, device));
    }
  }

  totals(finder: MostAtOnceFinder, draws: Draws): DeviceTotals {
    let atOnce = NONE;
    for (const { pool, demands } of this.#free.values()) {
      atOnce = plus(atOnce, finder.find(demands, draws.supplyOf(pool.driver, pool.name)));
    }
    return { ...this.#counts, atOnce };
  }
}

/** Returns the sum of a list of totals. */
export function sumOf(totals: readonly DeviceTotals[]): DeviceTotals {
  return totals.reduce<DeviceTotals>(added, { ...noCounts(), atOnce: NONE });
}

function noCounts(): Counts {
  return { devices: 0, free: 0, taken: 0, shared: 0, blocked: 0, admin: 0, tainted: 0, cordoned: 0 };
}

function added(one: DeviceTotals, other: DeviceTotals): DeviceTotals {
  const counts = noCounts();
  for (const name of COUNTS) counts[name] = one[name] + other[name];
  return { ...counts, atOnce: plus(one.atOnce, other.atOnce) };
}
