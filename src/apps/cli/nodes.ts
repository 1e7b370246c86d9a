// The nodes of commands: from the input, or made from slices.

import type { Node } from '../../core/api/node.js';
import { decodeObjects, type ObjectSet } from '../../core/api/objects.js';
import type { Json } from '../../core/base/json.js';

/** Returns the nodes of the input. Without Node objects, nodes are made from the names in slices, without labels. */
export function nodesOf({ nodes, resourceSlices }: ObjectSet): { readonly nodes: readonly Node[]; readonly made: boolean } {
  if (nodes.length > 0) return { nodes, made: false };
  const names = new Set<string>();
  for (const { spec } of resourceSlices) {
    if (spec.nodeName !== undefined && spec.nodeName !== '') names.add(spec.nodeName);
    if (spec.perDeviceNodeSelection !== true) continue;
    for (const device of spec.devices) if (device.nodeName !== undefined && device.nodeName !== '') names.add(device.nodeName);
  }
  return { nodes: makeNodes([...names].sort()), made: true };
}

/** Returns nodes with only a name. */
export function makeNodes(names: readonly string[]): readonly Node[] {
  const value: Json = { kind: 'NodeList', apiVersion: 'v1', items: names.map((name) => ({ metadata: { name } })) };
  return decodeObjects([{ value }]).nodes;
}
