// Adds up the devices of pools, by driver and altogether.

import type { Device } from '../../api/resource-slice.js';
import { entryIn } from '../../base/entry-in.js';
import type { Pool } from '../../pools/pool.js';
import { poolKey } from '../../pools/slice-index.js';
import type { Draws } from './draws.js';
import type { DeviceTotals, Inventory, InventoryDevice } from './inventory.js';
import { type Demand, type MostAtOnce, MostAtOnceFinder, plus } from './most-at-once.js';

const NONE: MostAtOnce = { atLeast: 0, atMost: 0 };

/** The counts that are added up one by one. */
const COUNTS = ['devices', 'free', 'taken', 'shared', 'blocked', 'admin', 'tainted'] as const;

type Counts = Record<(typeof COUNTS)[number], number>;

/** The free devices of a pool, from all its nodes: counters are of the whole pool. */
interface FreeDevices {
  readonly pool: Pool;
  readonly demands: Demand[];
}

/** The devices that were seen so far. */
export class Totals {
  readonly #draws: Draws;
  readonly #counts = new Map<string, Counts>();
  readonly #free = new Map<string, FreeDevices>();

  constructor(draws: Draws) {
    this.#draws = draws;
  }

  /** Counts a device once. A pool that does not count has no free device: none of it can be had. */
  add(pool: Pool, device: Device, { state, admins, tainted }: InventoryDevice): void {
    const counts = entryIn(this.#counts, pool.driver, noCounts);
    counts.devices++;
    if (admins.length > 0) counts.admin++;
    if (tainted) counts.tainted++;
    if (state !== 'free') counts[state]++;
    else if (pool.problem === undefined) {
      counts.free++;
      const { demands } = entryIn(this.#free, poolKey(pool.driver, pool.name), () => ({ pool, demands: [] as Demand[] }));
      demands.push(this.#draws.demandOf(pool.driver, pool.name, device));
    }
  }

  /** The sums, drivers in the order in which they came. */
  sums(): Inventory['totals'] {
    const finder = new MostAtOnceFinder();
    const atOnce = new Map<string, MostAtOnce>();
    for (const { pool, demands } of this.#free.values()) {
      const most = finder.find(demands, this.#draws.supplyOf(pool.driver, pool.name));
      atOnce.set(pool.driver, plus(atOnce.get(pool.driver) ?? NONE, most));
    }
    const drivers = Array.from(this.#counts, ([driver, counts]) => ({ driver, ...counts, atOnce: atOnce.get(driver) ?? NONE }));
    const all = drivers.reduce<DeviceTotals>(added, { ...noCounts(), atOnce: NONE });
    return { drivers, all };
  }
}

function noCounts(): Counts {
  return { devices: 0, free: 0, taken: 0, shared: 0, blocked: 0, admin: 0, tainted: 0 };
}

function added(one: DeviceTotals, other: DeviceTotals): DeviceTotals {
  const counts = noCounts();
  for (const name of COUNTS) counts[name] = one[name] + other[name];
  return { ...counts, atOnce: plus(one.atOnce, other.atOnce) };
}
