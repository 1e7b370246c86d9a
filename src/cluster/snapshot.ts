// The state of a cluster at one time, unaffected by later changes.

import type { AllocatedView } from '../allocator/encode/allocated-state.js';
import type { NodeView } from '../allocator/encode/node-view.js';
import type { StateView } from '../allocator/evaluate/cluster-view.js';
import type { Slices } from '../allocator/pools/slice-index.js';
import type { Node } from '../core/api/node.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import type { ClusterObjects } from './cluster-objects.js';
import { ViewCache } from './view-cache.js';

type ViewFrom = (node: Node, slices: Slices, checkpoint: Checkpoint) => Incremental<NodeView>;

/** The state as of the snapshot, until it is ended. */
export class Snapshot implements StateView {
  readonly deviceClasses: StateView['deviceClasses'];
  readonly allocated: AllocatedView;
  readonly slices: Slices;
  readonly #nodes: Pick<ReadonlyMap<string, Node>, 'get'>;
  readonly #objects: Pick<ClusterObjects, 'nodeList'>;
  /** The list of nodes, copied before the first change of a node. */
  #nodeList: readonly Node[] | undefined;
  readonly #viewFrom: ViewFrom;
  /** The views of unchanged nodes, shared with the cluster. */
  readonly #views: ViewCache;
  /** The views of changed nodes. */
  readonly #changedViews = new ViewCache();
  readonly #changed = new Set<string>();
  readonly #ends: readonly (() => void)[];

  /** `views`: the views of the current cluster. */
  constructor(objects: ClusterObjects, views: ViewCache, viewFrom: ViewFrom, onEnd: () => void) {
    const [allocated, nodes, slices] = [objects.allocated.view(), objects.nodes.view(), objects.slices.view()];
    const classes = objects.deviceClasses.view();
    this.deviceClasses = classes.values;
    this.allocated = allocated.allocated;
    this.slices = slices.slices;
    this.#nodes = nodes.values;
    this.#objects = objects;
    this.#views = views;
    this.#viewFrom = viewFrom;
    this.#ends = [allocated.end, nodes.end, slices.end, classes.end, onEnd];
  }

  get nodeList(): readonly Node[] {
    return this.#nodeList ?? this.#objects.nodeList;
  }

  /** Stores the list of nodes before a node changes. */
  keepNodes(): void {
    this.#nodeList ??= this.#objects.nodeList;
  }

  node(name: string): Node | undefined {
    return this.#nodes.get(name);
  }

  *view(node: Node, checkpoint: Checkpoint): Incremental<NodeView> {
    const { name } = node.metadata;
    const previousView = this.#viewsOf(node).get(name);
    if (previousView?.node === node) return previousView;
    const view = yield* this.#viewFrom(node, this.slices, checkpoint);
    // During a pause, another call may have made the same view, or the node may have changed.
    const views = this.#viewsOf(node);
    const other = views.get(name);
    if (other?.node === node) return other;
    views.set(name, view);
    return view;
  }

  cachedView(node: Node): NodeView | undefined {
    const previousView = this.#viewsOf(node).peek(node.metadata.name);
    return previousView?.node === node ? previousView : undefined;
  }

  /** Returns the cache for the view of a node. Nodes that callers make up are not shared. */
  #viewsOf(node: Node): ViewCache {
    const { name } = node.metadata;
    return this.#changed.has(name) || this.#nodes.get(name) !== node ? this.#changedViews : this.#views;
  }

  /** Stores the view of a node before the node changes. */
  leave(name: string): void {
    if (this.#changed.has(name)) return;
    this.#changed.add(name);
    const view = this.#views.get(name);
    if (view !== undefined) this.#changedViews.set(name, view);
  }

  end(): void {
    for (const end of this.#ends) end();
  }
}
