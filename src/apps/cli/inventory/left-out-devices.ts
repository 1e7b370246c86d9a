// Devices of slices that are in no pool of any node, with reasons.

import { deviceId } from '../../../allocator/pools/pool.js';
import type { SliceIndex } from '../../../allocator/pools/slice-index.js';
import type { Node } from '../../../core/api/node.js';
import type { NodeChoice } from '../../../core/api/node-match.js';
import type { Device, ResourceSlice } from '../../../core/api/resource-slice.js';
import { entryIn } from '../../../core/base/entry-in.js';
import { inOneGo } from '../../../core/base/incremental.js';
import { append } from '../../../core/base/lists.js';
import type { Features } from '../../../core/features/features.js';
import { includes, whyLeftOut } from '../../../explain/unseen-slices.js';

/** Devices of one slice with the same reason. */
export interface LeftOutDevices {
  /** The node of the devices. */
  readonly node?: string;
  readonly slice: ResourceSlice;
  readonly devices: readonly Device[];
  readonly why: string;
}

/** The input of the search. */
interface LeftOutInput {
  readonly slices: SliceIndex;
  readonly nodes: readonly Node[];
  /** True if `nodes` are all nodes, so a device that no node reaches is left out too. */
  readonly allNodes: boolean;
  readonly features: Features;
  /** The devices in pools, by `deviceId`. */
  readonly listed: ReadonlySet<string>;
}

/** Returns the devices that are in no pool. An older slice with a listed device does not count. */
export function findLeftOut(input: LeftOutInput): LeftOutDevices[] {
  const { slices, nodes, listed } = input;
  const byName = new Map(nodes.map((node) => [node.metadata.name, node]));
  return slices.all.flatMap((slice) => {
    const { driver, pool, devices, perDeviceNodeSelection } = slice.spec;
    const missing = devices.filter(({ name }) => !listed.has(deviceId(driver, pool.name, name)));
    if (missing.length === 0) return [];
    if (perDeviceNodeSelection !== true) return leftOut(slice, slice.spec, missing, input, byName);
    return mergeGroups(missing.flatMap((device) => leftOut(slice, device, [device], input, byName)));
  });
}

/** Returns these devices of a slice, which select their nodes in the same way. Empty if other nodes have them. */
function leftOut(
  slice: ResourceSlice,
  choice: NodeChoice,
  devices: readonly Device[],
  { slices, nodes, allNodes, features }: LeftOutInput,
  byName: ReadonlyMap<string, Node>,
): LeftOutDevices[] {
  const { nodeName = '' } = choice;
  const node = nodeName === '' ? nodes.find((each) => inOneGo(includes(choice, each))) : byName.get(nodeName);
  if (node === undefined && !allNodes) return [];
  const why = node === undefined ? whyUnreached(choice) : inOneGo(whyLeftOut(slice, node, slices, features)).detail;
  return [{ ...(nodeName === '' ? {} : { node: nodeName }), slice, devices, why }];
}

/** Groups devices of a slice with the same node and reason. */
function mergeGroups(found: readonly LeftOutDevices[]): LeftOutDevices[] {
  const groups = new Map<string, LeftOutDevices & { readonly devices: Device[] }>();
  for (const each of found) {
    const key = JSON.stringify([each.node, each.why]);
    append(entryIn(groups, key, () => ({ ...each, devices: [] as Device[] })).devices, each.devices);
  }
  return [...groups.values()];
}

function whyUnreached({ nodeName = '', allNodes, nodeSelector }: NodeChoice): string {
  if (nodeName !== '') return `node ${nodeName} is not in the input`;
  if (allNodes === true) return 'the input has no node';
  return nodeSelector === undefined ? 'its slice names no node' : 'no node matches its node selector';
}
