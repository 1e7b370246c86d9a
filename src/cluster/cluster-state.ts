// The state of a resident cluster: its objects, derived data, and the observers that are notified of changes.

import type { AllocatedState } from '../allocator/encode/allocated-state.js';
import { type NodeView, viewFrom } from '../allocator/encode/node-view.js';
import type { ClusterObserver, LiveCluster } from '../allocator/evaluate/cluster-view.js';
import { poolKey, type SliceChange, type SliceIndex, type Slices } from '../allocator/pools/slice-index.js';
import type { SelectorCache } from '../cel/cache.js';
import { hasStatus } from '../core/api/claim-status.js';
import type { DeviceClass } from '../core/api/device-class.js';
import type { DeviceTaintRule } from '../core/api/device-taint-rule.js';
import type { Node } from '../core/api/node.js';
import type { Pod } from '../core/api/pod.js';
import type { Allocation, ResourceClaim, ResourceClaimStatus } from '../core/api/resource-claim.js';
import type { ResourceSlice } from '../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import type { Features } from '../core/features/features.js';
import { type ClaimSet, claimKey, withHeld } from './claims.js';
import { ClusterObjects, type SharedKind } from './cluster-objects.js';
import { isPodObjectKind, PLAIN_KINDS, type PodEntry, type PodFollower, type PodObjectKind, type PodObjectKinds } from './pod-objects.js';
import { Snapshot } from './snapshot.js';
import { type AppliedSet, plainObjects, Staging, storedName, storedObject } from './staging.js';
import { inNamespace, podEntry, withoutAllocation } from './stored-pod.js';
import { ViewCache } from './view-cache.js';

/** The most objects and devices of slices to apply in one go, within a few milliseconds. */
const MOST_AT_ONCE = 4096;
const RULES_A_UNIT = 16;

/** The objects, and derived data that is computed on first use. */
export class ClusterState implements LiveCluster {
  readonly #features: Features;
  readonly #selectors: SelectorCache;
  #objects: ClusterObjects;
  #views = new ViewCache();
  readonly #snapshots = new Set<Snapshot>();
  readonly #stagings = new Set<Staging>();
  /** True while staged objects are applied. They are older than objects that other calls are staging. */
  #isStaged = false;
  #observer: ClusterObserver | undefined;
  #podFollower: PodFollower | undefined;
  #version = 0;
  readonly #podEntries = new WeakMap<Pod, PodEntry>();

  constructor(features: Features, selectors: SelectorCache, objects = new ClusterObjects(features)) {
    this.#features = features;
    this.#selectors = selectors;
    this.#objects = objects;
  }

