// The pools of the input: slices by driver and pool, and which of them count.

import { poolKey } from '../../allocator/pools/slice-index.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { WorldDevice, WorldSlice } from './devices.js';

/** The slices of a driver under one name of a pool: all of them, or those of one node, where that has all that they say there are. */
export interface WorldPool {
  readonly driver: string;
  readonly name: string;
  /** The newest generation, whose slices alone count. */
  readonly generation: bigint;
  /** The slices of the newest generation, in the order of the input. */
  readonly slices: readonly WorldSlice[];
  /** The slices of earlier generations. */
  readonly outdated: readonly WorldSlice[];
  /** The node that has a pool of its own under a name that other nodes use, too. */
  readonly node?: string;
}

/** The pools of slices, by their keys: several where nodes use one name for pools of their own. */
export function poolsOf(slices: readonly WorldSlice[]): ReadonlyMap<string, readonly WorldPool[]> {
  const grouped = new Map<string, WorldSlice[]>();
  for (const slice of slices) entryIn(grouped, poolKey(slice.driver, slice.pool), (): WorldSlice[] => []).push(slice);
  return new Map([...grouped].map(([key, members]) => [key, byNode(members)]));
}

/** A node that sees as many slices of a pool as these say looks no further (docs/spec/reference-1.37.md 1.9): its slices are a pool of their own. */
function byNode(members: readonly WorldSlice[]): readonly WorldPool[] {
  const ofNodes = new Map<string | undefined, WorldSlice[]>();
  for (const member of members) entryIn(ofNodes, member.nodeName, (): WorldSlice[] => []).push(member);
  if (ofNodes.size < 2 || ofNodes.has(undefined)) return [poolOf(members)];
  const pools: WorldPool[] = [];
  const rest: WorldSlice[] = [];
  for (const [node, own] of ofNodes) {
    const pool = { ...poolOf(own), node: node as string };
    if (pool.slices.every(({ sliceCount }) => sliceCount === BigInt(pool.slices.length))) pools.push(pool);
    else for (const slice of own) rest.push(slice);
  }
  return rest.length === 0 ? pools : [...pools, poolOf(rest)];
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
export function devicesOf(pools: Iterable<readonly WorldPool[]>): readonly WorldDevice[] {
  const devices: WorldDevice[] = [];
  for (const ofName of pools)
    for (const pool of ofName) for (const slice of pool.slices) for (const device of slice.devices) devices.push(device);
  return devices;
}
