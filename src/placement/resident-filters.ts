// The scheduler's filters on the nodes of a cluster that stays: answers are remembered by the shape of the pod and by node, and only nodes that changed
// are queried again.

import type { ClusterState } from '../cluster/cluster-state.js';
import type { PodFollower } from '../cluster/pod-objects.js';
import type { Node } from '../core/api/node.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { LruCache } from '../core/base/lru-cache.js';
import { ownText } from '../core/base/own-text.js';
import type { FilterContext } from '../scheduler/filters/filter.js';
import type { FilterFeatures } from '../scheduler/filters/filter-features.js';
import { prepareFilters } from '../scheduler/filters/filters.js';
import { type NodeInfo, nodeInfo, type PodInfo } from '../scheduler/filters/node-info.js';
import type { PodSurroundings } from '../scheduler/filters/not-looked-at.js';
import { ExtendedResourceClasses } from '../scheduler/pods/extended-resources.js';
import { Priorities } from '../scheduler/pods/priorities.js';
import { type ImageSpread, imageSpread } from '../scheduler/scores/image-spread.js';
import { type NodesNow, NodeTable } from './node-table.js';
import type { NodesAsked } from './nodes-asked.js';
import type { AdmissionClasses, PodAsked } from './pod-question.js';
import { ShapeAnswers } from './shape-answers.js';
import type { ImagesNow } from './shape-scores.js';

/** The most shapes whose answers are remembered, and bytes of all of them. */
const MOST_SHAPES = 1024;
const MOST_BYTES = 64 << 20;

/** The surroundings of pods, and the stamps of what they are made of. */
interface KnownSurroundings {
  readonly around: PodSurroundings;
  readonly classes: number;
  readonly pods: number;
  readonly limits: number;
}

/** The cluster at a time: what questions about all nodes rest on, whatever the pod. */
export interface ClusterNow extends NodesNow {
  readonly version: number;
  readonly around: PodSurroundings;
  readonly images: ImagesNow;
  /** The number of taints and images of all nodes. */
  readonly reported: number;
}

/** Filters that follow a cluster, once somebody asked. */
export class ResidentFilters implements PodFollower {
  readonly #cluster: ClusterState;
  readonly #features: FilterFeatures;
  #table: NodeTable | undefined;
  #admissionStamp = 0;
  #shapes = newShapes();
  #classes: ExtendedResourceClasses | undefined;
  #priorities: Priorities | undefined;
  /** The answers for pods that have no shape, as of some classes. */
  readonly #large = new WeakMap<PodAsked, { readonly shapes: LruCache<ShapeAnswers>; readonly answers: ShapeAnswers }>();
  #surroundings: KnownSurroundings | undefined;
  #now: ClusterNow | undefined;
  #images: { readonly table: NodeTable; readonly stamp: number; readonly spread: ImagesNow } | undefined;

  constructor(cluster: ClusterState, features: FilterFeatures) {
    this.#cluster = cluster;
    this.#features = features;
    cluster.followPods(this);
  }

  /** Changes with the classes by which pods are filled in. */
  get admissionStamp(): number {
    return this.#admissionStamp;
  }

  nodeChanged(name: string): void {
    this.#table?.nodeChanged(name);
  }

  podChanged(nodeName: string, before: PodInfo | undefined, after: PodInfo | undefined): void {
    this.#table?.podChanged(nodeName, before, after);
  }

  /** Filters were prepared for the classes that serve extended resources. */
  classesChanged(): void {
    this.#classes = undefined;
    this.#shapes = newShapes();
  }

  /** Classes changed by which pods are filled in. */
  admissionChanged(): void {
    this.#admissionStamp++;
    this.#priorities = undefined;
  }

