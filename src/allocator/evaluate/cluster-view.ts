// A cluster as those see it who answer for its nodes: a state of it, as it is now or was at a time, and its changes.

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
  /** The nodes, in no order. A list that was handed out before never changes. */
  readonly nodeList: readonly Node[];
  node(name: string): Node | undefined;
  /** Checks the cluster from a node. Throws `node-selection-failed`. */
  view(node: Node, checkpoint: Checkpoint): Incremental<NodeView>;
  /** Gives the view of a node if it is remembered, for those who only read it. */
  rememberedView(node: Node): NodeView | undefined;
}

/** The objects of a cluster, which change. */
export interface ClusterSource {
  readonly slices: SliceIndex;
  readonly deviceClasses: Pick<ReadonlyMap<string, DeviceClass>, 'get'>;
  readonly allocated: AllocatedView;
  readonly nodes: Pick<ReadonlyMap<string, Node>, 'get' | 'has' | 'keys' | 'size'>;
}

/** A cluster as it is now. */
export interface LiveCluster extends StateView {
  /** Changes with every change of the state. */
  readonly version: number;
  /** The objects, until the observer hears that others take their place. */
  readonly objects: ClusterSource;
  /** From now on tells an observer of changes, in place of the one before. */
  observe(observer: ClusterObserver): void;
}

/** Is told of changes when the objects are changed. */
export interface ClusterObserver {
  /** False: it remembers nothing of the cluster, so nobody has to find out which nodes a change concerns. */
  readonly isFollowing: boolean;
  /** A node came, went or changed. */
  nodeChanged(name: string): void;
  /** Nodes see other slices, since some are gone or others came. `concerned`: their names; undefined: any node may. */
  slicesChanged(gone: readonly ResourceSlice[], concerned: ReadonlySet<string> | undefined): void;
  /** Classes changed. */
  classesChanged(): void;
  /** Results of an allocation were added or taken back. `keys`: their `deviceKey`s. */
  useChanged(results: readonly AllocatedDevice[], keys: readonly string[]): void;
  /** Other objects are in the place of all. Those before change no more. */
  objectsReplaced(): void;
}
