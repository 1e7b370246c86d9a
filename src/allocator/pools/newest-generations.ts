// Selects the slices of the newest generation of each pool. Drivers may leave older slices behind.

import type { ResourceSlice } from '../../core/api/resource-slice.js';
import { poolKey } from './slice-index.js';

/** The newest generation of each pool among the added slices. */
export class NewestGenerations {
  readonly #byPool = new Map<string, bigint>();

  add({ spec: { driver, pool } }: ResourceSlice): void {
    const key = poolKey(driver, pool.name);
    const newestGeneration = this.#byPool.get(key);
    if (newestGeneration === undefined || pool.generation > newestGeneration) this.#byPool.set(key, pool.generation);
  }

  isNewest({ spec: { driver, pool } }: ResourceSlice): boolean {
    return this.#byPool.get(poolKey(driver, pool.name)) === pool.generation;
  }
}

/** Returns the slices of the newest generation of each pool, in input order. */
export function newestSlices(slices: Iterable<ResourceSlice>): readonly ResourceSlice[] {
  const all = [...slices];
  const generations = new NewestGenerations();
  for (const slice of all) generations.add(slice);
  return all.filter((slice) => generations.isNewest(slice));
}