  /** The classes by which pods are filled in now. */
  *admissionClasses(checkpoint: Checkpoint): Incremental<AdmissionClasses> {
    const { pods } = this.#cluster.objects;
    let priorities = this.#priorities;
    if (priorities === undefined) {
      const stamp = this.#admissionStamp;
      const classes = pods.all('PriorityClass').values();
      priorities = yield* Priorities.within(classes, checkpoint);
      if (this.#admissionStamp === stamp) this.#priorities = priorities;
    }
    return { priorities, runtimeClasses: pods.all('RuntimeClass') };
  }

  objectsReplaced(): void {
    this.admissionChanged();
    this.#table = undefined;
    this.#now = undefined;
    this.classesChanged();
  }

  /** `followNodes` finds nothing to do. */
  get hasNodesOfNow(): boolean {
    return this.#tableNow().isUpToDate;
  }

  /** Brings nodes up to date. */
  followNodes(checkpoint: Checkpoint): Incremental<void> {
    return this.#tableNow().update(checkpoint);
  }

  /** The cluster as it is now, brought up to date in one go for the first the caller after a change: pods of all shapes see the same. */
  now(checkpoint: Checkpoint): ClusterNow {
    checkpoint.check();
    const { version } = this.#cluster;
    if (this.#now?.version === version) return this.#now;
    const table = this.#tableNow();
    if (!table.isUpToDate) inOneGo(table.update(checkpoint));
    const nodes = table.now(checkpoint);
    const around = this.#surroundingsWith(table.hasRepellingPods);
    this.#now = { version, order: nodes.order, infos: nodes.infos, around, images: this.imagesNow(), reported: table.reported };
    return this.#now;
  }

  #tableNow(): NodeTable {
    const cluster = this.#cluster;
    this.#table ??= new NodeTable({
      node: (name) => cluster.node(name),
      nodeNames: () => cluster.objects.nodes.keys(),
      podsOn: (name) => cluster.objects.pods.podsOn(name),
    });
    return this.#table;
  }

  /** Returns whether answers are still stored for pods of their shape, and counts it as a use of them. */
  keeps({ entry }: ShapeAnswers): boolean {
    return entry !== undefined && this.#shapes.getBy(entry) !== undefined;
  }

  /** The answers for pods of a shape that has none yet. */
  *answersFor(asked: PodAsked, checkpoint: Checkpoint): Incremental<ShapeAnswers> {
    const shapes = this.#shapes;
    const table = this.#tableNow();
    const context = yield* this.context(checkpoint);
    const filters = yield* prepareFilters(asked.pod, context, checkpoint);
    const { shape = '' } = asked;
    const answers = new ShapeAnswers(shape, filters, table, asked.bytes);
    if (asked.shape === undefined) this.#large.set(asked, { shapes, answers });
    else answers.entry = shapes.set(shape, answers);
    return answers;
  }

  /** The answers for pods of a shape, those of nodes that changed meanwhile not among them. `before`: those that the same pod had before. */
  knownAnswers(asked: PodAsked, before: ShapeAnswers | undefined): ShapeAnswers | undefined {
    const { entry } = before ?? {};
    const known = entry && this.#shapes.getBy(entry);
    if (known !== undefined) return known;
    if (asked.shape !== undefined) return this.#shapes.get(asked.shape);
    const large = this.#large.get(asked);
    return large?.shapes === this.#shapes ? large.answers : undefined;
  }

  /** A shape as the very text by which its answers are stored: that two texts are the same one is seen at once. */
  ownShape(shape: string): string {
    return this.#shapes.peek(shape)?.shape ?? ownText(shape);
  }

  /** The part of the cluster that filters check next to the pod and the node. */
  *context(checkpoint: Checkpoint): Incremental<FilterContext> {
    return { features: this.#features, classes: yield* this.extendedClasses(checkpoint) };
  }

  /** The classes by the extended resources that they serve. */
  *extendedClasses(checkpoint: Checkpoint): Incremental<ExtendedResourceClasses> {
    if (this.#classes !== undefined) return this.#classes;
    const shapes = this.#shapes;
    const all = [...this.#cluster.objects.deviceClasses.values()];
    const classes = yield* ExtendedResourceClasses.of(all, checkpoint);
    // With other classes there would be other shapes.
    if (this.#shapes === shapes) this.#classes = classes;
    return classes;
  }

  /** A node of the cluster, or one that a caller made up in its place or next to it. Requires: nodes are up to date. */
  *infoOf(node: Node, checkpoint: Checkpoint): Incremental<NodeInfo> {
    const { name } = node.metadata;
    const table = this.#tableNow();
    const slot = table.slotOf(name);
    const info = slot === undefined ? undefined : table.infoAt(slot);
    if (info?.node === node) return info;
    const pods = this.#cluster.objects.pods.podsOn(name);
    return yield* nodeInfo(node, pods, checkpoint);
  }

  /** The part of the cluster that decides about pods and is not considered, next to these nodes: the same object as long as it says the same. */
  surroundings({ isEvery, infos }: NodesAsked): PodSurroundings {
    return isEvery ? this.surroundingsNow : this.#surroundingsWith(infos.toArray().some(({ repelling }) => repelling > 0));
  }

  /** The part of the cluster that decides about pods and is not considered. Requires: nodes are up to date. */
  get surroundingsNow(): PodSurroundings {
    return this.#surroundingsWith(this.#tableNow().hasRepellingPods);
  }

  #surroundingsWith(hasRepellingPods: boolean): PodSurroundings {
    const { pods } = this.#cluster.objects;
    const known = this.#surroundings;
    const limits = pods.stampOf('LimitRange');
    if (
      known?.around.hasRepellingPods === hasRepellingPods &&
      known.classes === this.#admissionStamp &&
      known.pods === pods.tally.stamp &&
      known.limits === limits
    ) {
      return known.around;
    }
    const limitedNamespaces = { has: (namespace: string) => pods.hasIn('LimitRange', namespace) };
    const around = { ...inOneGo(this.admissionClasses(UNLIMITED)), hasRepellingPods, pods: pods.tally, limitedNamespaces };
    this.#surroundings = { classes: this.#admissionStamp, pods: pods.tally.stamp, limits, around };
    return around;
  }

  /** The number of taints and images of all nodes. Requires: nodes are up to date. */
  get reportedByNodes(): number {
    return this.#tableNow().reported;
  }

  /** The images as of now, computed when they are requested: the same as long as all nodes have the same ones. */
  imagesNow(): ImagesNow {
    const table = this.#tableNow();
    if (this.#images?.table !== table || this.#images.stamp !== table.imagesStamp) {
      this.#images = { table, stamp: table.imagesStamp, spread: spreadOf(this.#cluster.nodeList) };
    }
    return this.#images.spread;
  }
}

function spreadOf(nodes: readonly Node[]): ImagesNow {
  let left = nodes;
  let spread: ImageSpread | undefined;
  return function* (checkpoint) {
    if (spread !== undefined) return spread;
    const all = left;
    const found = yield* imageSpread(all, checkpoint);
    spread ??= found;
    // Nodes that are gone by then are not stored.
    left = [];
    return spread;
  };
}

function newShapes(): LruCache<ShapeAnswers> {
  return new LruCache({ entries: MOST_SHAPES, bytes: MOST_BYTES, weigh: ({ bytes }) => bytes, hasOwnKeys: true });
}
