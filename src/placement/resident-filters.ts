// The scheduler's filters on the nodes of a resident cluster. Results are cached by pod shape and node; only changed nodes are filtered again.

import type { ClusterState } from '../cluster/cluster-state.js';
import { groupKeyOf, type PodFollower, type PodObjects } from '../cluster/pod-objects.js';
import { OWNER_KINDS, StoredOwners } from '../cluster/pod-owners.js';
import { storageAsOfNow, storageSource } from '../cluster/storage-source.js';
import type { Node } from '../core/api/node.js';
import type { Pod } from '../core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { copyText } from '../core/base/copy-text.js';
import { finished, type Incremental, inOneGo } from '../core/base/incremental.js';
import { LruCache } from '../core/base/lru-cache.js';
import type { VersionedList } from '../core/base/versioned-list.js';
import type { ClusterView } from '../explain/suggest/pod-trial.js';
import { ClusterRules } from '../scheduler/cluster/cluster-rules.js';
import { type Namespaces, namespacesOf } from '../scheduler/filters/affinity-terms.js';
import type { FilterContext } from '../scheduler/filters/filter.js';
import type { FilterFeatures } from '../scheduler/filters/filter-features.js';
import { prepareFilters } from '../scheduler/filters/filters.js';
import { type NodeInfo, nodeInfo, type PodInfo } from '../scheduler/filters/node-info.js';
import type { PodSurroundings } from '../scheduler/filters/not-looked-at.js';
import { hasRelations, podRelations } from '../scheduler/filters/pod-relations.js';
import { ExtendedResourceClasses } from '../scheduler/pods/extended-resources.js';
import { Priorities } from '../scheduler/pods/priorities.js';
import { DEFAULT_PROFILES, type SchedulerProfiles } from '../scheduler/profile/scheduler-profile.js';
import { type ImageSpread, imageSpread } from '../scheduler/scores/image-spread.js';
import { type BoundVolumes, boundVolumes } from '../scheduler/volumes/bound-volumes.js';
import { StorageTable } from '../scheduler/volumes/storage-table.js';
import { type AnswersContext, ClusterAnswers } from './cluster-answers.js';
import { clusterView } from './cluster-view.js';
import { type NodesNow, NodeTable } from './node-table.js';
import type { AdmissionClasses, PodQuery } from './pod-question.js';
import { ShapeAnswers } from './shape-answers.js';
import type { ImagesNow } from './shape-scores.js';

/** The most shapes whose results are cached, and the most bytes of all results. */
const MOST_SHAPES = 1024;
const MOST_BYTES = 64 << 20;

/** The surroundings of pods, and the stamps of the objects they are derived from. */
interface CachedSurroundings {
  readonly surroundings: PodSurroundings;
  readonly classes: number;
  readonly pods: number;
  readonly limits: number;
  readonly groups: number;
}

/** The objects that relate pods to others, as of a stamp. */
interface RelationsNow {
  readonly pods: PodObjects;
  readonly stamp: number;
  readonly owners: StoredOwners;
  readonly namespaces: Namespaces;
}

const RELATED_KINDS = ['Namespace', ...OWNER_KINDS] as const;

/** Stamps only increase, so their sum changes if any of them changes. */
function stampOfRelations(pods: PodObjects): number {
  let stamp = 0;
  for (const kind of RELATED_KINDS) stamp += pods.stampOf(kind);
  return stamp;
}

/** The current cluster state that questions about all nodes depend on for every pod. */
export interface ClusterNow extends NodesNow {
  readonly version: number;
  readonly surroundings: PodSurroundings;
  readonly images: ImagesNow;
  /** The total number of taints and images of all nodes. */
  readonly reported: number;
}

/** The volumes of a pod without rules for volumes. */
export const NO_VOLUMES: BoundVolumes = { claims: [], volumes: [] };

