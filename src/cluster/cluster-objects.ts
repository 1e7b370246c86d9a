// The objects of a cluster, with indices. Objects keep the order of their first `apply`.

import { AllocatedState } from '../allocator/encode/allocated-state.js';
import type { ClusterSource } from '../allocator/evaluate/cluster-view.js';
import { deviceKey, listedKeyOf } from '../allocator/pools/pool.js';
import { type SliceChange, SliceIndex } from '../allocator/pools/slice-index.js';
import { activeRules } from '../allocator/pools/taint-rules.js';
import type { DeviceClass } from '../core/api/device-class.js';
import type { DeviceTaintRule } from '../core/api/device-taint-rule.js';
import type { Node } from '../core/api/node.js';
import type { AllocatedDevice, Allocation, ResourceClaimStatus } from '../core/api/resource-claim.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { LayeredMap } from '../core/base/layered-map.js';
import { ViewableMap } from '../core/base/viewable-map.js';
import type { Features } from '../core/features/features.js';
import type { Held } from './claims.js';
import { PodObjects } from './pod-objects.js';

/** The allocation that a claim holds. Small, because a cluster has about as many as pods. */
interface HeldByKey extends Held {
  /** The `deviceKey` of each result. */
  readonly keys: readonly string[];
}

/** Kinds that are stored in maps by name and concern every node. */
export type SharedKind = 'DeviceClass' | 'DeviceTaintRule';

/** The objects of a cluster. Changes notify no observer. */
export class ClusterObjects implements ClusterSource {
  readonly #features: Features;
  readonly #nodes: ViewableMap<Node>;
  readonly #shared: { readonly DeviceClass: ViewableMap<DeviceClass>; readonly DeviceTaintRule: ViewableMap<DeviceTaintRule> };
  /** The allocation of each allocated claim, by claim key. */
  readonly #held: LayeredMap<HeldByKey>;
  readonly allocated: AllocatedState;
  #slices: SliceIndex;
  /** The kind of copy to make before the slices change, while other objects share their index. Undefined if the index is not shared. */
  #sliceCopy: 'common' | 'own' | undefined;
  /** The objects that affect pods. */
  readonly pods: PodObjects;
  #nodeList: readonly Node[] | undefined;

  /** Starts empty, or as a copy of another instance; both then change independently. */
  constructor(features: Features, origin?: ClusterObjects) {
    this.#features = features;
    this.pods = new PodObjects(origin?.pods);
    if (origin === undefined) {
      this.#nodes = new ViewableMap();
      this.#shared = { DeviceClass: new ViewableMap(), DeviceTaintRule: new ViewableMap() };
      this.#held = new LayeredMap();
      this.allocated = new AllocatedState(features);
      this.#slices = new SliceIndex([]);
      return;
    }
    this.#nodes = origin.#nodes.fork();
    const { DeviceClass, DeviceTaintRule } = origin.#shared;
    this.#shared = { DeviceClass: DeviceClass.fork(), DeviceTaintRule: DeviceTaintRule.fork() };
    this.#held = origin.#held.fork();
    this.allocated = origin.allocated.fork();
    this.#nodeList = origin.nodeList;
    this.#slices = origin.#slices;
    this.#sliceCopy = 'own';
    // A copy staged to replace the origin shares slice positions with it.
    origin.#sliceCopy ??= 'common';
  }

  /** The slices, with the taints of DeviceTaintRules. */
  get slices(): SliceIndex {
    return this.#slices;
  }

