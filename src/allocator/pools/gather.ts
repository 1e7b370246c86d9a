// Gathers the pools of one node: the relevant slices, their newest generation, and whether each pool is complete and valid, in search order. Source:
// docs/spec/allocation.md 2, docs/spec/reference-1.37.md 1.9 to 1.13.

import type { Node } from '../../core/api/node.js';
import { answerWithoutParsing, includesNode } from '../../core/api/node-match.js';
import type { CounterSet, Device, DeviceCounterConsumption, ResourceSlice } from '../../core/api/resource-slice.js';
import { compareBytes } from '../../core/base/byte-order.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { type Incremental, ITEMS_A_UNIT } from '../../core/base/incremental.js';
import { LargeMap, numberOfText } from '../../core/base/large-map.js';
import { sorting } from '../../core/base/sorting.js';
import type { Features } from '../../core/features/features.js';
import type { Pool, PoolProblem } from './pool.js';
import { poolKey, type Slices } from './slice-index.js';

/**
 * Returns the pools that a node sees, sorted by driver and name. Pools with binding conditions come last.
 * Throws `node-selection-failed` if a node selector of a slice that the node may see cannot be parsed.
 */
export function* gatherPools(slices: Slices, node: Node, features: Features, checkpoint: Checkpoint): Incremental<readonly Pool[]> {
  const relevant = yield* findingRelevant(slices, node, features, checkpoint);
  const first: Pool[] = [];
  const last: Pool[] = [];
  for (const slicesOfPool of relevant.values()) {
    const pool = yield* judging(slicesOfPool, slices, features, checkpoint);
    if (pool !== undefined) (hasBindingConditions(pool, checkpoint) ? last : first).push(pool);
    if (checkpoint.due()) yield;
  }
  const sorted = first.length < 2 ? first : yield* sorting(first, comparePools, checkpoint);
  return last.length === 0 ? sorted : [...sorted, ...(yield* sorting(last, comparePools, checkpoint))];
}

/** Returns the slices that a node sees, by pool, of the newest generation only. The node's own slices come first, as the scheduler lists them. */
export function* findingRelevant(
  slices: Slices,
  node: Node,
  features: Features,
  checkpoint: Checkpoint,
): Incremental<ReadonlyMap<string, readonly ResourceSlice[]>> {
  const relevant = new Map<string, ResourceSlice[]>();
  const all = slices.forNode(node.metadata.name);
  for (let index = 0; index < all.length; index++) {
    const slice = all[index] as ResourceSlice;
    if (!isIgnored(slice, features, checkpoint)) {
      const { spec } = slice;
      const choosesItself = (spec.nodeName ?? '') !== '' || spec.allNodes === true || spec.nodeSelector !== undefined;
      const isRelevant = choosesItself
        ? (answerWithoutParsing(spec, node, checkpoint) ??
          (yield* includesNode(spec, node, `${FAILED} slice ${slice.metadata.name}: `, checkpoint)))
        : spec.perDeviceNodeSelection === true && (yield* someDeviceIncludes(slice, node, checkpoint));
      if (isRelevant) addNewest(relevant, slice);
    }
    if (checkpoint.due()) yield;
  }
  return relevant;
}

const FAILED = 'gather pool information: failed to perform node selection for';

/** The first matching device decides. A later selector that cannot be parsed has no effect (docs/spec/reference-1.37.md 1.5). */
function* someDeviceIncludes({ metadata, spec }: ResourceSlice, node: Node, checkpoint: Checkpoint): Incremental<boolean> {
  for (let index = 0; index < spec.devices.length; index++) {
    const device = spec.devices[index] as Device;
    const isIncluded =
      answerWithoutParsing(device, node, checkpoint) ??
      (yield* includesNode(device, node, `${FAILED} device ${device.name} in slice ${metadata.name}: `, checkpoint));
    if (isIncluded) return true;
    if (checkpoint.due()) yield;
  }
  return false;
}

function comparePools(left: Pool, right: Pool): number {
  return compareBytes(left.driver, right.driver) || compareBytes(left.name, right.name);
}

/** Returns whether a feature gate hides a slice. */
function isIgnored(slice: ResourceSlice, features: Features, checkpoint: Checkpoint): boolean {
  const { spec } = slice;
  if (!features.partitionableDevices && (spec.perDeviceNodeSelection !== undefined || spec.sharedCounters.length > 0)) return true;
  return !features.compatibilityGroups && usesCompatibilityGroups(slice, checkpoint);
}

