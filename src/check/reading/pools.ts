// The devices that a node sees: its slices, of the newest generation of pools that are complete. Source: docs/spec/allocation.md 2.

import type { NodeSelector } from '../../api/meta.js';
import type { Node } from '../../api/node.js';
import { NodeSelectorError, parseNodeSelector } from '../../api/node-selector.js';
import type { ResourceSlice } from '../../api/resource-slice.js';
import { UNLIMITED } from '../../base/checkpoint.js';
import type { Features } from '../../features/features.js';
import { nameKey } from './objects.js';

/** A complete pool: its slices with devices that the node sees, and what else of it counts for its counters. */
export interface Pool {
  readonly driver: string;
  readonly name: string;
  readonly slices: readonly ResourceSlice[];
  readonly others: readonly ResourceSlice[];
  /** The slices that declare counters. */
  readonly all: readonly ResourceSlice[];
}

/** Gathers the complete pools of a node. */
export function poolsOf(slices: readonly ResourceSlice[], node: Node, features: Features): readonly Pool[] {
  const hasGroups = ({ spec }: ResourceSlice): boolean =>
    spec.devices.some((device) => device.consumesCounters.some(({ compatibilityGroups }) => compatibilityGroups.length > 0));
  const isHidden = (slice: ResourceSlice): boolean =>
    (!features.partitionableDevices && (slice.spec.perDeviceNodeSelection !== undefined || slice.spec.sharedCounters.length > 0)) ||
    (!features.compatibilityGroups && hasGroups(slice));
  const isOwn = ({ spec }: ResourceSlice): boolean => (spec.nodeName ?? '') !== '';
  const seen = new Map<string, ResourceSlice[]>();
  // The first slice of a pool says how many there are: those of the node itself come before others.
  for (const slice of [...slices.filter(isOwn), ...slices.filter((slice) => !isOwn(slice))]) {
    if (isHidden(slice) || !isSeen(slice, node)) continue;
    const { driver, pool } = slice.spec;
    const known = seen.get(nameKey(driver, pool.name));
    const generation = known?.[0]?.spec.pool.generation;
    if (known !== undefined && generation === pool.generation) known.push(slice);
    else if (generation === undefined || pool.generation > generation) seen.set(nameKey(driver, pool.name), [slice]);
  }
  return [...seen.values()].flatMap((relevant): Pool[] => {
    const { driver, pool } = (relevant[0] as ResourceSlice).spec;
    const hasDevices = ({ spec }: ResourceSlice): boolean => !features.partitionableDevices || spec.sharedCounters.length === 0;
    const own = { driver, name: pool.name, slices: relevant.filter(hasDevices) };
    if (BigInt(relevant.length) === pool.resourceSliceCount) return [{ ...own, others: [], all: relevant }];
    const everywhere = slices.filter(({ spec }) => spec.driver === driver && spec.pool.name === pool.name);
    if (everywhere.some(({ spec }) => spec.pool.generation > pool.generation)) return [];
    const counted = everywhere.filter(
      (slice) => slice.spec.pool.generation === pool.generation && (features.compatibilityGroups || !hasGroups(slice)),
    );
    if (BigInt(counted.length) !== pool.resourceSliceCount) return [];
    const names = new Set(relevant.map(({ metadata }) => metadata.name));
    const others = counted.filter(({ metadata }) => !names.has(metadata.name));
    return [{ ...own, others: others.filter(hasDevices), all: [...relevant, ...others] }];
  });
}

function isSeen({ spec }: ResourceSlice, node: Node): boolean {
  if ((spec.nodeName ?? '') !== '' || spec.allNodes === true || spec.nodeSelector !== undefined) return includesNode(spec, node);
  return spec.perDeviceNodeSelection === true && spec.devices.some((device) => includesNode(device, node));
}

/** Tells whether a slice or a device chooses a node. A selector that does not parse chooses none: it ends every allocation. */
export function includesNode(
  {
    nodeName = '',
    allNodes,
    nodeSelector,
  }: { readonly nodeName?: string; readonly allNodes?: boolean; readonly nodeSelector?: NodeSelector },
  node: Node,
): boolean {
  if (nodeName !== '') return nodeName === node.metadata.name;
  if (allNodes === true || nodeSelector === undefined) return allNodes === true;
  try {
    return parseNodeSelector(nodeSelector, UNLIMITED)(node, UNLIMITED);
  } catch (error) {
    if (error instanceof NodeSelectorError) return false;
    throw error;
  }
}
