// Copies existing nodes, with copies of their slices.

import type { ClusterState } from '../cluster/cluster-state.js';
import { EMPTY_LIST } from '../core/api/decoder.js';
import type { NodeSelector, NodeSelectorTerm } from '../core/api/meta.js';
import type { Node } from '../core/api/node.js';
import type { Device, ResourceSlice, ResourceSliceSpec } from '../core/api/resource-slice.js';

const HOSTNAME = 'kubernetes.io/hostname';

/** A node and its slices under new names. */
export interface ClonedNode {
  readonly node: Node;
  readonly slices: readonly ResourceSlice[];
}

/**
 * Returns a copy of a new node for each name. The copy has the new name in its label `kubernetes.io/hostname`, in its slices
 * and in their pools, and no cordon and no status taints. Copies slices that select only this node: by `nodeName`, by a
 * selector, or for each device. Slices that several nodes access are not copied: their selectors decide whether the new node
 * can access them.
 */
export function* clonesOf(node: Node, names: readonly string[], state: ClusterState): Generator<ClonedNode> {
  const before = node.metadata.name;
  const hostname = node.metadata.labels.get(HOSTNAME);
  const nodeSlices = slicesOfNode({ before, hostname }, state);
  const taints = node.spec.taints.filter(({ key }) => !key.startsWith('node.kubernetes.io/'));
  for (const name of names) {
    const labels = new Map(node.metadata.labels);
    if (hostname !== undefined) labels.set(HOSTNAME, name);
    const metadata = { ...node.metadata, name, uid: '', labels };
    const renamed = (text: string): string => (text.includes(before) ? text.replaceAll(before, name) : `${text}-${name}`);
    const slices = nodeSlices.map(({ slice, sliceCount }) => ({
      ...slice,
      metadata: { ...slice.metadata, name: renamed(slice.metadata.name), uid: '', ownerReferences: EMPTY_LIST },
      spec: {
        ...slice.spec,
        ...reachOf(slice.spec, { before, hostname, name }),
        pool: { ...slice.spec.pool, name: renamed(slice.spec.pool.name), resourceSliceCount: sliceCount },
      },
    }));
    yield { node: { ...node, metadata, spec: { ...node.spec, unschedulable: false, taints } }, slices };
  }
}

/** Returns the slices that select only this node, and the number of slices that a copy of each of their pools has. */
function slicesOfNode(
  { before, hostname }: Omit<Renaming, 'name'>,
  state: ClusterState,
): readonly { readonly slice: ResourceSlice; readonly sliceCount: bigint }[] {
  const all = state.objects.slices.allPlain;
  const reachingSlices = all.filter(({ spec }) => reachOf(spec, { before, hostname, name: before }) !== undefined);
  return reachingSlices.map((slice) => {
    const { resourceSliceCount } = slice.spec.pool;
    const copied = BigInt(reachingSlices.filter((other) => isOfPool(other.spec, slice.spec)).length);
    // The pool of the copy is complete, although it lacks slices of other nodes.
    const isShared = copied < resourceSliceCount;
    const there = isShared ? BigInt(all.filter((other) => isOfPool(other.spec, slice.spec)).length) : copied;
    return { slice, sliceCount: resourceSliceCount - (there - copied) };
  });
}

interface Renaming {
  readonly before: string;
  /** The hostname label of the node; undefined if it has none. */
  readonly hostname: string | undefined;
  readonly name: string;
}

/** Returns the node selection of a slice for the copy of a node; undefined if the slice does not name that node only. */
function reachOf(spec: ResourceSliceSpec, renaming: Renaming): Partial<ResourceSliceSpec> | undefined {
  const { nodeName, nodeSelector, perDeviceNodeSelection, devices } = spec;
  if (nodeName !== undefined && nodeName !== '') return nodeName === renaming.before ? { nodeName: renaming.name } : undefined;
  if (nodeSelector !== undefined) {
    const selector = selectorFor(nodeSelector, renaming);
    return selector === undefined ? undefined : { nodeSelector: selector };
  }
  if (perDeviceNodeSelection !== true || devices.length === 0) return undefined;
  const copies = devices.map((device) => deviceFor(device, renaming)).filter((device) => device !== undefined);
  return copies.length === devices.length ? { devices: copies } : undefined;
}

function deviceFor(device: Device, renaming: Renaming): Device | undefined {
  const { nodeName, nodeSelector } = device;
  if (nodeName !== undefined && nodeName !== '') return nodeName === renaming.before ? { ...device, nodeName: renaming.name } : undefined;
  const selector = nodeSelector === undefined ? undefined : selectorFor(nodeSelector, renaming);
  return selector === undefined ? undefined : { ...device, nodeSelector: selector };
}

/** Returns a selector for the copy, if each of its terms names the node. */
function selectorFor({ nodeSelectorTerms }: NodeSelector, { before, hostname, name }: Renaming): NodeSelector | undefined {
  const isNamed = (one: NodeSelectorTerm['matchFields'][number], key: string, value: string | undefined): boolean =>
    one.key === key && one.operator === 'In' && one.values.length === 1 && one.values[0] === value;
  const isLabel = (one: NodeSelectorTerm['matchExpressions'][number]): boolean => isNamed(one, HOSTNAME, hostname);
  const isField = (one: NodeSelectorTerm['matchFields'][number]): boolean => isNamed(one, 'metadata.name', before);
  const isOfNode = (term: NodeSelectorTerm): boolean => term.matchExpressions.some(isLabel) || term.matchFields.some(isField);
  if (nodeSelectorTerms.length === 0 || !nodeSelectorTerms.every(isOfNode)) return undefined;
  return {
    nodeSelectorTerms: nodeSelectorTerms.map(({ matchExpressions, matchFields }) => ({
      matchExpressions: matchExpressions.map((one) => (isLabel(one) ? { ...one, values: [name] } : one)),
      matchFields: matchFields.map((one) => (isField(one) ? { ...one, values: [name] } : one)),
    })),
  };
}

function isOfPool(one: ResourceSliceSpec, other: ResourceSliceSpec): boolean {
  const [left, right] = [one.pool, other.pool];
  return one.driver === other.driver && left.name === right.name && left.generation === right.generation;
}

/** Returns unused names for copies of a node: `NAME-clone-1`, ... */
export function cloneNames(name: string, count: number, state: ClusterState): readonly string[] {
  const names: string[] = [];
  for (let number = 1; names.length < count; number++) {
    const free = `${name}-clone-${number}`;
    if (state.node(free) === undefined) names.push(free);
  }
  return names;
}