/** Filters that follow a cluster from the first query on. */
export class ResidentFilters implements PodFollower {
  readonly #cluster: ClusterState;
  readonly #features: FilterFeatures;
  readonly #profiles: SchedulerProfiles;
  #table: NodeTable | undefined;
  #admissionStamp = 0;
  #shapes = newShapes();
  #classes: ExtendedResourceClasses | undefined;
  #priorities: Priorities | undefined;
  /** The results for pods too large for a shape, with the shapes they were cached next to. */
  readonly #large = new WeakMap<PodQuery, { readonly shapes: LruCache<ShapeAnswers>; readonly answers: ShapeAnswers }>();
  #surroundings: CachedSurroundings | undefined;
  #relations: RelationsNow | undefined;
  #now: ClusterNow | undefined;
  #storageOf: { readonly objects: ClusterState['objects']; readonly table: StorageTable } | undefined;
  #images: { readonly table: NodeTable; readonly stamp: number; readonly spread: ImagesNow } | undefined;

  constructor(cluster: ClusterState, features: FilterFeatures, profiles: SchedulerProfiles) {
    this.#cluster = cluster;
    this.#features = features;
    this.#profiles = profiles;
    cluster.followPods(this);
  }

  /** Changes when the classes that admission reads defaults from change. */
  get admissionStamp(): number {
    return this.#admissionStamp;
  }

  nodeChanged(name: string): void {
    this.#table?.nodeChanged(name);
  }

  podChanged(nodeName: string, before: PodInfo | undefined, after: PodInfo | undefined): void {
    this.#table?.podChanged(nodeName, before, after);
  }

  /** Filters depend on the classes that serve extended resources. */
  classesChanged(): void {
    this.#classes = undefined;
    this.#shapes = newShapes();
  }

  admissionChanged(): void {
    this.#admissionStamp++;
    this.#priorities = undefined;
  }