  /** Returns the slices for changing them. */
  mutableSlices(): SliceIndex {
    if (this.#sliceCopy !== undefined) this.#slices = this.#slices.copy(this.#sliceCopy);
    this.#sliceCopy = undefined;
    return this.#slices;
  }

  get nodes(): ViewableMap<Node> {
    return this.#nodes;
  }

  get held(): LayeredMap<HeldByKey> {
    return this.#held;
  }

  get deviceClasses(): ViewableMap<DeviceClass> {
    return this.#shared.DeviceClass;
  }

  get deviceTaintRules(): ViewableMap<DeviceTaintRule> {
    return this.#shared.DeviceTaintRule;
  }

  /** The nodes, in no order. A returned list never changes. */
  get nodeList(): readonly Node[] {
    this.#nodeList ??= [...this.#nodes.values()];
    return this.#nodeList;
  }

  /** The number of objects of each kind; of claims, the number that hold devices. */
  get counts(): Readonly<Record<'nodes' | 'resourceSlices' | 'deviceClasses' | 'deviceTaintRules' | 'allocatedClaims', number>> {
    const { DeviceClass, DeviceTaintRule } = this.#shared;
    return {
      nodes: this.#nodes.size,
      resourceSlices: this.slices.size,
      deviceClasses: DeviceClass.size,
      deviceTaintRules: DeviceTaintRule.size,
      allocatedClaims: this.#held.size,
    };
  }

  putNode(name: string, node: Node | undefined): void {
    this.#nodeList = undefined;
    this.#nodes.set(name, node);
  }

  /** Adds, replaces or (undefined) removes a class or rule. A separate call updates the slices. */
  putShared<K extends SharedKind>(kind: K, name: string, object: DeviceClass | DeviceTaintRule | undefined): void {
    const objects: ViewableMap<DeviceClass | DeviceTaintRule> = this.#shared[kind];
    objects.set(name, object);
  }

  hasShared(kind: SharedKind, name: string): boolean {
    return this.#shared[kind].has(name);
  }

  /** Applies the taints of the current rules to the slices. */
  *followRules(checkpoint = UNLIMITED): Incremental<readonly SliceChange[]> {
    const rules = activeRules([...this.#shared.DeviceTaintRule.values()], this.#features);
    const slices = this.mutableSlices();
    return yield* slices.setRules(rules, checkpoint);
  }

  /** Records the allocation of a claim, and returns the keys of its devices. Requires: the claim holds no devices. */
  hold(key: string, allocation: Allocation, reported: ResourceClaimStatus['devices']): readonly string[] {
    const { results } = allocation;
    const keys = results.map((result) => this.#keyOf(result));
    this.#held.set(key, { allocation, keys, reported });
    this.pods.noteChange(key);
    this.allocated.add(results, keys);
    return keys;
  }

  /** Frees the devices of a claim, and returns its allocation. */
  free(key: string): HeldByKey | undefined {
    const held = this.#held.get(key);
    if (held === undefined) return undefined;
    this.#held.delete(key);
    this.pods.noteChange(key);
    this.allocated.remove(held.allocation.results, held.keys);
    return held;
  }

  /** Returns the `deviceKey` of a result. Reuses the string of the device if it exists: another copy of each would double the memory. */
  #keyOf({ driver, pool, device }: AllocatedDevice): string {
    for (const slice of this.slices.withDevice(driver, pool, device)) {
      const key = listedKeyOf(slice, device);
      if (key !== undefined) return key;
    }
    return deviceKey(driver, pool, device);
  }

  /** Copies the objects of a cluster that keeps changing, except objects that `leavesOut` selects by kind and name. */
  *takeFrom(other: ClusterObjects, checkpoint: Checkpoint, leavesOut: (kind: string, name: string) => boolean): Incremental<void> {
    for (const kind of ['DeviceClass', 'DeviceTaintRule'] as const) {
      const all: (DeviceClass | DeviceTaintRule)[] = [...other.#shared[kind].values()];
      for (const one of all) {
        if (!leavesOut(kind, one.metadata.name)) this.putShared(kind, one.metadata.name, one);
        if (checkpoint.due()) yield;
      }
    }
    for (const node of other.nodeList) {
      if (!leavesOut('Node', node.metadata.name)) this.putNode(node.metadata.name, node);
      if (checkpoint.due()) yield;
    }
    const slices = this.mutableSlices();
    yield* slices.takeFrom(other.slices, checkpoint, (name) => leavesOut('ResourceSlice', name));
    for (const [key, held] of other.#held) {
      if (!leavesOut('ResourceClaim', key)) {
        this.#held.set(key, held);
        this.allocated.add(held.allocation.results, held.keys);
      }
      if (checkpoint.due()) yield;
    }
    yield* this.pods.takeFrom(other.pods, checkpoint, leavesOut);
  }
}
