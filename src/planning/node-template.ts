// Makes new nodes from a template, a Node with its ResourceSlices, like the node groups of Cluster Autoscaler.

import { isJsonObject } from '../core/api/decoder.js';
import type { KubernetesObjectJson, NodeJson, ResourceSliceJson } from '../core/api/kinds.js';
import { checkNumber, checkObject, checkText, integer, listOf, objectWith, optional } from '../core/base/arguments.js';
import { describe } from '../core/base/describe.js';
import { AllocationError } from '../core/base/errors.js';
import type { Json, JsonObject } from '../core/base/json.js';
import { shorten } from '../core/base/words.js';

/** A template for nodes. */
export interface NodeTemplateJson {
  /** Default: the name of the node. */
  readonly name?: string;
  readonly node: NodeJson;
  /** The slices of the node. Each has the name of the node as `nodeName`, or no name. */
  readonly resourceSlices?: readonly ResourceSliceJson[];
  /** The maximum number of nodes, such as by the limits of a NodePool. */
  readonly most?: number;
  /** The price of a node, in any unit. */
  readonly price?: number;
}

/** @internal The fields that let other nodes access a slice. */
export const SEEN_BY_OTHERS: readonly string[] = ['nodeSelector', 'allNodes', 'perDeviceNodeSelection'];
/** @internal Checks a node template. */
export const checkTemplate = objectWith<NodeTemplateJson>({
  name: optional(checkText),
  node: checkObject,
  resourceSlices: optional(listOf(checkObject, 'ResourceSlices')),
  most: optional(integer(0)),
  price: optional(checkNumber),
});
const HOSTNAME = 'kubernetes.io/hostname';

/**
 * Returns the node with this number, and its slices. The name is in the label `kubernetes.io/hostname`, and in the names of its
 * slices and pools. Throws `invalid-input` for slices that other nodes can access too.
 * @example
 * ```ts
 * import { nodeOfTemplate } from 'dra-allocator/simulate';
 *
 * const node = { apiVersion: 'v1', kind: 'Node', metadata: { name: 'large' } };
 * console.log(nodeOfTemplate({ node }, 3).map(({ metadata }) => metadata?.name)); // [ 'large-3' ]
 * ```
 */
export function nodeOfTemplate(template: NodeTemplateJson, number: number): readonly KubernetesObjectJson[] {
  checkTemplate(template, 'nodeOfTemplate(template)');
  integer(0)(number, 'nodeOfTemplate(number)');
  const { node, resourceSlices = [], name } = template;
  const before = textAt(node as unknown as Json, 'metadata', 'name') || name || 'node';
  const made = `${name ?? before}-${number}`;
  const renamed = (text: string): string => (text.includes(before) ? text.replaceAll(before, made) : `${text}-${made}`);
  const metadata = objectIn(node as unknown as JsonObject, 'metadata', 'node');
  const labels = { ...objectIn(metadata, 'labels', 'node.metadata'), [HOSTNAME]: made };
  const slices = resourceSlices.map((slice, index) => {
    const path = `resourceSlices[${index}]`;
    const [metadata, spec] = ['metadata', 'spec'].map((field) => objectIn(slice as unknown as JsonObject, field, path)) as [
      JsonObject,
      JsonObject,
    ];
    const of = spec['nodeName'] ?? '';
    if ((of !== '' && of !== before) || fieldSeenByOthers(spec) !== undefined) {
      const message = `${path}: the devices of a template belong to its node ${shorten(before, 80)}: set spec.nodeName to this node or leave it out`;
      throw new AllocationError('invalid-input', message, { path: `${path}.spec` });
    }
    const pool = objectIn(spec, 'pool', `${path}.spec`);
    const poolName = typeof pool['name'] === 'string' ? pool['name'] : before;
    return {
      ...slice,
      metadata: { ...metadata, name: `${renamed(typeof metadata['name'] === 'string' ? metadata['name'] : 'slice')}`, uid: undefined },
      spec: { ...spec, nodeName: made, pool: { generation: 1, resourceSliceCount: 1, ...pool, name: renamed(poolName) } },
    } as unknown as KubernetesObjectJson;
  });
  const named = { ...node, metadata: { ...metadata, name: made, uid: undefined, labels } } as unknown as KubernetesObjectJson;
  return [named, ...slices];
}

/** @internal Returns the field that lets other nodes access a slice; undefined if only its node can. */
export function fieldSeenByOthers(spec: JsonObject): string | undefined {
  return SEEN_BY_OTHERS.find((field) => (spec[field] ?? false) !== false);
}

/** Returns an object inside another one; empty if it is absent. */
function objectIn(value: JsonObject, field: string, path: string): JsonObject {
  const found = value[field] ?? {};
  if (isJsonObject(found)) return found;
  throw new AllocationError('invalid-object', `${path}.${field}: expected an object, found ${describe(found)}`, {
    path: `${path}.${field}`,
  });
}

/** @internal Returns the text at a path; empty if it is absent. */
export function textAt(value: Json | undefined, ...path: readonly string[]): string {
  let found: Json | undefined = value;
  for (const step of path) found = isJsonObject(found) ? found[step] : undefined;
  return typeof found === 'string' ? found : '';
}
