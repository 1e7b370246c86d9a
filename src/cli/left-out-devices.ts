// Devices of slices that are in no pool of any node, and why.

import type { Node } from '../api/node.js';
import type { Device, ResourceSlice } from '../api/resource-slice.js';
import { includes, whyLeftOut } from '../explain/left-out.js';
import type { Features } from '../features/features.js';
import type { NodeChoice } from '../pools/node-match.js';
import { deviceId } from '../pools/pool.js';
import type { SliceIndex } from '../pools/slice-index.js';

/** Devices of one slice with one reason. */
export interface LeftOutDevices {
  /** The node that would have them. */
  readonly node?: string;
  readonly slice: ResourceSlice;
  readonly devices: readonly Device[];
  readonly why: string;
}

/** What to look at. */
export interface LeftOutInput {
  readonly slices: SliceIndex;
  readonly nodes: readonly Node[];
  /** The nodes are all there are: a device that none of them reaches is left out, too. */
  readonly allNodes: boolean;
  readonly features: Features;
  /** The devices that pools have, by `deviceId`. */
  readonly listed: ReadonlySet<string>;
}

/** Finds the devices that are not listed. An older slice of a device that is listed hides nothing. */
export function findLeftOut({ slices, nodes, allNodes, features, listed }: LeftOutInput): LeftOutDevices[] {
  const byName = new Map(nodes.map((node) => [node.metadata.name, node]));
  const found: LeftOutDevices[] = [];
  for (const slice of slices.all) {
    const { driver, pool, devices, perDeviceNodeSelection } = slice.spec;
    const missing = devices.filter(({ name }) => !listed.has(deviceId(driver, pool.name, name)));
    const groups = new Map<string, { node: string | undefined; devices: Device[]; why: string }>();
    for (const device of missing) {
      const choice: NodeChoice = perDeviceNodeSelection === true ? device : slice.spec;
      const node = nodeOf(choice, nodes, byName);
      if (node === undefined && !allNodes) continue;
      const why = node === undefined ? whyUnreached(choice) : `in ${whyLeftOut(slice, node, slices, features)}`;
      const owner = (choice.nodeName ?? '') === '' ? undefined : choice.nodeName;
      const key = JSON.stringify([owner, why]);
      const group = groups.get(key);
      if (group === undefined) groups.set(key, { node: owner, devices: [device], why });
      else group.devices.push(device);
    }
    for (const { node, ...group } of groups.values()) found.push({ slice, ...group, ...(node === undefined ? {} : { node }) });
  }
  return found;
}

function nodeOf(choice: NodeChoice, nodes: readonly Node[], byName: ReadonlyMap<string, Node>): Node | undefined {
  const { nodeName = '' } = choice;
  return nodeName === '' ? nodes.find((node) => includes(choice, node)) : byName.get(nodeName);
}

function whyUnreached({ nodeName = '', allNodes, nodeSelector }: NodeChoice): string {
  if (nodeName !== '') return `node ${nodeName} is not in the input`;
  if (allNodes === true) return 'the input has no node';
  return nodeSelector === undefined ? 'no node is chosen for it' : 'no node has the labels that are selected for it';
}