/** Returns whether some device of a slice declares compatibility groups. */
export function usesCompatibilityGroups(slice: ResourceSlice, checkpoint: Checkpoint): boolean {
  return someDevice(
    slice,
    ({ consumesCounters }) => consumesCounters.some(({ compatibilityGroups }) => compatibilityGroups.length > 0),
    checkpoint,
  );
}

/** Reports the work after it is done, so that the next pause reads the clock. */
function someDevice({ spec: { devices } }: ResourceSlice, holds: (device: Device) => boolean, checkpoint: Checkpoint): boolean {
  const isFound = devices.some(holds);
  checkpoint.step(devices.length / ITEMS_A_UNIT);
  return isFound;
}

export function newestGeneration(slices: readonly ResourceSlice[], checkpoint = UNLIMITED): bigint {
  checkpoint.step(slices.length / ITEMS_A_UNIT);
  let newest = 0n;
  for (const { spec } of slices) if (spec.pool.generation > newest) newest = spec.pool.generation;
  return newest;
}

/** Adds a slice, and keeps only the newest generation of its pool. */
function addNewest(relevant: Map<string, ResourceSlice[]>, slice: ResourceSlice): void {
  const key = poolKey(slice.spec.driver, slice.spec.pool.name);
  const newestSlices = relevant.get(key);
  const generation = newestSlices?.[0]?.spec.pool.generation;
  if (newestSlices === undefined || generation === undefined || slice.spec.pool.generation > generation) relevant.set(key, [slice]);
  else if (slice.spec.pool.generation === generation) newestSlices.push(slice);
}

/** Builds the pool of a first slice. Returns undefined if it is obsolete: a newer generation exists that this node does not see. */
export function* judging(
  relevant: readonly ResourceSlice[],
  index: Slices,
  features: Features,
  checkpoint: Checkpoint,
): Incremental<Pool | undefined> {
  const { driver, pool } = (relevant[0] as ResourceSlice).spec;
  if (BigInt(relevant.length) === pool.resourceSliceCount) return yield* building(relevant, [], features, checkpoint);
  const counted: ResourceSlice[] = [];
  const all = index.ofPool(driver, pool.name);
  for (let place = 0; place < all.length; place++) {
    const slice = all[place] as ResourceSlice;
    const { generation } = slice.spec.pool;
    if (generation > pool.generation) return undefined;
    if (generation === pool.generation && (features.compatibilityGroups || !usesCompatibilityGroups(slice, checkpoint)))
      counted.push(slice);
    if (checkpoint.due()) yield;
  }
  if (BigInt(counted.length) !== pool.resourceSliceCount) {
    const reason = `found ${counted.length} of ${pool.resourceSliceCount} slices of generation ${pool.generation}`;
    return broken(driver, pool.name, { kind: 'incomplete', reason });
  }
  if (counted.length === relevant.length) return yield* building(relevant, [], features, checkpoint);
  return yield* building(relevant, yield* others(counted, relevant, checkpoint), features, checkpoint);
}

/** Returns the slices of a pool that are not in `some`. */
function* others(
  slices: readonly ResourceSlice[],
  some: readonly ResourceSlice[],
  checkpoint: Checkpoint,
): Incremental<readonly ResourceSlice[]> {
  const names = new Set<string>();
  for (let index = 0; index < some.length; index++) {
    names.add((some[index] as ResourceSlice).metadata.name);
    if (checkpoint.due()) yield;
  }
  const found: ResourceSlice[] = [];
  for (let index = 0; index < slices.length; index++) {
    const slice = slices[index] as ResourceSlice;
    if (!names.has(slice.metadata.name)) found.push(slice);
    if (checkpoint.due()) yield;
  }
  return found;
}

function broken(driver: string, name: string, problem: PoolProblem): Pool {
  return { driver, name, problem, slices: [], otherSlices: [], counterSets: new Map() };
}

