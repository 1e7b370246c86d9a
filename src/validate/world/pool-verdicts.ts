// The verdicts of nodes on pools whose slices are not as many as each of them says: the allocator's own code judges them.

import { disputedPools } from '../../allocator/pools/disputed-pools.js';
import { gatherPools } from '../../allocator/pools/gather.js';
import type { Pool } from '../../allocator/pools/pool.js';
import { poolKey, SliceIndex } from '../../allocator/pools/slice-index.js';
import { DecodeContext } from '../../core/api/context.js';
import { decodeNode, type Node } from '../../core/api/node.js';
import { decodeResourceSlice, type ResourceSlice } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { AllocationError } from '../../core/base/errors.js';
import { inOneGo } from '../../core/base/incremental.js';
import type { Json } from '../../core/base/json.js';
import { type Features, resolveFeatures } from '../../core/features/features.js';
import type { ServerRelease } from '../rule.js';
import type { WorldSlice } from './devices.js';

/** The pools that are not the same for everyone who sees them, by their keys. */
export interface PoolVerdicts {
  /** Pools that some node finds incomplete, and those that no node of the input sees. */
  readonly incomplete: ReadonlySet<string>;
  /** Pools that are judged by the order of their slices, with the words for that. */
  readonly disputed: ReadonlyMap<string, string>;
}

/** The input of verdicts: the slices of the pools in question, and the nodes, given or named by slices. */
interface VerdictInput {
  readonly slices: readonly WorldSlice[];
  readonly nodes: ReadonlyMap<string, Json>;
  readonly server: ServerRelease;
}

/** Judges pools as the nodes of the input see them. */
export function verdictsOn({ slices, nodes, server }: VerdictInput, checkpoint: Checkpoint): PoolVerdicts {
  const decoded = slices.flatMap(({ object }) => sliceOf(object.given.json));
  const index = new SliceIndex(decoded);
  const features: Features = {
    ...resolveFeatures(),
    partitionableDevices: server.gate('DRAPartitionableDevices'),
    compatibilityGroups: server.gate('DRADeviceCompatibilityGroups'),
  };
  const observers = nodesOf(slices, nodes);
  const seen = new Set<string>();
  const incomplete = new Set<string>();
  for (const node of observers) {
    checkpoint.step();
    for (const { driver, name, problem } of poolsSeenBy(node, index, features, checkpoint)) {
      seen.add(poolKey(driver, name));
      if (problem?.kind === 'incomplete') incomplete.add(poolKey(driver, name));
    }
  }
  // Nodes that a selector chooses may not be in the input: for them the slices that are there must be as many as they say.
  for (const { driver, pool } of slices) if (!seen.has(poolKey(driver, pool))) incomplete.add(poolKey(driver, pool));
  const disputed = inOneGo(disputedPools(index, observers, features, checkpoint));
  return { incomplete, disputed: new Map(disputed.map(({ driver, name, text }) => [poolKey(driver, name), text])) };
}

/** The nodes of the input, and those that slices name; one that has no name where there are neither. */
function nodesOf(slices: readonly WorldSlice[], given: ReadonlyMap<string, Json>): readonly Node[] {
  const names = new Set(slices.flatMap(({ nodeName, devices }) => [nodeName, ...devices.map((device) => device.nodeName)]));
  const unknown = [...names].filter((name) => name !== undefined && !given.has(name));
  const made = unknown.length + given.size === 0 ? [''] : unknown;
  return [...given.values(), ...made.map((name) => ({ kind: 'Node', apiVersion: 'v1', metadata: { name } }) as Json)].flatMap(nodeOf);
}

/** Returns a decoded node in a list, which is empty for one that cannot be decoded. */
export function nodeOf(value: Json): readonly Node[] {
  return readable(() => decodeNode(value, new DecodeContext()));
}

function sliceOf(value: Json): readonly ResourceSlice[] {
  return readable(() => decodeResourceSlice(value, new DecodeContext()));
}

/** Returns an empty list for an object that cannot be decoded or judged: other rules report that. */
function readable<T>(read: () => T): readonly T[] {
  try {
    return [read()];
  } catch (error) {
    if (error instanceof AllocationError) return [];
    throw error;
  }
}

function poolsSeenBy(node: Node, index: SliceIndex, features: Features, checkpoint: Checkpoint): readonly Pool[] {
  return readable(() => inOneGo(gatherPools(index, node, features, checkpoint))).flat();
}
