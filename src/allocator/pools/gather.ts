// The pools of one node: which slices are relevant, which generation counts, what is complete and valid, and in which order.
// Source: docs/spec/allocation.md 2, docs/spec/reference-1.37.md 1.9 to 1.13.

import type { Node } from '../../core/api/node.js';
import { choiceIncludes } from '../../core/api/node-match.js';
import type { CounterSet, ResourceSlice } from '../../core/api/resource-slice.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import type { Features } from '../../core/features/features.js';
import type { Pool, PoolProblem } from './pool.js';
import { poolKey, type Slices } from './slice-index.js';

/**
 * Gathers the pools that a node sees, sorted by driver and name, those with binding conditions last.
 * Throws `node-selection-failed` when a node selector of a slice that the node may see does not parse.
 */
export function gatherPools(slices: Slices, node: Node, features: Features, checkpoint: Checkpoint): readonly Pool[] {
  const relevant = relevantSlices(slices, node, features, checkpoint);
  const { first, last } = checkpoint.keep((): Record<'first' | 'last', Pool[]> => ({ first: [], last: [] }));
  checkpoint.forEachOf(relevant.values(), (slicesOfPool) => {
    const pool = judgePool(slicesOfPool, slices, features, checkpoint);
    if (pool === undefined) return;
    (hasBindingConditions(pool, checkpoint) ? last : first).push(pool);
  });
  const sorted = checkpoint.sort(first, comparePools);
  if (last.length === 0) return sorted;
  const sortedLast = checkpoint.sort(last, comparePools);
  return checkpoint.keep(() => [...sorted, ...sortedLast]);
}

/** Returns the slices that a node sees by pool, of the newest generation alone: the node's own slices first, as the scheduler lists them. */
export function relevantSlices(
  slices: Slices,
  node: Node,
  features: Features,
  checkpoint: Checkpoint,
): ReadonlyMap<string, readonly ResourceSlice[]> {
  const relevant = checkpoint.keep(() => new Map<string, ResourceSlice[]>());
  const mayBeRelevant = checkpoint.keep(() => slices.forNode(node.metadata.name));
  checkpoint.forEach(mayBeRelevant, (slice) => {
    if (isIgnored(slice, features, checkpoint) || !isRelevant(slice, node, checkpoint)) return;
    addNewest(relevant, slice);
  });
  return relevant;
}

function comparePools(left: Pool, right: Pool): number {
  return compareBytes(left.driver, right.driver) || compareBytes(left.name, right.name);
}

/** Slices that a gate hides altogether. */
function isIgnored(slice: ResourceSlice, features: Features, checkpoint: Checkpoint): boolean {
  const { spec } = slice;
  if (!features.partitionableDevices && (spec.perDeviceNodeSelection !== undefined || spec.sharedCounters.length > 0)) return true;
  return !features.compatibilityGroups && usesCompatibilityGroups(slice, checkpoint);
}

/** Tells whether some device of a slice declares compatibility groups. */
export function usesCompatibilityGroups(slice: ResourceSlice, checkpoint: Checkpoint): boolean {
  return checkpoint.some(slice.spec.devices, ({ consumesCounters }) =>
    checkpoint.some(consumesCounters, ({ compatibilityGroups }) => compatibilityGroups.length > 0),
  );
}

function isRelevant(slice: ResourceSlice, node: Node, checkpoint: Checkpoint): boolean {
  const { spec } = slice;
  const name = slice.metadata.name;
  if ((spec.nodeName ?? '') !== '' || spec.allNodes === true || spec.nodeSelector !== undefined) {
    return choiceIncludes(spec, node, `gather pool information: failed to perform node selection for slice ${name}: `, checkpoint);
  }
  if (spec.perDeviceNodeSelection !== true) return false;
  // The first device that matches decides: a selector that does not parse behind it goes unnoticed (docs/spec/reference-1.37.md 1.5).
  return checkpoint.some(spec.devices, (device) => {
    const prefix = `gather pool information: failed to perform node selection for device ${device.name} in slice ${name}: `;
    return choiceIncludes(device, node, prefix, checkpoint);
  });
}

/** The newest generation among the slices of a pool. */
export function newestGeneration(slices: readonly ResourceSlice[], checkpoint = UNLIMITED): bigint {
  const found = checkpoint.keep(() => ({ newest: 0n }));
  checkpoint.forEach(slices, ({ spec: { pool } }) => {
    if (pool.generation > found.newest) found.newest = pool.generation;
  });
  return found.newest;
}

/** Keeps only the newest generation of each pool. */
function addNewest(relevant: Map<string, ResourceSlice[]>, slice: ResourceSlice): void {
  const key = poolKey(slice.spec.driver, slice.spec.pool.name);
  const known = relevant.get(key);
  const generation = known?.[0]?.spec.pool.generation;
  if (known === undefined || generation === undefined || slice.spec.pool.generation > generation) relevant.set(key, [slice]);
  else if (slice.spec.pool.generation === generation) known.push(slice);
}

