// Collects the slices that a node can access, in the newest generation of complete pools. Source: docs/spec/allocation.md 2.

import type { Node } from '../../../core/api/node.js';
import { choiceIncludes, type NodeChoice } from '../../../core/api/node-match.js';
import type { ResourceSlice } from '../../../core/api/resource-slice.js';
import { UNLIMITED } from '../../../core/base/checkpoint.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { AllocationError } from '../../../core/base/errors.js';
import type { Features } from '../../../core/features/features.js';
import { nameKey } from '../problem.js';
import type { Work } from '../work.js';

/** The steps for a slice, and for each of its devices. */
const SLICE_STEPS = 200;
const DEVICE_STEPS = 50;

/** A complete pool: the slices that the node can access, and the other slices whose counters matter. */
export interface Pool {
  readonly seen: readonly ResourceSlice[];
  readonly others: readonly ResourceSlice[];
}

/** Returns the complete pools of a node. */
export function* poolsOf(
  slices: readonly ResourceSlice[],
  node: Node,
  features: Features,
  work: Work,
): Generator<undefined, readonly Pool[]> {
  const pools = new Map<string, ResourceSlice[]>();
  const visible = new Set<ResourceSlice>();
  for (const slice of slices) {
    yield;
    work.spend(SLICE_STEPS + DEVICE_STEPS * slice.spec.devices.length);
    if (!features.compatibilityGroups && hasGroups(slice)) continue;
    entryIn(pools, poolKey(slice.spec), (): ResourceSlice[] => []).push(slice);
    if (isSeen(slice, node, features)) visible.add(slice);
  }
  return [...pools.values()].flatMap((all): Pool[] => {
    const newest = all.reduce(
      (most, slice) => (visible.has(slice) && slice.spec.pool.generation > most ? slice.spec.pool.generation : most),
      -(2n ** 63n),
    );
    const ofNewest = all.filter(({ spec }) => spec.pool.generation === newest);
    const seen = ofNewest.filter((slice) => visible.has(slice));
    // For the number of slices, a slice of the node itself takes precedence.
    const count = (seen.find(({ spec }) => (spec.nodeName ?? '') !== '') ?? seen[0])?.spec.pool.resourceSliceCount;
    if (count === BigInt(seen.length)) return [{ seen, others: [] }];
    const isOutdated = all.some(({ spec }) => spec.pool.generation > newest);
    const isComplete = !isOutdated && count === BigInt(ofNewest.length);
    return isComplete ? [{ seen, others: ofNewest.filter((slice) => !visible.has(slice)) }] : [];
  });
}

/** Returns the name of the pool of a slice. */
export function poolKey({ driver, pool }: ResourceSlice['spec']): string {
  return nameKey(driver, pool.name);
}

function hasGroups({ spec }: ResourceSlice): boolean {
  return spec.devices.some(({ consumesCounters }) => consumesCounters.some(({ compatibilityGroups }) => compatibilityGroups.length > 0));
}

function isSeen({ spec }: ResourceSlice, node: Node, { partitionableDevices }: Features): boolean {
  if (!partitionableDevices && (spec.perDeviceNodeSelection !== undefined || spec.sharedCounters.length > 0)) return false;
  if ((spec.nodeName ?? '') !== '' || spec.allNodes === true || spec.nodeSelector !== undefined) return isFor(spec, node);
  return spec.perDeviceNodeSelection === true && spec.devices.some((device) => isFor(device, node));
}

/**
 * Returns whether a slice, a device or an allocation selects a node. A selector that does not parse selects no node: an
 * allocation that reaches the selector fails.
 */
export function isFor(choice: NodeChoice, node: Node): boolean {
  try {
    return choiceIncludes(choice, node, '', UNLIMITED);
  } catch (error) {
    if (error instanceof AllocationError) return false;
    throw error;
  }
}
