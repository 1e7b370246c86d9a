// Finds slices whose devices no request of a node considers: the node cannot access the slice, or the slice or its pool is ignored. Source:
// docs/spec/allocation.md 2, docs/spec/reference-1.37.md 1.11, 1.12.

import type { EncodeInput } from '../allocator/encode/encode.js';
import type { NodeView } from '../allocator/encode/node-view.js';
import { newestGeneration, usesCompatibilityGroups } from '../allocator/pools/gather.js';
import type { Pool } from '../allocator/pools/pool.js';
import { poolKey, type Slices } from '../allocator/pools/slice-index.js';
import type { Node } from '../core/api/node.js';
import { answerWithoutParsing, includesNode, type NodeChoice } from '../core/api/node-match.js';
import type { ResourceSlice } from '../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import { filtering, testingSomeEach } from '../core/base/lists-in-increments.js';
import type { Loss } from './explanation.js';
import { entryOf, inOrder, type LossCause } from './losses.js';
import { poolInWords } from './request-names.js';

/** Returns why the devices of an accessible slice do not occur in the pools of the node. `detail` begins with "in". */
export function* whyLeftOut(
  slice: ResourceSlice,
  node: Node,
  slices: Slices,
  features: EncodeInput['features'],
  checkpoint = UNLIMITED,
): Incremental<Omit<LossCause, 'takenBy'>> {
  const { spec } = slice;
  const hiding = (gate: string): Omit<LossCause, 'takenBy'> => ({
    code: 'gate-off',
    gate,
    detail: `in a slice that needs the feature gate ${gate}, which is disabled`,
  });
  if (!features.partitionableDevices && (spec.perDeviceNodeSelection !== undefined || spec.sharedCounters.length > 0))
    return hiding('DRAPartitionableDevices');
  if (!features.compatibilityGroups && usesCompatibilityGroups(slice, checkpoint)) return hiding('DRADeviceCompatibilityGroups');
  if (spec.sharedCounters.length > 0)
    return { code: 'no-device-slice', detail: 'in a slice with sharedCounters, whose devices are ignored' };
  const others = slices.ofPool(spec.driver, spec.pool.name);
  const newest = newestGeneration(others, checkpoint);
  const newestOnes = yield* filtering(others, (other) => other.spec.pool.generation === newest, checkpoint);
  const isHere = yield* testingSomeEach(newestOnes, (other) => reaches(other, node, checkpoint), checkpoint);
  const pool = poolInWords(spec.driver, spec.pool.name);
  const newer = `${isHere ? 'there is a' : 'other nodes have'} generation ${newest}`;
  return { code: 'obsolete-pool', pool, detail: `in generation ${spec.pool.generation} of pool ${pool}, which is obsolete: ${newer}` };
}

/** Returns why the devices of an invalid or incomplete pool are lost. */
export function whyBroken({ driver, name, problem }: Pool): Omit<LossCause, 'takenBy'> {
  const pool = poolInWords(driver, name);
  return problem?.kind === 'incomplete'
    ? { code: 'incomplete-pool', pool, detail: `in pool ${pool}, which is incomplete` }
    : { code: 'invalid-pool', pool, detail: `in pool ${pool}, which is invalid` };
}

/** Returns the losses that are equal for every request of a node: devices that no request considers. */
export function* countUnseen(
  { slices, pools, node }: Pick<NodeView, 'slices' | 'pools' | 'node'>,
  total: number,
  features: EncodeInput['features'],
  checkpoint: Checkpoint,
): Incremental<readonly Loss[]> {
  const { seen, broken } = yield* indexed(pools, checkpoint);
  const losses = new Map<string, Loss>();
  let reached = 0;
  for (const slice of slices.forNode(node.metadata.name)) {
    if (checkpoint.due()) yield;
    const { devices, driver, pool } = slice.spec;
    const isSeen = seen.has(slice);
    if (devices.length === 0 || (!isSeen && !(yield* reaches(slice, node, checkpoint)))) continue;
    reached += devices.length;
    if (isSeen) continue;
    const poolFault = broken.get(poolKey(driver, pool.name));
    const isOfBroken = poolFault !== undefined && pool.generation >= newestGeneration(slices.ofPool(driver, pool.name), checkpoint);
    const cause = isOfBroken ? whyBroken(poolFault) : yield* whyLeftOut(slice, node, slices, features, checkpoint);
    const { key, loss } = entryOf(cause, losses);
    losses.set(key, { ...loss, count: (losses.get(key)?.count ?? 0) + devices.length });
  }
  const elsewhere = total - reached;
  return [
    ...(elsewhere > 0 ? [{ code: 'other-node', count: elsewhere, detail: 'on other nodes' } as const] : []),
    ...inOrder(losses.values()),
  ];
}

/** Returns the slices of pools, and the pools with a problem by key. */
function* indexed(
  pools: readonly Pool[],
  checkpoint: Checkpoint,
): Incremental<{ readonly seen: ReadonlySet<ResourceSlice>; readonly broken: ReadonlyMap<string, Pool> }> {
  const seen = new Set<ResourceSlice>();
  const broken = new Map<string, Pool>();
  for (const pool of pools) {
    if (pool.problem !== undefined) broken.set(poolKey(pool.driver, pool.name), pool);
    if (checkpoint.due()) yield;
    for (const slice of pool.slices) {
      seen.add(slice);
      if (checkpoint.due()) yield;
    }
  }
  return { seen, broken };
}

/**
 * Returns whether a node can access a slice, or a device of a slice with per-device node selection. A selector that does not parse matches no
 * node.
 */
export function* reaches({ spec }: ResourceSlice, node: Node, checkpoint = UNLIMITED): Incremental<boolean> {
  if (spec.perDeviceNodeSelection !== true || chooses(spec)) return yield* includes(spec, node, checkpoint);
  for (const device of spec.devices) {
    if (answerWithoutParsing(device, node, checkpoint) ?? (yield* includes(device, node, checkpoint))) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

/** Like `includesNode`, for messages: a selector that does not parse matches no node. */
export function* includes(choice: NodeChoice, node: Node, checkpoint = UNLIMITED): Incremental<boolean> {
  try {
    return yield* includesNode(choice, node, '', checkpoint);
  } catch (error) {
    if (error instanceof AllocationError) return false;
    throw error;
  }
}

function chooses({ nodeName = '', allNodes, nodeSelector }: NodeChoice): boolean {
  return nodeName !== '' || allNodes === true || nodeSelector !== undefined;
}
