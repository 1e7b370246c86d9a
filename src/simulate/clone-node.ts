// Nodes like one that is there, with slices of their own.

import { EMPTY_LIST } from '../api/decoder.js';
import type { Node } from '../api/node.js';
import type { ResourceSlice } from '../api/resource-slice.js';
import type { ClusterState } from '../cluster/cluster-state.js';

const HOSTNAME = 'kubernetes.io/hostname';

/** A node and its slices under new names. */
export interface ClonedNode {
  readonly node: Node;
  readonly slices: readonly ResourceSlice[];
}

/**
 * Copies a node as it would come up: its name is new in its label `kubernetes.io/hostname`, in the slices that are its own, and in their pools; cordons and taints that
 * say how the other one is do not come along. Slices that several nodes see are not copied: whether they see the new node their selectors tell.
 */
export function cloneNode(node: Node, name: string, state: ClusterState): ClonedNode {
  const before = node.metadata.name;
  const labels = new Map(node.metadata.labels);
  if (labels.has(HOSTNAME)) labels.set(HOSTNAME, name);
  const metadata = { ...node.metadata, name, uid: '', labels };
  const taints = node.spec.taints.filter(({ key }) => !key.startsWith('node.kubernetes.io/'));
  const renamed = (text: string): string => (text.includes(before) ? text.replaceAll(before, name) : `${text}-${name}`);
  const slices = state.objects.slices.allPlain
    .filter(({ spec }) => spec.nodeName === before)
    .map((slice) => ({
      ...slice,
      metadata: { ...slice.metadata, name: renamed(slice.metadata.name), uid: '', ownerReferences: EMPTY_LIST },
      spec: { ...slice.spec, nodeName: name, pool: { ...slice.spec.pool, name: renamed(slice.spec.pool.name) } },
    }));
  return { node: { ...node, metadata, spec: { ...node.spec, unschedulable: false, taints } }, slices };
}

/** Names for copies of a node that no node has: `NAME-clone-1`, ... */
export function* cloneNames(name: string, state: ClusterState): Generator<string> {
  for (let number = 1; ; number++) {
    const free = `${name}-clone-${number}`;
    if (state.node(free) === undefined) yield free;
  }
}
