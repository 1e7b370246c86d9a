// Defines the interface of a cluster for evaluators: its current or an earlier state, and its changes.

import type { DeviceClass } from '../../core/api/device-class.js';
import type { Node } from '../../core/api/node.js';
import type { AllocatedDevice } from '../../core/api/resource-claim.js';
import type { ResourceSlice } from '../../core/api/resource-slice.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { AllocatedView } from '../encode/allocated-state.js';
import type { NodeView } from '../encode/node-view.js';
import type { SliceIndex, Slices } from '../pools/slice-index.js';

/** The parts of a cluster that an allocation needs. */
export interface StateView {
  readonly deviceClasses: Pick<ReadonlyMap<string, DeviceClass>, 'get'>;
  readonly allocated: AllocatedView;
  readonly slices: Slices;
  /** The nodes, in no particular order. A returned list never changes. */
  readonly nodeList: readonly Node[];
  node(name: string): Node | undefined;
  /** Returns the view of a node. Throws `node-selection-failed`. */
  view(node: Node, checkpoint: Checkpoint): Incremental<NodeView>;
  /** Returns the cached view of a node, for callers that only read it. */
  cachedView(node: Node): NodeView | undefined;
}

/** The mutable objects of a cluster. */
export interface ClusterSource {
  readonly slices: SliceIndex;
  readonly deviceClasses: Pick<ReadonlyMap<string, DeviceClass>, 'get'>;
  readonly allocated: AllocatedView;
  readonly nodes: Pick<ReadonlyMap<string, Node>, 'get' | 'has' | 'keys' | 'size'>;
}

/** A cluster in its current state. */
export interface LiveCluster extends StateView {
  /** Changes with every change of the state. */
  readonly version: number;
  /** The objects. Valid until the observer is notified that they are replaced. */
  readonly objects: ClusterSource;
  /** Notifies this observer of changes from now on, instead of the previous one. */
  observe(observer: ClusterObserver): void;
}

/** Is notified of changes to the objects. */
export interface ClusterObserver {
  /** False if the observer caches nothing about the cluster, so that the affected nodes of a change need not be computed. */
  readonly isFollowing: boolean;
  /** A node was added, removed or changed. */
  nodeChanged(name: string): void;
  /** Slices were removed or added. `concerned`: the names of the affected nodes; undefined: any node may be affected. */
  slicesChanged(removedSlices: readonly ResourceSlice[], concerned: ReadonlySet<string> | undefined): void;
  classesChanged(): void;
  /** Results of an allocation were added or removed. `keys`: their `deviceKey`s. */
  useChanged(results: readonly AllocatedDevice[], keys: readonly string[]): void;
  /** All objects were replaced. The previous objects do not change any more. */
  objectsReplaced(): void;
}
