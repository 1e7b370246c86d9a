// Edits that add a node like the node of the question, with copies of the slices that are published for it alone.

import { valuesOfPolicies } from '../../../allocator/encode/capacity.js';
import { DecodeContext } from '../../../core/api/context.js';
import { decoding } from '../../../core/api/decoding.js';
import { decodeNode, type Node } from '../../../core/api/node.js';
import { type Device, type ResourceSlice, resourceSliceKind } from '../../../core/api/resource-slice.js';
import type { Checkpoint } from '../../../core/base/checkpoint.js';
import type { Incremental } from '../../../core/base/incremental.js';
import type { Json, JsonObject } from '../../../core/base/json.js';
import { filtering, mapping, mappingEach } from '../../../core/base/lists-in-increments.js';
import type { Change } from '../change.js';
import type { Edit } from '../edit.js';
import { isEmpty, jsonOf } from '../json-of.js';
import type { Question } from '../question.js';
import { MOST } from './bounds.js';
import { freeName, type SliceNames, sliceJson } from './new-slices.js';

/** The prefix of taints that mark a node in trouble: a new node does not have them. */
const OWN_TAINTS = 'node.kubernetes.io/';

const HOSTNAME = 'kubernetes.io/hostname';

/** Returns edits that add a node. Empty if the question is about one node only, or about claims only and the node has no devices. */
export function* nodeEdits(question: Question, { taken }: SliceNames): Incremental<readonly Edit[]> {
  const { input, world, pod, checkpoint } = question;
  const { node, pools, slices } = input.view;
  if (world.nodes === undefined || node.metadata.name === '') return [];
  const slicesOfNode = yield* filtering(slices.forNode(node.metadata.name), ({ spec }) => spec.nodeName === node.metadata.name, checkpoint);
  if (
    slicesOfNode.length > MOST.slices ||
    slicesOfNode.reduce((sum, { spec }) => sum + spec.devices.length, node.metadata.labels.size) > MOST.partsOfNode
  )
    return [];
  // Slices of pools that other nodes can access cannot be published again.
  const counted = slicesOfNode.filter(({ spec }) =>
    pools.some(({ driver, name, problem }) => driver === spec.driver && name === spec.pool.name && problem === undefined),
  );
  const hasNothing = counted.length === 0 && pod === undefined;
  if (hasNothing || counted.length < slicesOfNode.length) return [];
  const names = new Set<string>();
  for (const { metadata } of world.nodes()) {
    if (metadata.name.startsWith(node.metadata.name)) names.add(metadata.name);
    if (checkpoint.due()) yield;
  }
  const name = freeName(node.metadata.name, names);
  const again = { old: node.metadata.name, node: name, taken };
  const published = yield* mappingEach(counted, (slice) => publishedAgain(slice, again, checkpoint), checkpoint);
  return [
    {
      kind: 'node',
      by: 'admin',
      text: `add a node like ${node.metadata.name}`,
      loss: 0,
      changes: [created(node, name), ...published],
    },
  ];
}

function created({ metadata, spec, status }: Node, name: string): Change {
  const labels = new Map(Array.from(metadata.labels, ([key, value]) => [key, key === HOSTNAME ? name : value]));
  const taints = spec.taints.filter(({ key }) => !key.startsWith(OWN_TAINTS));
  const { allocatable, declaredFeatures } = status;
  const json: JsonObject = {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: jsonOf({ name, ...(labels.size > 0 && { labels }) }),
    ...(taints.length > 0 && { spec: jsonOf({ taints }) }),
    status: jsonOf({ ...(allocatable !== undefined && { allocatable }), ...(declaredFeatures.length > 0 && { declaredFeatures }) }),
  };
  return { target: { kind: 'Node', object: decodeNode(json, new DecodeContext()) }, operation: { op: 'create', path: [], json } };
}

/** The names of a node and of its copy. */
interface NodeNames {
  readonly old: string;
  readonly node: string;
  /** The names of slices. */
  readonly taken: Set<string>;
}

function* publishedAgain({ metadata, spec }: ResourceSlice, { old, node, taken }: NodeNames, checkpoint: Checkpoint): Incremental<Change> {
  const renamed = (name: string): string => (name.includes(old) ? name.replace(old, node) : `${node}-${name}`);
  const { driver, pool, devices, sharedCounters, skipNodeOperations, partitionTypeAttribute } = spec;
  const json = sliceJson(freeName(renamed(metadata.name), taken), {
    driver,
    pool: jsonOf({ ...pool, name: renamed(pool.name) }),
    nodeName: node,
    ...(devices.length > 0 && { devices: yield* mapping(devices, (device) => asMade(device, checkpoint), checkpoint) }),
    ...(sharedCounters.length > 0 && { sharedCounters: jsonOf(sharedCounters) }),
    ...(skipNodeOperations.length > 0 && { skipNodeOperations: jsonOf(skipNodeOperations) }),
    ...(partitionTypeAttribute !== undefined && { partitionTypeAttribute }),
  });
  const object = yield* decoding(resourceSliceKind, json, new DecodeContext([], undefined, checkpoint));
  return { target: { kind: 'ResourceSlice', object }, operation: { op: 'create', path: [], json } };
}

/** Returns a device without its taints. Omits empty lists and maps. */
function asMade({ taints: _, bindsToNode, ...device }: Device, checkpoint: Checkpoint): Json {
  checkpoint.step(valuesOfPolicies(device));
  const fields = Object.entries({ ...device, ...(bindsToNode && { bindsToNode }) });
  return jsonOf(Object.fromEntries(fields.filter(([, value]) => !isEmpty(value))));
}
