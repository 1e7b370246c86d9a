// Nodes like one that is there, with slices of their own.

import { EMPTY_LIST } from '../api/decoder.js';
import type { NodeSelector, NodeSelectorTerm } from '../api/meta.js';
import type { Node } from '../api/node.js';
import type { Device, ResourceSlice, ResourceSliceSpec } from '../api/resource-slice.js';
import type { ClusterState } from '../cluster/cluster-state.js';

const HOSTNAME = 'kubernetes.io/hostname';

/** A node and its slices under new names. */
export interface ClonedNode {
  readonly node: Node;
  readonly slices: readonly ResourceSlice[];
}

/**
 * Copies a node as it would come up: its name is new in its label `kubernetes.io/hostname`, in the slices that are its own, and in their pools; cordons and taints that
 * say how the other one is do not come along. Its own are slices that name it alone: as their `nodeName`, in a selector, or for each of their devices. Those that several
 * nodes see are not copied: whether they see the new node their selectors tell.
 */
export function cloneNode(node: Node, name: string, state: ClusterState): ClonedNode {
  const before = node.metadata.name;
  const labels = new Map(node.metadata.labels);
  if (labels.has(HOSTNAME)) labels.set(HOSTNAME, name);
  const metadata = { ...node.metadata, name, uid: '', labels };
  const taints = node.spec.taints.filter(({ key }) => !key.startsWith('node.kubernetes.io/'));
  const renamed = (text: string): string => (text.includes(before) ? text.replaceAll(before, name) : `${text}-${name}`);
  const renaming: Renaming = { before, hostname: node.metadata.labels.get(HOSTNAME), name };
  const all = state.objects.slices.allPlain;
  const own = all.flatMap((slice) => {
    const reach = reachOf(slice.spec, renaming);
    return reach === undefined ? [] : [{ slice, spec: { ...slice.spec, ...reach } }];
  });
  const slices = own.map(({ slice, spec }) => {
    const { resourceSliceCount } = spec.pool;
    const copied = BigInt(own.filter((other) => isOfPool(other.spec, spec)).length);
    // A pool of several nodes has slices of others, without which the one of the copy is complete.
    const isShared = copied < resourceSliceCount;
    const there = isShared ? BigInt(all.filter((other) => isOfPool(other.spec, spec)).length) : copied;
    const pool = { ...spec.pool, name: renamed(spec.pool.name), resourceSliceCount: resourceSliceCount - (there - copied) };
    return {
      ...slice,
      metadata: { ...slice.metadata, name: renamed(slice.metadata.name), uid: '', ownerReferences: EMPTY_LIST },
      spec: { ...spec, pool },
    };
  });
  return { node: { ...node, metadata, spec: { ...node.spec, unschedulable: false, taints } }, slices };
}

interface Renaming {
  readonly before: string;
  /** The label of the node with its name; undefined: it has none. */
  readonly hostname: string | undefined;
  readonly name: string;
}

/** The part of a slice that says who sees it, for the copy of a node; undefined: it is none of that node alone. */
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

/** A selector each term of which names the node, for its copy. */
function selectorFor({ nodeSelectorTerms }: NodeSelector, { before, hostname, name }: Renaming): NodeSelector | undefined {
  const forCopy = (
    requirements: NodeSelectorTerm['matchFields'],
    key: string,
    value: string | undefined,
  ): NodeSelectorTerm['matchFields'] =>
    requirements.map((one) => {
      const isNamed = one.key === key && one.operator === 'In' && one.values.length === 1 && one.values[0] === value;
      return isNamed ? { ...one, values: [name] } : one;
    });
  const terms = nodeSelectorTerms.map((term) => ({
    matchExpressions: forCopy(term.matchExpressions, HOSTNAME, hostname),
    matchFields: forCopy(term.matchFields, 'metadata.name', before),
  }));
  const isNamed = (term: NodeSelectorTerm): boolean =>
    [...term.matchExpressions, ...term.matchFields].some(({ values }) => values.length === 1 && values[0] === name);
  return terms.length > 0 && terms.every(isNamed) ? { nodeSelectorTerms: terms } : undefined;
}

function isOfPool(one: ResourceSliceSpec, other: ResourceSliceSpec): boolean {
  const [left, right] = [one.pool, other.pool];
  return one.driver === other.driver && left.name === right.name && left.generation === right.generation;
}

/** Names for copies of a node that no node has: `NAME-clone-1`, ... */
export function* cloneNames(name: string, state: ClusterState): Generator<string> {
  for (let number = 1; ; number++) {
    const free = `${name}-clone-${number}`;
    if (state.node(free) === undefined) yield free;
  }
}