/** Decides what a pool is by its first slice; undefined: obsolete, a newer generation exists that this node does not see. */
export function judgePool(relevant: readonly ResourceSlice[], index: Slices, features: Features, checkpoint: Checkpoint): Pool | undefined {
  const { driver, pool } = (relevant[0] as ResourceSlice).spec;
  if (BigInt(relevant.length) === pool.resourceSliceCount) return build(relevant, [], features, checkpoint);
  const everywhere = checkpoint.keep(() => index.ofPool(driver, pool.name));
  if (checkpoint.some(everywhere, (slice) => slice.spec.pool.generation > pool.generation)) return undefined;
  const counted = checkpoint.filter(
    everywhere,
    (slice) =>
      slice.spec.pool.generation === pool.generation && (features.compatibilityGroups || !usesCompatibilityGroups(slice, checkpoint)),
  );
  if (BigInt(counted.length) !== pool.resourceSliceCount) {
    const reason = `${counted.length} of ${pool.resourceSliceCount} slices of generation ${pool.generation} are there`;
    return broken(driver, pool.name, { kind: 'incomplete', reason });
  }
  if (counted.length === relevant.length) return build(relevant, [], features, checkpoint);
  const names = checkpoint.keep(() => new Set(relevant.map((slice) => slice.metadata.name)));
  const others = checkpoint.filter(counted, (slice) => !names.has(slice.metadata.name));
  return build(relevant, others, features, checkpoint);
}

function broken(driver: string, name: string, problem: PoolProblem): Pool {
  return { driver, name, problem, slices: [], otherSlices: [], counterSets: new Map() };
}

/** Puts a complete pool together, or finds it invalid. */
function build(relevant: readonly ResourceSlice[], others: readonly ResourceSlice[], features: Features, checkpoint: Checkpoint): Pool {
  const { driver, pool } = (relevant[0] as ResourceSlice).spec;
  const sorted =
    relevant.length === 1 ? relevant : checkpoint.sort(relevant, (left, right) => compareBytes(left.metadata.name, right.metadata.name));
  const hasDevices = (slice: ResourceSlice): boolean => !features.partitionableDevices || slice.spec.sharedCounters.length === 0;
  const slices = checkpoint.filter(sorted, hasDevices);
  const otherSlices = checkpoint.filter(others, hasDevices);
  const invalid = (reason: string): Pool => broken(driver, pool.name, { kind: 'invalid', reason });
  const duplicate = firstDuplicateDevice(slices, checkpoint);
  if (duplicate !== undefined) return invalid(`duplicate device name ${duplicate}`);
  if (!features.partitionableDevices) return { driver, name: pool.name, slices, otherSlices, counterSets: new Map() };
  const counterSets = checkpoint.keep(() => new Map<string, CounterSet>());
  const repeated = firstRepeatedSet(sorted, counterSets, checkpoint) ?? firstRepeatedSet(others, counterSets, checkpoint);
  if (repeated !== undefined) return invalid(`duplicate counter set name ${repeated}`);
  const unknown = firstUnknownCounter(slices, counterSets, checkpoint) ?? firstUnknownCounter(otherSlices, counterSets, checkpoint);
  return unknown === undefined ? { driver, name: pool.name, slices, otherSlices, counterSets } : invalid(unknown);
}

/** Adds the counter sets of slices, up to one whose name is there already, which it gives. */
function firstRepeatedSet(
  slices: readonly ResourceSlice[],
  counterSets: Map<string, CounterSet>,
  checkpoint: Checkpoint,
): string | undefined {
  return checkpoint.first(slices, ({ spec }) =>
    checkpoint.first(spec.sharedCounters, (set) => {
      if (counterSets.has(set.name)) return set.name;
      counterSets.set(set.name, set);
      return undefined;
    }),
  );
}

function firstDuplicateDevice(slices: readonly ResourceSlice[], checkpoint: Checkpoint): string | undefined {
  const seen = checkpoint.keep(() => new LargeMap<string, true>(numberOfText));
  return checkpoint.first(slices, ({ spec }) =>
    checkpoint.first(spec.devices, ({ name }) => {
      const before = seen.size;
      seen.set(name, true);
      return seen.size === before ? name : undefined;
    }),
  );
}

function firstUnknownCounter(
  slices: readonly ResourceSlice[],
  counterSets: ReadonlyMap<string, CounterSet>,
  checkpoint: Checkpoint,
): string | undefined {
  return checkpoint.first(slices, ({ spec }) =>
    checkpoint.first(spec.devices, ({ consumesCounters }) => {
      if (consumesCounters.length === 0) return undefined;
      return checkpoint.first(consumesCounters, ({ counterSet, counters }) => {
        const set = counterSets.get(counterSet);
        if (set === undefined) return `counter set ${counterSet} not found`;
        checkpoint.step(counters.size);
        for (const name of counters.keys()) {
          if (!set.counters.has(name)) return `counter ${name} not found in counter set ${set.name}`;
        }
        return undefined;
      });
    }),
  );
}

function hasBindingConditions(pool: Pool, checkpoint: Checkpoint): boolean {
  return checkpoint.some(pool.slices, (slice) => checkpoint.some(slice.spec.devices, (device) => device.bindingConditions !== undefined));
}
