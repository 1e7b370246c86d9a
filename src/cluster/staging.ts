// Builds new cluster objects in slices of time, while callers still see the current ones. The new objects then replace the
// current ones all at once. Changes in between apply to both sets of objects.

import { hasStatus } from '../core/api/claim-status.js';
import type { DeviceTaintRule } from '../core/api/device-taint-rule.js';
import type { ObjectSet } from '../core/api/objects.js';
import type { Pod } from '../core/api/pod.js';
import type { ResourceClaim } from '../core/api/resource-claim.js';
import type { ResourceSlice } from '../core/api/resource-slice.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import type { Features } from '../core/features/features.js';
import { claimKey } from './claims.js';
import { ClusterObjects } from './cluster-objects.js';
import { PLAIN_KINDS, type PlainKind, type PlainObject, type PodEntry } from './pod-objects.js';
import { inNamespace, withoutAllocation } from './stored-pod.js';

/** The objects that `apply` accepts. */
export type AppliedSet = Pick<
  ObjectSet,
  'nodes' | 'deviceClasses' | 'resourceSlices' | 'deviceTaintRules' | 'resourceClaims' | 'pods' | PlainKind['list']
>;

/** Returns the objects of a kind that are stored as they are. */
export function plainObjects(set: AppliedSet, { list }: PlainKind): readonly PlainObject[] {
  return set[list];
}

/** Returns the name under which a cluster stores an object of a kind. */
export function storedName({ isNamespaced }: PlainKind, object: PlainObject): string {
  return isNamespaced ? claimKey(object) : nameOf(object);
}

/** Returns the object with the namespace `default` if its kind has a namespace and the object names none. */
export function storedObject<T extends PlainObject>({ isNamespaced }: PlainKind, object: T): T {
  return isNamespaced ? inNamespace(object) : object;
}

/** The objects of a call that yields, from the start of the call on. */
export class Staging {
  /** Objects that later calls changed. */
  readonly #newer = new Set<string>();
  /** Objects that later calls changed after the build began. */
  readonly #followed = new Set<string>();
  #objects: ClusterObjects | undefined;
  /** The slice that is being stored, and the changes to apply after that. */
  #put: { readonly key: string; readonly changes: ((objects: ClusterObjects) => unknown)[] } | undefined;
  readonly end: () => void;

  /** `end`: unregisters from further changes. */
  constructor(end: () => void) {
    this.end = end;
  }