  /** Returns the current classes that admission reads defaults from. */
  *admissionClasses(checkpoint: Checkpoint): Incremental<AdmissionClasses> {
    const { pods } = this.#cluster.objects;
    let priorities = this.#priorities;
    if (priorities === undefined) {
      const stamp = this.#admissionStamp;
      // The classes may change while the computation pauses.
      const classes = [...pods.all('PriorityClass').values()];
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

  /** True if `followNodes` has no work. */
  get hasNodesOfNow(): boolean {
    return this.#tableNow().isUpToDate;
  }

  /** Brings nodes up to date. */
  followNodes(checkpoint: Checkpoint): Incremental<void> {
    return this.#tableNow().update(checkpoint);
  }

  /** Returns the current cluster state. The first caller after a change updates it in one go; pods of all shapes share it. */
  now(checkpoint: Checkpoint): ClusterNow {
    checkpoint.check();
    const { version } = this.#cluster;
    if (this.#now?.version === version) return this.#now;
    const table = this.#tableNow();
    if (!table.isUpToDate) inOneGo(table.update(checkpoint));
    const nodes = table.now(checkpoint);
    const { surroundings } = this;
    this.#now = { version, order: nodes.order, infos: nodes.infos, surroundings, images: this.imagesNow(), reported: table.reported };
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

  /** Returns whether results are still cached for their shape, and marks them as used. */
  keeps({ entry }: ShapeAnswers): boolean {
    return entry !== undefined && this.#shapes.getBy(entry) !== undefined;
  }

  /** Prepares and caches filters for pods of a shape without cached results. */
  *answersFor(query: PodQuery, checkpoint: Checkpoint): Incremental<ShapeAnswers> {
    const shapes = this.#shapes;
    const table = this.#tableNow();
    const context = yield* this.context(query.pod, checkpoint);
    const filters = yield* prepareFilters(query.pod, context, checkpoint);
    const { shape = '' } = query;
    const answers = new ShapeAnswers(shape, filters, table, query.bytes);
    if (query.shape === undefined) this.#large.set(query, { shapes, answers });
    else answers.entry = shapes.set(shape, answers);
    return answers;
  }

  /**
   * Returns cached results, without the nodes that changed meanwhile. `before`: the previous results for the same pod, which
   * are reused.
   */
  cachedAnswers(query: PodQuery, before: ShapeAnswers | undefined): ShapeAnswers | undefined {
    const { entry } = before ?? {};
    const current = entry && this.#shapes.getBy(entry);
    if (current !== undefined) return current;
    if (query.shape !== undefined) return this.#shapes.get(query.shape);
    const large = this.#large.get(query);
    return large?.shapes === this.#shapes ? large.answers : undefined;
  }

  /** Returns the cached string object that equals a shape: comparing identical strings costs no time. */
  sharedShapeText(shape: string): string {
    return this.#shapes.peek(shape)?.shape ?? copyText(shape);
  }

  /**
   * Returns the results of rules that depend on volumes and on the pods of all nodes; undefined if none can reject the pod. In
   * a call that runs in slices, the rules read the current objects of the cluster. Requires: nodes are up to date.
   */
  clusterAnswers({ pod, shape }: PodQuery, answers: ShapeAnswers, { hasSlices }: Checkpoint): ClusterAnswers | undefined {
    if (answers.filters.refusals.length > 0 || !this.#hasRules(pod)) return undefined;
    const stamp = this.#stampOfRules(pod);
    // Results for a pod that is too large for a shape are used for this pod only.
    const relations = shape === undefined ? '' : podRelations(pod);
    const isApart = hasSlices && pod.spec.volumes.length > 0;
    const context = (): AnswersContext => {
      const now = this.#clusterContext(pod);
      return isApart ? { ...now, storage: new StorageTable(storageAsOfNow(this.#cluster.objects)) } : now;
    };
    return answers.related(relations, stamp, () => new ClusterAnswers(pod, stamp, context()), isApart);
  }

  /** Returns whether these results are current. */
  keepsRelated({ pod }: PodQuery, related: ClusterAnswers | undefined): boolean {
    return related === undefined ? !this.#hasRules(pod) : related.stamp === this.#stampOfRules(pod);
  }

  #hasRules(pod: Pod): boolean {
    return this.#tableNow().hasTerms || hasRelations(pod) || this.#relationsNow.owners.maySelect(pod);
  }

  /** Changes when the rules for a pod change, apart from its nodes. */
  #stampOfRules({ spec: { volumes } }: Pod): string {
    const { pods } = this.#cluster.objects;
    const ofVolumes = volumes.length === 0 ? '' : `${this.#storage.stamp} ${pods.stampOf('Pod')}`;
    return `${this.#tableNow().hasTerms} ${stampOfRelations(pods)} ${ofVolumes}`;
  }

  /** Returns the view of the cluster for edits of any pod. Requires: nodes are up to date. */
  clusterView(): ClusterView {
    const table = this.#tableNow();
    const infoOf = (name: string): NodeInfo | undefined => {
      const slot = table.slotOf(name);
      return slot === undefined ? undefined : table.infoAt(slot);
    };
    return clusterView((pod) => this.#clusterContext(pod), this.#relationsNow.namespaces, this.#storage, {
      infos: this.infos,
      infoOf,
      hasRules: (pod) => this.#hasRules(pod),
    });
  }

  /** All nodes with their pods, by name. Requires: nodes are up to date. */
  get infos(): VersionedList<NodeInfo> {
    return this.#tableNow().now(UNLIMITED).infos;
  }

  /** Returns the claims and volumes that change when a pod is bound to a node. */
  *boundVolumes({ spec }: Pod, related: ClusterAnswers, info: NodeInfo, checkpoint: Checkpoint): Incremental<BoundVolumes> {
    if (!this.#profiles.of(spec.schedulerName).filters.has('VolumeBinding')) return NO_VOLUMES;
    const volumes = yield* related.volumes(checkpoint);
    return volumes === undefined ? NO_VOLUMES : yield* boundVolumes(volumes, info, this.#storage, checkpoint);
  }

  /** Returns the kinds of objects that a pod needs and that the input does not have, in words. Requires: nodes are up to date. */
  *absentKinds(pod: Pod, checkpoint: Checkpoint): Incremental<readonly string[]> {
    if (pod.spec.volumes.length === 0) return [];
    yield* this.#storage.update(checkpoint);
    return (yield* ClusterRules.of(pod, this.#clusterContext(pod), checkpoint)).notLookedAt;
  }

  #clusterContext({ spec }: Pod): AnswersContext {
    const { owners, namespaces } = this.#relationsNow;
    return {
      features: this.#features,
      profile: this.#profiles.of(spec.schedulerName),
      namespaces,
      storage: this.#storage,
      hasTerms: this.#tableNow().hasTerms,
      owners,
    };
  }

  get #storage(): StorageTable {
    const { objects } = this.#cluster;
    if (this.#storageOf?.objects !== objects) this.#storageOf = { objects, table: new StorageTable(storageSource(objects)) };
    return this.#storageOf.table;
  }

  /** The namespaces and the owners of pods, which no later change affects. */
  get #relationsNow(): RelationsNow {
    const { pods } = this.#cluster.objects;
    const stamp = stampOfRelations(pods);
    if (this.#relations?.pods !== pods || this.#relations.stamp !== stamp) {
      const objects = pods.asOfNow(RELATED_KINDS);
      this.#relations = { pods, stamp, owners: new StoredOwners(objects), namespaces: namespacesOf(objects.all('Namespace')) };
    }
    return this.#relations;
  }

  /** Returns the part of the cluster that filters check in addition to a pod and the node. */
  *context({ spec }: Pod, checkpoint: Checkpoint): Incremental<FilterContext> {
    const classes = yield* this.extendedClasses(checkpoint);
    return { features: this.#features, classes, profile: this.#profiles.of(spec.schedulerName) };
  }

  /** Returns the classes by the extended resources that they serve. */
  extendedClasses(checkpoint: Checkpoint): Incremental<ExtendedResourceClasses> {
    return this.#classes === undefined ? this.#readingClasses(checkpoint) : finished(this.#classes);
  }

  *#readingClasses(checkpoint: Checkpoint): Incremental<ExtendedResourceClasses> {
    const shapes = this.#shapes;
    const all = [...this.#cluster.objects.deviceClasses.values()];
    const classes = yield* ExtendedResourceClasses.of(all, checkpoint);
    // If the classes changed in the meantime, the shapes also changed.
    if (this.#shapes === shapes) this.#classes = classes;
    return classes;
  }

  /** Returns a node of the cluster, or the node that the caller made up. Requires: nodes are up to date. */
  infoOf(node: Node, checkpoint: Checkpoint): Incremental<NodeInfo> {
    const { name } = node.metadata;
    const table = this.#tableNow();
    const slot = table.slotOf(name);
    const info = slot === undefined ? undefined : table.infoAt(slot);
    return info?.node === node ? finished(info) : nodeInfo(node, this.#cluster.objects.pods.podsOn(name), checkpoint);
  }

  /** The part of the cluster that affects pods and that no filter checks: the same object while its content is the same. */
  get surroundings(): PodSurroundings {
    const { pods } = this.#cluster.objects;
    const cached = this.#surroundings;
    const limits = pods.stampOf('LimitRange');
    const groups = pods.stampOf('PodGroup');
    const isSame = cached?.classes === this.#admissionStamp && cached.pods === pods.tally.stamp;
    if (isSame && cached.limits === limits && cached.groups === groups) return cached.surroundings;
    const limitedNamespaces = { has: (namespace: string) => pods.hasIn('LimitRange', namespace) };
    const profiles = this.#profiles === DEFAULT_PROFILES ? undefined : this.#profiles;
    const podGroupOf = this.#features.genericWorkload ? (pod: Pod) => pods.get('PodGroup', groupKeyOf(pod) ?? '') : undefined;
    const surroundings = { ...inOneGo(this.admissionClasses(UNLIMITED)), pods: pods.tally, limitedNamespaces, profiles, podGroupOf };
    this.#surroundings = { classes: this.#admissionStamp, pods: pods.tally.stamp, limits, groups, surroundings };
    return surroundings;
  }

  /** The total number of taints and images of all nodes. Requires: nodes are up to date. */
  get reportedByNodes(): number {
    return this.#tableNow().reported;
  }

  /** Returns the current images, computed on first use: the same object while the images of all nodes are unchanged. */
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
    // Releases the references to nodes that may be deleted.
    left = [];
    return spread;
  };
}

function newShapes(): LruCache<ShapeAnswers> {
  return new LruCache({ entries: MOST_SHAPES, bytes: MOST_BYTES, weigh: ({ bytes }) => bytes, hasOwnKeys: true });
}
