// Groups the slices of the input into pools by driver and pool name, and determines the valid generation.

import { poolKey } from '../../allocator/pools/slice-index.js';
import { entryIn } from '../../core/base/entry-in.js';
import type { WorldDevice, WorldSlice } from './devices.js';

/** The slices of a driver under one pool name: all of them, or the slices of one node if they are complete. */
export interface WorldPool {
  readonly driver: string;
  readonly name: string;
  /** The newest generation. Only the slices of the pool itself count. */
  readonly generation: bigint;
  /** The slices of the newest generation, in input order. */
  readonly slices: readonly WorldSlice[];
  /** The slices of earlier generations. */
  readonly outdated: readonly WorldSlice[];
  /** The node of a separate pool whose name other nodes use too. */
  readonly node?: string;
}

/** Returns the pools by key. A key has several pools if nodes use one name for separate pools. */
export function poolsOf(slices: readonly WorldSlice[]): ReadonlyMap<string, readonly WorldPool[]> {
  const grouped = new Map<string, WorldSlice[]>();
  for (const slice of slices) entryIn(grouped, poolKey(slice.driver, slice.pool), (): WorldSlice[] => []).push(slice);
  return new Map([...grouped].map(([key, members]) => [key, byNode(members)]));
}

/**
 * A node that sees all declared slices of a pool ignores further slices
 * (docs/spec/reference-1.37.md 1.9), so its slices form a separate pool.
 */
function byNode(members: readonly WorldSlice[]): readonly WorldPool[] {
  const ofNodes = new Map<string | undefined, WorldSlice[]>();
  for (const member of members) entryIn(ofNodes, member.nodeName, (): WorldSlice[] => []).push(member);
  if (ofNodes.size < 2 || ofNodes.has(undefined)) return [poolOf(members)];
  const pools: WorldPool[] = [];
  const rest: WorldSlice[] = [];
  for (const [node, nodeSlices] of ofNodes) {
    const pool = { ...poolOf(nodeSlices), node: node as string };
    if (pool.slices.every(({ sliceCount }) => sliceCount === BigInt(pool.slices.length))) pools.push(pool);
    else for (const slice of nodeSlices) rest.push(slice);
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

/** Returns the devices of the newest generations. */
export function devicesOf(pools: Iterable<readonly WorldPool[]>): readonly WorldDevice[] {
  const devices: WorldDevice[] = [];
  for (const ofName of pools)
    for (const pool of ofName) for (const slice of pool.slices) for (const device of slice.devices) devices.push(device);
  return devices;
}
