// The pools of the input: slices by driver and pool, and which of them count.

import { entryIn } from '../../base/entry-in.js';
import type { WorldDevice, WorldSlice } from './devices.js';

/** The slices of a driver under one name of a pool. */
export interface WorldPool {
  readonly driver: string;
  readonly name: string;
  /** The newest generation, whose slices alone count. */
  readonly generation: bigint;
  /** The slices of the newest generation, in the order of the input. */
  readonly slices: readonly WorldSlice[];
  /** The slices of earlier generations. */
  readonly outdated: readonly WorldSlice[];
}

/** A key for a pool. */
export function poolKey(driver: string, name: string): string {
  return `${driver}\0${name}`;
}

/** The pools of slices, by their keys. */
export function poolsOf(slices: readonly WorldSlice[]): ReadonlyMap<string, WorldPool> {
  const grouped = new Map<string, WorldSlice[]>();
  for (const slice of slices) entryIn(grouped, poolKey(slice.driver, slice.pool), (): WorldSlice[] => []).push(slice);
  return new Map([...grouped].map(([key, members]) => [key, poolOf(members)]));
}

function poolOf(members: readonly WorldSlice[]): WorldPool {
  const [first] = members as readonly [WorldSlice];
  let { generation } = first;
  for (const member of members) if (member.generation > generation) generation = member.generation;
  return {
    driver: first.driver,
    name: first.pool,
    generation,
    slices: members.filter((member) => member.generation === generation),
    outdated: members.filter((member) => member.generation !== generation),
  };
}

/** The devices that count. */
export function devicesOf(pools: Iterable<WorldPool>): readonly WorldDevice[] {
  const devices: WorldDevice[] = [];
  for (const pool of pools) for (const slice of pool.slices) for (const device of slice.devices) devices.push(device);
  return devices;
}
