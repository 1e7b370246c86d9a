// The pools of one node: which slices are relevant, which generation counts, what is complete and valid, and in which order.
// Source: allocation.md section 2, reference-1.37.md 1.9 to 1.13.

import type { Node } from '../api/node.js';
import type { CounterSet, ResourceSlice } from '../api/resource-slice.js';
import { compareBytes } from '../byte-order.js';
import type { Features } from '../features/features.js';
import { choiceIncludes } from './node-match.js';
import type { Pool, PoolProblem } from './pool.js';
import { poolKey, type Slices } from './slice-index.js';

/**
 * Gathers the pools that a node sees, sorted by driver and name, those with binding conditions last.
 * Throws `node-selection-failed` when a node selector of a slice that the node may see does not parse.
 */
export function gatherPools(slices: Slices, node: Node, features: Features): Pool[] {
  const relevant = new Map<string, ResourceSlice[]>();
  for (const slice of slices.forNode(node.metadata.name)) {
    if (isIgnored(slice, features) || !isRelevant(slice, node)) continue;
    addNewest(relevant, slice);
  }
  const first: Pool[] = [];
  const last: Pool[] = [];
  for (const slicesOfPool of relevant.values()) {
    const pool = judge(slicesOfPool, slices, features);
    if (pool === undefined) continue;
    (hasBindingConditions(pool) ? last : first).push(pool);
  }
  return [...first.sort(comparePools), ...last.sort(comparePools)];
}

function comparePools(left: Pool, right: Pool): number {
  return compareBytes(left.driver, right.driver) || compareBytes(left.name, right.name);
}

/** Slices that a gate hides altogether. */
function isIgnored(slice: ResourceSlice, features: Features): boolean {
  const { spec } = slice;
  if (!features.partitionableDevices && (spec.perDeviceNodeSelection !== undefined || spec.sharedCounters.length > 0)) return true;
  return !features.compatibilityGroups && usesCompatibilityGroups(slice);
}

function usesCompatibilityGroups(slice: ResourceSlice): boolean {
  return slice.spec.devices.some((device) => device.consumesCounters.some((consumption) => consumption.compatibilityGroups.length > 0));
}

function isRelevant(slice: ResourceSlice, node: Node): boolean {
  const { spec } = slice;
  const name = slice.metadata.name;
  if ((spec.nodeName ?? '') !== '' || spec.allNodes === true || spec.nodeSelector !== undefined) {
    return choiceIncludes(spec, node, `gather pool information: failed to perform node selection for slice ${name}: `);
  }
  if (spec.perDeviceNodeSelection !== true) return false;
  // The first device that matches decides: a selector that does not parse behind it goes unnoticed (reference-1.37 1.5).
  return spec.devices.some((device) =>
    choiceIncludes(device, node, `gather pool information: failed to perform node selection for device ${device.name} in slice ${name}: `),
  );
}

/** Keeps only the newest generation of each pool. */
function addNewest(relevant: Map<string, ResourceSlice[]>, slice: ResourceSlice): void {
  const key = poolKey(slice.spec.driver, slice.spec.pool.name);
  const known = relevant.get(key);
  const generation = known?.[0]?.spec.pool.generation;
  if (known === undefined || generation === undefined || slice.spec.pool.generation > generation) relevant.set(key, [slice]);
  else if (slice.spec.pool.generation === generation) known.push(slice);
}

/** Decides what a pool is; undefined: obsolete, a newer generation exists that this node does not see. */
function judge(relevant: readonly ResourceSlice[], index: Slices, features: Features): Pool | undefined {
  const { driver, pool } = (relevant[0] as ResourceSlice).spec;
  if (BigInt(relevant.length) === pool.resourceSliceCount) return build(relevant, [], features);
  const everywhere = index.ofPool(driver, pool.name);
  if (everywhere.some((slice) => slice.spec.pool.generation > pool.generation)) return undefined;
  const counted = everywhere.filter(
    (slice) => slice.spec.pool.generation === pool.generation && (features.compatibilityGroups || !usesCompatibilityGroups(slice)),
  );
  if (BigInt(counted.length) !== pool.resourceSliceCount) {
    const reason = `${counted.length} of ${pool.resourceSliceCount} slices of generation ${pool.generation} are there`;
    return broken(driver, pool.name, { kind: 'incomplete', reason });
  }
  const names = new Set(relevant.map((slice) => slice.metadata.name));
  return build(relevant, counted.length > relevant.length ? counted.filter((slice) => !names.has(slice.metadata.name)) : [], features);
}

function broken(driver: string, name: string, problem: PoolProblem): Pool {
  return { driver, name, problem, slices: [], otherSlices: [], counterSets: new Map() };
}

/** Puts a complete pool together, or finds it invalid. */
function build(relevant: readonly ResourceSlice[], others: readonly ResourceSlice[], features: Features): Pool {
  const { driver, pool } = (relevant[0] as ResourceSlice).spec;
  const sorted =
    relevant.length === 1 ? relevant : [...relevant].sort((left, right) => compareBytes(left.metadata.name, right.metadata.name));
  const hasCounters = (slice: ResourceSlice): boolean => features.partitionableDevices && slice.spec.sharedCounters.length > 0;
  const slices = sorted.filter((slice) => !hasCounters(slice));
  const otherSlices = others.filter((slice) => !hasCounters(slice));
  const invalid = (reason: string): Pool => broken(driver, pool.name, { kind: 'invalid', reason });
  const duplicate = firstDuplicateDevice(slices);
  if (duplicate !== undefined) return invalid(`duplicate device name ${duplicate}`);
  const counterSets = new Map<string, CounterSet>();
  if (features.partitionableDevices) {
    for (const { spec } of [...sorted, ...others]) {
      for (const set of spec.sharedCounters) {
        if (counterSets.has(set.name)) return invalid(`duplicate counter set name ${set.name}`);
        counterSets.set(set.name, set);
      }
    }
    const unknown = firstUnknownCounter(slices, counterSets) ?? firstUnknownCounter(otherSlices, counterSets);
    if (unknown !== undefined) return invalid(unknown);
  }
  return { driver, name: pool.name, slices, otherSlices, counterSets };
}

function firstDuplicateDevice(slices: readonly ResourceSlice[]): string | undefined {
  const seen = new Set<string>();
  let count = 0;
  for (const { spec } of slices) {
    for (const { name } of spec.devices) {
      seen.add(name);
      if (seen.size === count++) return name;
    }
  }
  return undefined;
}

function firstUnknownCounter(slices: readonly ResourceSlice[], counterSets: ReadonlyMap<string, CounterSet>): string | undefined {
  for (const slice of slices) {
    for (const device of slice.spec.devices) {
      for (const consumption of device.consumesCounters) {
        const set = counterSets.get(consumption.counterSet);
        if (set === undefined) return `counter set ${consumption.counterSet} not found`;
        for (const name of consumption.counters.keys()) {
          if (!set.counters.has(name)) return `counter ${name} not found in counter set ${set.name}`;
        }
      }
    }
  }
  return undefined;
}

function hasBindingConditions(pool: Pool): boolean {
  return pool.slices.some((slice) => slice.spec.devices.some((device) => device.bindingConditions !== undefined));
}
