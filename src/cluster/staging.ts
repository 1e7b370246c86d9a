// Many objects that take the place of others all at once: the objects of the cluster are put together anew beside those that everybody sees, a slice
// of time after the other. What changes meanwhile changes in both.

import type { ObjectSet } from '../core/api/objects.js';
import type { Pod } from '../core/api/pod.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Features } from '../core/features/features.js';
import { claimKey } from './claims.js';
import { ClusterObjects } from './cluster-objects.js';
import type { PodEntry } from './pod-objects.js';
import { inNamespace, withoutAllocation } from './stored-pod.js';

/** Objects that a cluster takes. */
export type AppliedSet = Pick<
  ObjectSet,
  | 'nodes'
  | 'deviceClasses'
  | 'resourceSlices'
  | 'deviceTaintRules'
  | 'resourceClaims'
  | 'pods'
  | 'resourceClaimTemplates'
  | 'podGroups'
  | 'priorityClasses'
  | 'runtimeClasses'
  | 'limitRanges'
  | 'resourceQuotas'
>;

/** Objects of a call that gives way, from the call on. */
export class Staging {
  /** Objects that later calls changed, which are newer. */
  readonly #newer = new Set<string>();
  /** The newer objects that changed since the objects are put together. */
  readonly #followed = new Set<string>();
  #objects: ClusterObjects | undefined;
  readonly end: () => void;

  /** `end`: tells nobody of changes any more. */
  constructor(end: () => void) {
    this.end = end;
  }

  /** Takes up a change. */
  follow(kind: string, name: string, change: (objects: ClusterObjects) => unknown): void {
    const key = keyOf(kind, name);
    this.#newer.add(key);
    if (this.#objects === undefined) return;
    this.#followed.add(key);
    change(this.#objects);
  }

  followRules(): void {
    this.#objects?.followRules();
  }

  /** Leaves out the objects of a set that a later call changed. */
  olderOf(set: AppliedSet): AppliedSet {
    if (this.#newer.size === 0) return set;
    const older = <T>(kind: string, objects: readonly T[], nameOf: (object: T) => string): T[] =>
      objects.filter((object) => !this.#newer.has(keyOf(kind, nameOf(object))));
    return {
      nodes: older('Node', set.nodes, nameOf),
      deviceClasses: older('DeviceClass', set.deviceClasses, nameOf),
      deviceTaintRules: older('DeviceTaintRule', set.deviceTaintRules, nameOf),
      resourceSlices: older('ResourceSlice', set.resourceSlices, nameOf),
      resourceClaims: older('ResourceClaim', set.resourceClaims, claimKey),
      pods: older('Pod', set.pods, claimKey),
      resourceClaimTemplates: older('ResourceClaimTemplate', set.resourceClaimTemplates, claimKey),
      podGroups: older('PodGroup', set.podGroups, claimKey),
      priorityClasses: older('PriorityClass', set.priorityClasses, nameOf),
      runtimeClasses: older('RuntimeClass', set.runtimeClasses, nameOf),
      limitRanges: older('LimitRange', set.limitRanges, claimKey),
      resourceQuotas: older('ResourceQuota', set.resourceQuotas, claimKey),
    };
  }

  /** The objects of a cluster with those of a set, but for what later calls changed. `current`: those of the cluster, which go on meanwhile. */
  build(
    current: ClusterObjects,
    set: AppliedSet,
    { features, entryOf }: { readonly features: Features; readonly entryOf: (pod: Pod, checkpoint: Checkpoint) => PodEntry },
    checkpoint: Checkpoint,
  ): ClusterObjects {
    const objects = checkpoint.keep(() => new ClusterObjects(features));
    this.#objects = objects;
    objects.takeFrom(current, checkpoint, (kind, name) => this.#followed.has(keyOf(kind, name)));
    const each = <T>(kind: string, all: readonly T[], keyIn: (object: T) => string, put: (object: T, name: string) => void): void => {
      checkpoint.forEach(all, (object) => {
        const name = keyIn(object);
        if (!this.#newer.has(keyOf(kind, name))) put(object, name);
      });
    };
    each('Node', set.nodes, nameOf, (node, name) => objects.putNode(name, node));
    each('DeviceClass', set.deviceClasses, nameOf, (one, name) => objects.putShared('DeviceClass', name, one));
    each('DeviceTaintRule', set.deviceTaintRules, nameOf, (rule, name) => objects.putShared('DeviceTaintRule', name, rule));
    if (set.deviceTaintRules.length > 0) objects.followRules(checkpoint);
    each('ResourceSlice', set.resourceSlices, nameOf, (slice) => objects.ownSlices().put(slice, undefined, checkpoint));
    each('ResourceClaimTemplate', set.resourceClaimTemplates, claimKey, (one, key) =>
      objects.pods.put('ResourceClaimTemplate', key, inNamespace(one)),
    );
    each('PodGroup', set.podGroups, claimKey, (group, key) => objects.pods.put('PodGroup', key, inNamespace(group)));
    each('PriorityClass', set.priorityClasses, nameOf, (one, name) => objects.pods.put('PriorityClass', name, one));
    each('RuntimeClass', set.runtimeClasses, nameOf, (one, name) => objects.pods.put('RuntimeClass', name, one));
    each('LimitRange', set.limitRanges, claimKey, (one, key) => objects.pods.put('LimitRange', key, inNamespace(one)));
    each('ResourceQuota', set.resourceQuotas, claimKey, (one, key) => objects.pods.put('ResourceQuota', key, inNamespace(one)));
    each('Pod', set.pods, claimKey, (pod, key) => objects.pods.put('Pod', key, entryOf(pod, checkpoint)));
    each('ResourceClaim', set.resourceClaims, claimKey, (claim, key) => {
      objects.pods.putClaim(key, inNamespace(withoutAllocation(claim)));
      const { allocation, devices } = claim.status;
      // A claim without status says nothing about devices.
      if (allocation === undefined) return;
      objects.free(key);
      objects.hold(key, allocation, devices);
    });
    return objects;
  }
}

function nameOf({ metadata }: { readonly metadata: { readonly name: string } }): string {
  return metadata.name;
}

function keyOf(kind: string, name: string): string {
  return `${kind} ${name}`;
}