/** Builds a complete pool, or reports that it is invalid. */
function* building(
  relevant: readonly ResourceSlice[],
  others: readonly ResourceSlice[],
  features: Features,
  checkpoint: Checkpoint,
): Incremental<Pool> {
  const { driver, pool } = (relevant[0] as ResourceSlice).spec;
  const sorted = relevant.length === 1 ? relevant : yield* sorting(relevant, compareNames, checkpoint);
  checkpoint.step((relevant.length + others.length) / ITEMS_A_UNIT);
  const hasDevices = (slice: ResourceSlice): boolean => !features.partitionableDevices || slice.spec.sharedCounters.length === 0;
  const slices = sorted.filter(hasDevices);
  const otherSlices = others.filter(hasDevices);
  const invalid = (reason: string): Pool => broken(driver, pool.name, { kind: 'invalid', reason });
  const seen = new LargeMap<string, true>(numberOfText);
  for (const { spec } of slices) {
    for (let from = 0; from < spec.devices.length; from += DEVICES_A_PORTION) {
      const duplicate = firstRepeated(spec.devices, from, seen);
      if (duplicate !== undefined) return invalid(`duplicate device name ${duplicate}`);
      if (checkpoint.due(DEVICES_A_PORTION)) yield;
    }
  }
  if (!features.partitionableDevices) return { driver, name: pool.name, slices, otherSlices, counterSets: new Map() };
  const counterSets = new Map<string, CounterSet>();
  if (sorted.some(hasCounters) || others.some(hasCounters)) {
    const repeated = yield* findingRepeatedSet(joined(sorted, others), counterSets, checkpoint);
    if (repeated !== undefined) return invalid(`duplicate counter set name ${repeated}`);
  }
  const all = joined(slices, otherSlices);
  const consumes = all.some((slice) => someDevice(slice, consumesCounters, checkpoint));
  if (checkpoint.due()) yield;
  const unknown = consumes ? yield* findingUnknownCounter(all, counterSets, checkpoint) : undefined;
  if (unknown !== undefined) return invalid(unknown);
  return { driver, name: pool.name, slices, otherSlices, counterSets };
}

function consumesCounters(device: Device): boolean {
  return device.consumesCounters.length > 0;
}

function hasCounters({ spec }: ResourceSlice): boolean {
  return spec.sharedCounters.length > 0;
}

function joined(slices: readonly ResourceSlice[], others: readonly ResourceSlice[]): readonly ResourceSlice[] {
  return others.length === 0 ? slices : [...slices, ...others];
}

function compareNames(left: ResourceSlice, right: ResourceSlice): number {
  return compareBytes(left.metadata.name, right.metadata.name);
}

/** Adds the counter sets of slices. Stops at a repeated name and returns it. */
function* findingRepeatedSet(
  slices: readonly ResourceSlice[],
  counterSets: Map<string, CounterSet>,
  checkpoint: Checkpoint,
): Incremental<string | undefined> {
  for (const { spec } of slices) {
    for (const set of spec.sharedCounters) {
      if (counterSets.has(set.name)) return set.name;
      counterSets.set(set.name, set);
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return undefined;
}

/** The number of devices whose names are checked between two checkpoints. */
const DEVICES_A_PORTION = 32;

/** Adds the names of a batch of devices. Stops at a repeated name and returns it. */
function firstRepeated(devices: readonly Device[], from: number, seen: LargeMap<string, true>): string | undefined {
  const end = Math.min(devices.length, from + DEVICES_A_PORTION);
  for (let index = from; index < end; index++) {
    const { name } = devices[index] as Device;
    const before = seen.size;
    seen.set(name, true);
    if (seen.size === before) return name;
  }
  return undefined;
}

function* findingUnknownCounter(
  slices: readonly ResourceSlice[],
  counterSets: ReadonlyMap<string, CounterSet>,
  checkpoint: Checkpoint,
): Incremental<string | undefined> {
  for (const { spec } of slices) {
    for (let index = 0; index < spec.devices.length; index++) {
      const { consumesCounters } = spec.devices[index] as Device;
      for (let place = 0; place < consumesCounters.length; place++) {
        const unknown = unknownCounter(consumesCounters[place] as DeviceCounterConsumption, counterSets, checkpoint);
        if (unknown !== undefined) return unknown;
        if (checkpoint.due()) yield;
      }
      if (checkpoint.due()) yield;
    }
    if (checkpoint.due()) yield;
  }
  return undefined;
}

function unknownCounter(
  { counterSet, counters }: DeviceCounterConsumption,
  counterSets: ReadonlyMap<string, CounterSet>,
  checkpoint: Checkpoint,
): string | undefined {
  const set = counterSets.get(counterSet);
  if (set === undefined) return `counter set ${counterSet} not found`;
  checkpoint.step(counters.size);
  for (const name of counters.keys()) if (!set.counters.has(name)) return `counter ${name} not found in counter set ${set.name}`;
  return undefined;
}

function hasBindingConditions({ slices }: Pool, checkpoint: Checkpoint): boolean {
  checkpoint.step(slices.length);
  return slices.some((slice) => someDevice(slice, ({ bindingConditions }) => bindingConditions !== undefined, checkpoint));
}
