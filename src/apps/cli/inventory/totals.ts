// Adds up the devices of pools, by driver and in total.

import { entryIn } from '../../../core/base/entry-in.js';
import type { Draws } from './draws.js';
import type { Inventory } from './inventory.js';
import { MostAtOnceFinder } from './most-at-once.js';
import { type CountedDevice, sumOf, Tally } from './tally.js';

/** Returns the sums, with drivers by first occurrence. */
export function totalsOf(devices: readonly CountedDevice[], draws: Draws): Inventory['totals'] {
  const tallies = new Map<string, Tally>();
  for (const counted of devices) entryIn(tallies, counted.pool.driver, () => new Tally()).add(counted, draws);
  const finder = new MostAtOnceFinder();
  const drivers = Array.from(tallies, ([driver, tally]) => ({ driver, ...tally.totals(finder, draws) }));
  return { drivers, all: sumOf(drivers) };
}