  /** Applies a change of a later call. */
  follow(kind: string, name: string, change: (objects: ClusterObjects) => unknown): void {
    const key = keyOf(kind, name);
    this.#newer.add(key);
    if (this.#objects === undefined) return;
    this.#followed.add(key);
    if (this.#put?.key === key) this.#put.changes.push(change);
    else change(this.#objects);
  }

  followRules(): void {
    if (this.#objects !== undefined) inOneGo(this.#objects.followRules());
  }

  /** Returns the set without the objects that a later call changed. */
  olderOf(set: AppliedSet): AppliedSet {
    if (this.#newer.size === 0) return set;
    const older = <T>(kind: string, objects: readonly T[], nameOf: (object: T) => string): T[] =>
      objects.filter((object) => !this.#isNewer(kind, nameOf(object)));
    const plain = PLAIN_KINDS.map((plainKind) => {
      const { kind, list } = plainKind;
      return [list, older(kind, plainObjects(set, plainKind), (object) => storedName(plainKind, object))];
    });
    return {
      ...(Object.fromEntries(plain) as unknown as Pick<AppliedSet, PlainKind['list']>),
      nodes: older('Node', set.nodes, nameOf),
      deviceClasses: older('DeviceClass', set.deviceClasses, nameOf),
      deviceTaintRules: older('DeviceTaintRule', set.deviceTaintRules, nameOf),
      resourceSlices: older('ResourceSlice', set.resourceSlices, nameOf),
      resourceClaims: older('ResourceClaim', set.resourceClaims, claimKey),
      pods: older('Pod', set.pods, claimKey),
    };
  }

  /**
   * Returns the objects of a cluster with the set applied, except objects that later calls changed. `current`: the cluster objects, which keep
   * changing.
   */
  *build(
    current: ClusterObjects,
    set: AppliedSet,
    { features, entryOf }: { readonly features: Features; readonly entryOf: (pod: Pod, checkpoint: Checkpoint) => Incremental<PodEntry> },
    checkpoint: Checkpoint,
  ): Incremental<ClusterObjects> {
    const objects = new ClusterObjects(features);
    this.#objects = objects;
    yield* objects.takeFrom(current, checkpoint, (kind, name) => this.#followed.has(keyOf(kind, name)));
    yield* this.#putting('Node', set.nodes, nameOf, (node, name) => objects.putNode(name, node), checkpoint);
    yield* this.#putting('DeviceClass', set.deviceClasses, nameOf, (one, name) => objects.putShared('DeviceClass', name, one), checkpoint);
    const putRule = (rule: DeviceTaintRule, name: string): void => objects.putShared('DeviceTaintRule', name, rule);
    yield* this.#putting('DeviceTaintRule', set.deviceTaintRules, nameOf, putRule, checkpoint);
    if (set.deviceTaintRules.length > 0) yield* objects.followRules(checkpoint);
    for (const slice of set.resourceSlices) {
      const { name } = slice.metadata;
      if (!this.#isNewer('ResourceSlice', name)) yield* this.#puttingSlice(slice, objects, checkpoint);
      if (checkpoint.due()) yield;
    }
    const { pods } = objects;
    for (const plainKind of PLAIN_KINDS) {
      const { kind } = plainKind;
      const put = (object: PlainObject, name: string): unknown => pods.put(kind, name, storedObject(plainKind, object));
      yield* this.#putting(kind, plainObjects(set, plainKind), (object) => storedName(plainKind, object), put, checkpoint);
    }
    for (const pod of set.pods) {
      const entry = yield* entryOf(pod, checkpoint);
      const key = claimKey(pod);
      if (!this.#isNewer('Pod', key)) pods.put('Pod', key, entry);
      if (checkpoint.due()) yield;
    }
    const putClaim = (claim: ResourceClaim, key: string): void => {
      pods.putClaim(key, inNamespace(withoutAllocation(claim)));
      const { allocation, devices } = claim.status;
      if (hasStatus(claim.status)) objects.free(key);
      if (allocation !== undefined) objects.hold(key, allocation, devices);
    };
    yield* this.#putting('ResourceClaim', set.resourceClaims, claimKey, putClaim, checkpoint);
    return objects;
  }

  #isNewer(kind: string, name: string): boolean {
    return this.#newer.has(keyOf(kind, name));
  }

  *#puttingSlice(slice: ResourceSlice, objects: ClusterObjects, checkpoint: Checkpoint): Incremental<void> {
    const changes: ((objects: ClusterObjects) => unknown)[] = [];
    this.#put = { key: keyOf('ResourceSlice', slice.metadata.name), changes };
    yield* objects.mutableSlices().put(slice, undefined, checkpoint);
    this.#put = undefined;
    for (const change of changes) change(objects);
  }

  /** Stores objects of a kind, except objects that later calls changed. */
  *#putting<T>(
    kind: string,
    all: readonly T[],
    keyIn: (object: T) => string,
    put: (object: T, name: string) => void,
    checkpoint: Checkpoint,
  ): Incremental<void> {
    for (const object of all) {
      const name = keyIn(object);
      if (!this.#isNewer(kind, name)) put(object, name);
      if (checkpoint.due()) yield;
    }
  }
}

function nameOf({ metadata }: { readonly metadata: { readonly name: string } }): string {
  return metadata.name;
}

function keyOf(kind: string, name: string): string {
  return `${kind} ${name}`;
}
