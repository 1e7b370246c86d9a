// Determines how nodes see pools whose number of slices differs from the declared count, with the allocator's code.

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

/** The pools that nodes may see differently, by key. */
export interface PoolVerdicts {
  /** Pools that a node sees as incomplete, and pools that no node of the input sees. */
  readonly incomplete: ReadonlySet<string>;
  /** Pools whose validity depends on the order of their slices, with the description of the dispute. */
  readonly disputed: ReadonlyMap<string, string>;
}

/** The slices of the pools in question, and the nodes of the input. */
interface VerdictInput {
  readonly slices: readonly WorldSlice[];
  readonly nodes: ReadonlyMap<string, Json>;
  readonly server: ServerRelease;
}

/** Returns the verdicts of the nodes of the input on the pools. */
export function verdictsOn({ slices, nodes, server }: VerdictInput, checkpoint: Checkpoint): PoolVerdicts {
  const decoded = slices.flatMap(({ object }) => sliceOf(object.inputObject.json));
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
  // Nodes that match a selector may be missing from the input. A pool that no node can access counts as incomplete, because the
  // number of its slices differs from the declared number.
  for (const { driver, pool } of slices) if (!seen.has(poolKey(driver, pool))) incomplete.add(poolKey(driver, pool));
  const disputed = inOneGo(disputedPools(index, observers, features, checkpoint));
  return { incomplete, disputed: new Map(disputed.map(({ driver, name, text }) => [poolKey(driver, name), text])) };
}

/** Returns the nodes of the input and the nodes that slices name. If there are neither, returns one node without a name. */
function nodesOf(slices: readonly WorldSlice[], nodesByName: ReadonlyMap<string, Json>): readonly Node[] {
  const names = new Set(slices.flatMap(({ nodeName, devices }) => [nodeName, ...devices.map((device) => device.nodeName)]));
  const unknown = [...names].filter((name) => name !== undefined && !nodesByName.has(name));
  const made = unknown.length + nodesByName.size === 0 ? [''] : unknown;
  return [...nodesByName.values(), ...made.map((name) => ({ kind: 'Node', apiVersion: 'v1', metadata: { name } }) as Json)].flatMap(nodeOf);
}

/** Returns a list with the decoded node; the list is empty if the node cannot be decoded. */
export function nodeOf(value: Json): readonly Node[] {
  return readable(() => decodeNode(value, new DecodeContext()));
}

function sliceOf(value: Json): readonly ResourceSlice[] {
  return readable(() => decodeResourceSlice(value, new DecodeContext()));
}

/** Returns an empty list if reading throws an AllocationError: other rules report it. */
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
