// The scheduler's filters on the nodes of a cluster that stays: answers are remembered by the shape of the pod and by node, and only nodes that changed
// are asked again.

import type { Node } from '../../api/node.js';
import { type Checkpoint, SLICE_MILLISECONDS, UNLIMITED, type Yield } from '../../base/checkpoint.js';
import { LruCache } from '../../base/lru-cache.js';
import { ownText } from '../../base/own-text.js';
import type { FilterContext } from '../../filters/filter.js';
import type { FilterFeatures } from '../../filters/filter-features.js';
import { prepareFilters } from '../../filters/filters.js';
import { type NodeInfo, nodeInfo, type PodInfo } from '../../filters/node-info.js';
import type { PodSurroundings } from '../../filters/not-looked-at.js';
import { ExtendedResourceClasses } from '../../schedule/extended-resources.js';
import { Priorities } from '../../schedule/priorities.js';
import { type ImageSpread, imageSpread } from '../../scores/image-spread.js';
import type { ClusterState } from '../cluster-state.js';
import { NodeTable } from './node-table.js';
import type { NodesAsked } from './node-verdict.js';
import type { PodFollower } from './pod-objects.js';
import type { AdmissionClasses, PodAsked } from './pod-question.js';
import { ShapeAnswers } from './shape-answers.js';

/** The most shapes whose answers are remembered, and bytes of all of them. */
const MOST_SHAPES = 1024;
const MOST_BYTES = 64 << 20;

/** Filters that follow a cluster, once somebody asked. */
export class ResidentFilters implements PodFollower {
  readonly #cluster: ClusterState;
  readonly #features: FilterFeatures;
  #table: NodeTable | undefined;
  #admissionStamp = 0;
  #shapes = newShapes();
  #classes: ExtendedResourceClasses | undefined;
  #priorities: Priorities | undefined;
  #surroundings: { readonly key: string; readonly around: PodSurroundings } | undefined;
  #images: { readonly table: NodeTable; readonly stamp: number; readonly spread: () => ImageSpread } | undefined;

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
  get admissionClasses(): AdmissionClasses {
    const { pods } = this.#cluster.objects;
    this.#priorities ??= new Priorities([...pods.all('PriorityClass').values()]);
    return { priorities: this.#priorities, runtimeClasses: pods.all('RuntimeClass') };
  }

  objectsReplaced(): void {
    this.admissionChanged();
    this.#table = undefined;
    this.classesChanged();
  }

  /** Brings nodes up to date. */
  followNodes(checkpoint: Checkpoint): void {
    checkpoint.check();
    this.#tableNow().update(checkpoint);
  }

  /** Brings nodes, and answers for the shape of a pod, up to date. Gives the answers. */
  follow(pod: PodAsked, checkpoint: Checkpoint): ShapeAnswers {
    this.followNodes(checkpoint);
    const answers = this.answersFor(pod, checkpoint);
    answers.update(checkpoint);
    return answers;
  }

  /** Does what `follow` does, giving way to the event loop. The cluster may change meanwhile: it ends when nothing is left to do. */
  async followInSlices(pod: PodAsked | undefined, checkpoint: Checkpoint, giveWay: Yield): Promise<void> {
    do {
      await giveWay();
    } while (!this.followSome(pod, checkpoint));
  }

  /** Does what `follow` does for a slice of time, and gives whether nothing is left to do. */
  followSome(pod: PodAsked | undefined, checkpoint: Checkpoint): boolean {
    checkpoint.check();
    const end = performance.now() + SLICE_MILLISECONDS;
    let isFirst = true;
    const isOver = (): boolean => {
      const over = !isFirst && performance.now() >= end;
      isFirst = false;
      return over;
    };
    if (!this.#tableNow().update(checkpoint, isOver)) return false;
    return pod === undefined || this.answersFor(pod, checkpoint).update(checkpoint, isOver);
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

  /** The answers for pods of a shape, those of nodes that changed meanwhile not among them. */
  answersFor({ pod, shape }: PodAsked, checkpoint: Checkpoint): ShapeAnswers {
    const known = this.#shapes.get(shape);
    if (known !== undefined) return known;
    const answers = new ShapeAnswers(shape, prepareFilters(pod, this.#context(), checkpoint), this.#tableNow());
    this.#shapes.set(shape, answers);
    return answers;
  }

  /** A shape as the very text by which its answers are kept: that two texts are the same one is seen at once. */
  ownShape(shape: string): string {
    return this.#shapes.peek(shape)?.shape ?? ownText(shape);
  }

  #context(): FilterContext {
    this.#classes ??= new ExtendedResourceClasses([...this.#cluster.objects.deviceClasses.values()]);
    return { features: this.#features, classes: this.#classes };
  }

  /** A node of the cluster, or one that a caller made up in its place or beside it. Requires: nodes are up to date. */
  infoOf(node: Node, checkpoint: Checkpoint): NodeInfo {
    const { name } = node.metadata;
    const table = this.#tableNow();
    const slot = table.slotOf(name);
    const known = slot === undefined ? undefined : table.infoAt(slot);
    return known?.node === node ? known : nodeInfo(node, this.#cluster.objects.pods.podsOn(name), checkpoint);
  }

  /** The part of the cluster that decides about pods and is not looked at, beside these nodes: the same object as long as it says the same. */
  surroundings({ isEvery, verdicts }: NodesAsked): PodSurroundings {
    const { pods } = this.#cluster.objects;
    const hasRepellingPods = isEvery ? this.#tableNow().hasRepellingPods : verdicts.toArray().some(({ info }) => info.repelling > 0);
    const key = `${hasRepellingPods} ${this.#admissionStamp} ${pods.tally.stamp} ${pods.stampOf('LimitRange')}`;
    if (this.#surroundings?.key !== key) {
      const limitedNamespaces = { has: (namespace: string) => pods.hasIn('LimitRange', namespace) };
      this.#surroundings = { key, around: { ...this.admissionClasses, hasRepellingPods, pods: pods.tally, limitedNamespaces } };
    }
    return this.#surroundings.around;
  }

  /** The images as of now, worked out when they are asked for: the same as long as all nodes have the same ones. */
  imagesNow(): () => ImageSpread {
    const table = this.#tableNow();
    if (this.#images?.table !== table || this.#images.stamp !== table.imagesStamp) {
      this.#images = { table, stamp: table.imagesStamp, spread: spreadOf(this.#cluster.nodeList) };
    }
    return this.#images.spread;
  }
}

function spreadOf(nodes: readonly Node[]): () => ImageSpread {
  let left = nodes;
  let spread: ImageSpread | undefined;
  return () => {
    spread ??= imageSpread(left, UNLIMITED);
    // Nodes that are gone by then are not kept.
    left = [];
    return spread;
  };
}

function newShapes(): LruCache<ShapeAnswers> {
  return new LruCache({ entries: MOST_SHAPES, bytes: MOST_BYTES, weigh: ({ bytes }) => bytes, hasOwnKeys: true });
}
