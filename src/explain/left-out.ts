// Slices that a node reaches, and whose devices no request ever sees although nothing is wrong with their pool.
// Source: docs/spec/allocation.md 2, docs/spec/reference-1.37.md 1.11, 1.12.

import type { Node } from '../api/node.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import { UNLIMITED } from '../base/checkpoint.js';
import { AllocationError } from '../base/errors.js';
import type { EncodeInput } from '../encode/encode.js';
import { newestGeneration, usesCompatibilityGroups } from '../pools/gather.js';
import { choiceIncludes, type NodeChoice } from '../pools/node-match.js';
import type { Slices } from '../pools/slice-index.js';

/** The reason for which the devices of a slice that the node reaches are in none of the node's pools, to come after "in ". */
export function whyLeftOut(
  slice: ResourceSlice,
  node: Node,
  slices: Slices,
  features: EncodeInput['features'],
  checkpoint = UNLIMITED,
): string {
  const { spec } = slice;
  if (!features.partitionableDevices && (spec.perDeviceNodeSelection !== undefined || spec.sharedCounters.length > 0)) {
    return 'a slice that counts only with the gate DRAPartitionableDevices';
  }
  if (!features.compatibilityGroups && usesCompatibilityGroups(slice, checkpoint))
    return 'a slice that counts only with the gate DRADeviceCompatibilityGroups';
  if (spec.sharedCounters.length > 0) return 'a slice with sharedCounters, whose devices do not count';
  const others = slices.ofPool(spec.driver, spec.pool.name);
  const newest = newestGeneration(others, checkpoint);
  const isHere = checkpoint.some(others, (other) => other.spec.pool.generation === newest && reaches(other, node, checkpoint));
  return `generation ${spec.pool.generation} of pool ${spec.driver}/${spec.pool.name}, which is obsolete: ${isHere ? 'there is a' : 'other nodes have'} generation ${newest}`;
}

/** Tells whether a node reaches a slice, or a device of a slice that leaves the choice to its devices. No selector that does not parse does. */
export function reaches({ spec }: ResourceSlice, node: Node, checkpoint = UNLIMITED): boolean {
  if (spec.perDeviceNodeSelection !== true || chooses(spec)) return includes(spec, node, checkpoint);
  return checkpoint.some(spec.devices, (device) => includes(device, node, checkpoint));
}

/** Tells for messages what `choiceIncludes` tells: a selector that does not parse includes no node. */
export function includes(choice: NodeChoice, node: Node, checkpoint = UNLIMITED): boolean {
  // Kept: a selector that does not parse would be parsed again in each slice.
  return checkpoint.keep(() => {
    try {
      return choiceIncludes(choice, node, '', checkpoint);
    } catch (error) {
      if (error instanceof AllocationError) return false;
      throw error;
    }
  });
}

function chooses({ nodeName = '', allNodes, nodeSelector }: NodeChoice): boolean {
  return nodeName !== '' || allNodes === true || nodeSelector !== undefined;
}