  /** Returns a copy of the state that changes independently. */
  fork(): ClusterState {
    return new ClusterState(this.#features, this.#selectors, new ClusterObjects(this.#features, this.#objects));
  }

  /** Changes with every change of the state. */
  get version(): number {
    return this.#version;
  }

  /** The objects. A large `applyStaged` replaces this instance. */
  get objects(): ClusterObjects {
    return this.#objects;
  }

  observe(observer: ClusterObserver): void {
    this.#observer = observer;
  }

  /** Registers the follower that is notified of changes that affect pods. */
  followPods(follower: PodFollower): void {
    this.#podFollower = follower;
  }

  /** The devices in use. */
  get allocated(): AllocatedState {
    return this.#objects.allocated;
  }

  get deviceClasses(): Pick<ReadonlyMap<string, DeviceClass>, 'get'> {
    return this.#objects.deviceClasses;
  }

  /** The slices, with the taints of DeviceTaintRules. */
  get slices(): SliceIndex {
    return this.#objects.slices;
  }

  /** The number of objects of each kind; of claims, the number that hold devices. */
  get counts(): ClusterObjects['counts'] {
    return this.#objects.counts;
  }

  /** The nodes, in no particular order. A returned list never changes. */
  get nodeList(): readonly Node[] {
    return this.#objects.nodeList;
  }

  node(name: string): Node | undefined {
    return this.#objects.nodes.get(name);
  }

  /** Returns the pools and devices that a node can access, cached until a relevant change. Throws `node-selection-failed`. */
  *view(node: Node, checkpoint: Checkpoint): Incremental<NodeView> {
    const name = node.metadata.name;
    const previousView = this.#views.get(name);
    if (previousView?.node === node) return previousView;
    const version = this.#version;
    const view = yield* this.#viewFrom(node, this.slices, checkpoint);
    // Only nodes of the cluster are cached, not nodes that callers make up.
    if (this.#version === version && this.node(name) === node) this.#views.set(name, view);
    return view;
  }

  cachedView(node: Node): NodeView | undefined {
    const previousView = this.#views.peek(node.metadata.name);
    return previousView?.node === node ? previousView : undefined;
  }

  readonly #viewFrom = (node: Node, slices: Slices, checkpoint: Checkpoint): Incremental<NodeView> =>
    viewFrom(node, slices, this.#features, this.#selectors, checkpoint, true);

  /** Returns a snapshot of the current state. The caller must end it. */
  snapshot(): Snapshot {
    const snapshot: Snapshot = new Snapshot(this.#objects, this.#views, this.#viewFrom, () => this.#snapshots.delete(snapshot));
    this.#snapshots.add(snapshot);
    return snapshot;
  }

  /** Begins to stage objects. Every later change is newer than these objects. The caller must end it. */
  stage(): Staging {
    const staging: Staging = new Staging(() => this.#stagings.delete(staging));
    this.#stagings.add(staging);
    return staging;
  }

  /** Applies staged objects, all at once at the end. Requires: no other staged objects are being applied. */
  *applyStaged(staging: Staging, set: AppliedSet, checkpoint: Checkpoint): Incremental<void> {
    const isLittle = countOf(set) <= MOST_AT_ONCE && this.#weightOf(set) <= MOST_AT_ONCE;
    if (isLittle) {
      // Entries are computed beforehand, in increments, because a single pod can have any number of containers.
      for (const pod of set.pods) {
        yield* this.entryOf(pod, checkpoint);
        if (checkpoint.due()) yield;
      }
      this.#isStaged = true;
      try {
        this.apply(staging.olderOf(set));
      } finally {
        this.#isStaged = false;
      }
      return;
    }
    this.#objects = yield* staging.build(
      this.#objects,
      set,
      { features: this.#features, entryOf: (pod, entryCheckpoint) => this.entryOf(pod, entryCheckpoint) },
      checkpoint,
    );
    this.#version++;
    // Running calls keep the old views and snapshots, which no longer change.
    this.#views = new ViewCache();
    this.#snapshots.clear();
    this.#observer?.objectsReplaced();
    this.#podFollower?.objectsReplaced();
  }

  /** Returns the approximate work of applying objects in one go. */
  #weightOf({ nodes, resourceSlices, resourceClaims, deviceTaintRules, pods }: AppliedSet): number {
    // The taints of all slices may change, and each rule is checked against each slice.
    const ofRules = (this.#objects.counts.deviceTaintRules + deviceTaintRules.length) / RULES_A_UNIT;
    let weight =
      nodes.length + pods.length + 4 * resourceClaims.length + (deviceTaintRules.length > 0 ? this.slices.size * (1 + ofRules) : 0);
    for (const { status } of resourceClaims) weight += status.allocation?.results.length ?? 0;
    for (const { spec } of resourceSlices) weight += 4 + ofRules + spec.devices.length / 4;
    return weight;
  }

  /** Changes an object here, and in the objects being staged. */
  #change<T>(kind: string, name: string, change: (objects: ClusterObjects) => T): T {
    this.#version++;
    const result = change(this.#objects);
    if (!this.#isStaged) for (const staging of this.#stagings) staging.follow(kind, name, change);
    return result;
  }

  /** Adds or replaces objects. */
  apply(set: AppliedSet): void {
    for (const node of set.nodes) this.#setNode(node.metadata.name, node);
    for (const one of set.deviceClasses) this.#setShared('DeviceClass', one.metadata.name, one);
    if (set.deviceClasses.length > 0) this.#forgetClasses();
    for (const rule of set.deviceTaintRules) this.#setShared('DeviceTaintRule', rule.metadata.name, rule);
    if (set.deviceTaintRules.length > 0) this.#rulesChanged();
    for (const slice of set.resourceSlices) this.#putSlice(slice);
    for (const claim of set.resourceClaims) {
      const { allocation, devices } = claim.status;
      if (allocation !== undefined) this.hold(claimKey(claim), allocation, devices);
      else if (hasStatus(claim.status)) this.free(claimKey(claim));
      this.#change('ResourceClaim', claimKey(claim), ({ pods }) => pods.putClaim(claimKey(claim), inNamespace(withoutAllocation(claim))));
    }
    for (const plainKind of PLAIN_KINDS) {
      const { kind } = plainKind;
      for (const object of plainObjects(set, plainKind))
        this.putPodObject(kind, storedName(plainKind, object), storedObject(plainKind, object));
    }
    for (const pod of set.pods) this.putPod(pod);
  }

  /** Adds or replaces a pod, which uses resources of the node that it names. */
  putPod(pod: Pod): void {
    this.putPodObject('Pod', claimKey(pod), inOneGo(this.entryOf(pod, UNLIMITED)));
  }

  /** Returns a pod with the resources that it uses on its node, computed once. */
  *entryOf(pod: Pod, checkpoint: Checkpoint): Incremental<PodEntry> {
    const cachedEntry = this.#podEntries.get(pod);
    if (cachedEntry !== undefined) return cachedEntry;
    const entry = yield* podEntry(pod, this.#features, checkpoint);
    this.#podEntries.set(pod, entry);
    return entry;
  }

  /** Adds, replaces or (undefined) removes an object that affects pods. */
  putPodObject<K extends PodObjectKind>(kind: K, name: string, object: PodObjectKinds[K] | undefined): void {
    const before = this.#change(kind, name, ({ pods }) => pods.put(kind, name, object));
    if (kind === 'PriorityClass' || kind === 'RuntimeClass') this.#podFollower?.admissionChanged();
    if (kind !== 'Pod') return;
    const [left, came] = [before as PodEntry | undefined, object as PodEntry | undefined];
    if (left?.info !== undefined) this.#podFollower?.podChanged(left.pod.spec.nodeName, left.info, undefined);
    if (came?.info !== undefined) this.#podFollower?.podChanged(came.pod.spec.nodeName, undefined, came.info);
  }

  /** Removes an object by kind and name (for a claim, its key). Ignores objects that do not exist. */
  remove(kind: string, name: string): void {
    if (kind === 'ResourceClaim') this.free(name);
    if (isPodObjectKind(kind)) this.putPodObject(kind, name, undefined);
    else if (kind === 'ResourceSlice') this.#removeSlice(name);
    else if (kind === 'Node') this.#setNode(name, undefined);
    else if (kind === 'DeviceClass' || kind === 'DeviceTaintRule') {
      const isThere = this.#objects.hasShared(kind, name);
      this.#setShared(kind, name, undefined);
      if (!isThere) return;
      if (kind === 'DeviceClass') this.#forgetClasses();
      else this.#rulesChanged();
    }
  }

  #setNode(name: string, node: Node | undefined): void {
    const isThere = node !== undefined || this.#objects.nodes.has(name);
    if (isThere) {
      for (const snapshot of this.#snapshots) snapshot.keepNodes();
      this.#leaveView(name);
    }
    this.#change('Node', name, (objects) => objects.putNode(name, node));
    // A new node affects no other object, and views are compared by node object.
    if (!isThere) return;
    this.#observer?.nodeChanged(name);
    this.#podFollower?.nodeChanged(name);
  }

  #setShared(kind: SharedKind, name: string, object: DeviceClass | DeviceTaintRule | undefined): void {
    this.#change(kind, name, (objects) => objects.putShared(kind, name, object));
  }

  #putSlice(slice: ResourceSlice): void {
    const { name } = slice.metadata;
    let place: number | undefined;
    const change = this.#change('ResourceSlice', name, (objects) => {
      const slices = objects.mutableSlices();
      const put = inOneGo(slices.put(slice, place));
      place ??= slices.placeOf(name);
      return put;
    });
    this.#slicesChanged([change]);
  }

  #removeSlice(name: string): void {
    const old = this.#change('ResourceSlice', name, (objects) =>
      objects.slices.has(name) ? objects.mutableSlices().remove(name) : undefined,
    );
    if (old !== undefined) this.#slicesChanged([{ old, added: undefined }]);
  }

  /** Moves the view of a node to the snapshots before it becomes outdated. */
  #leaveView(name: string): void {
    for (const snapshot of this.#snapshots) snapshot.leave(name);
    this.#views.delete(name);
  }

  /** Returns the allocation that a claim holds; undefined if the cluster stores none. */
  heldBy(key: string): Allocation | undefined {
    return this.#objects.held.get(key)?.allocation;
  }

  /** Returns claims with the allocations that the cluster stores for them: a claim without status keeps its devices. */
  currentClaims({ claims, keys }: ClaimSet): readonly ResourceClaim[] {
    const { held: all } = this.#objects;
    if (all.size === 0) return claims;
    return claims.map((claim, index) => {
      const isUnknown = claim.status.allocation === undefined && claim.metadata.name !== '';
      const held = isUnknown ? all.get(keys[index] as string) : undefined;
      return held === undefined ? claim : withHeld(claim, held);
    });
  }

  /** Records the allocation and device status of a claim, replacing its previous allocation. */
  hold(key: string, allocation: Allocation, reported?: ResourceClaimStatus['devices']): void {
    this.free(key);
    const keys = this.#change('ResourceClaim', key, (objects) => objects.hold(key, allocation, reported));
    this.#observer?.useChanged(allocation.results, keys);
  }

  /** Frees the devices that a claim holds. */
  free(key: string): void {
    const held = this.#change('ResourceClaim', key, (objects) => objects.free(key));
    if (held !== undefined) this.#observer?.useChanged(held.allocation.results, held.keys);
  }

  /** Invalidates every node that may access the pool of a changed slice. */
  #slicesChanged(changes: readonly SliceChange[]): void {
    if (this.#observer?.isFollowing !== true && this.#views.isEmpty && this.#snapshots.size === 0) return;
    const concerned = this.#nodesConcerned(changes.flatMap(({ old, added }) => [old, added]));
    if (concerned === undefined) this.#views = new ViewCache();
    else for (const name of concerned) this.#leaveView(name);
    const removedSlices = changes.flatMap(({ old, added }) => (old === undefined || old === added ? [] : [old]));
    this.#observer?.slicesChanged(removedSlices, concerned);
  }

  /** Returns the nodes that may access the pools of slices; undefined if any node may. All slices of a pool count. */
  #nodesConcerned(changed: readonly (ResourceSlice | undefined)[]): Set<string> | undefined {
    const names = new Set<string>();
    const pools = new Set<string>();
    for (const slice of changed) {
      if (slice === undefined) continue;
      const { driver, pool, nodeName = '' } = slice.spec;
      if (nodeName === '') return undefined;
      names.add(nodeName);
      const key = poolKey(driver, pool.name);
      if (pools.size === pools.add(key).size) continue;
      for (const { spec } of this.slices.ofPool(driver, pool.name)) {
        if ((spec.nodeName ?? '') === '') return undefined;
        names.add(spec.nodeName as string);
      }
    }
    return names;
  }

  #forgetClasses(): void {
    // Examiners cache the results of class selectors.
    this.#views = new ViewCache();
    this.#observer?.classesChanged();
    this.#podFollower?.classesChanged();
  }

  /** A slice with changed taints is a changed slice. */
  #rulesChanged(): void {
    const changes = inOneGo(this.#objects.followRules());
    for (const staging of this.#stagings) staging.followRules();
    if (changes.length > 0) this.#slicesChanged(changes);
  }
}

/** Returns the number of objects, in constant time. */
function countOf(set: AppliedSet): number {
  let count = set.nodes.length + set.deviceClasses.length + set.deviceTaintRules.length + set.resourceSlices.length;
  count += set.resourceClaims.length + set.pods.length;
  for (const kind of PLAIN_KINDS) count += plainObjects(set, kind).length;
  return count;
}
