// The types of the comparison of two clusters, which is plain JSON.

import type { EvictingTaint, RuleStatus } from './device-evictions.js';

/** A device that a pod is, or would be, allocated. */
export interface DeviceOfPod {
  readonly claim: string;
  readonly request: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

/** The result for a pod in one of the clusters. */
export type Placed =
  | { readonly kind: 'placed'; readonly node: string; readonly devices: readonly DeviceOfPod[] }
  /**
   * `message`: the message of the scheduler. `cause`: the cause on the closest node, in one line, as in `cluster.explain`. Only
   * the first pods have it. `node`: the node of the cause. Absent if the cause itself names its nodes.
   */
  | { readonly kind: 'pending'; readonly message: string; readonly cause?: string; readonly node?: string };

/** The change of a pod: `moved` to another node, `other-devices` on the same node, or pending for another cause (`other-cause`). */
export type PodChangeKind = 'same' | 'gained' | 'lost' | 'moved' | 'other-devices' | 'other-cause' | 'new' | 'gone';

/** A pod that was pending, or that has a node in only one of the clusters. Or a pending claim that no pod names. */
export interface PodDiff {
  readonly kind: 'Pod' | 'ResourceClaim';
  readonly namespace: string;
  readonly name: string;
  readonly change: PodChangeKind;
  /** Absent if the object does not exist in that cluster. */
  readonly before?: Placed;
  readonly after?: Placed;
}

/**
 * An issue with an allocated device of a claim. The claim keeps the device. If the issue is a taint with the effect NoExecute,
 * the taint evicts pods.
 */
export interface ClaimIssue {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly request: string;
  /**
   * `device-gone`: no slice in the newest generation of its pool has the device. `other-node`: the slice of the device does not
   * belong to the node of the pod. `class-gone`: the DeviceClass is gone. `class-selector`, `request-selector`: a selector no
   * longer matches the device. `selector-error`: a selector fails. `tainted`: the claim does not tolerate a taint.
   */
  readonly code: 'device-gone' | 'other-node' | 'class-gone' | 'class-selector' | 'request-selector' | 'selector-error' | 'tainted';
  readonly message: string;
}

/** A claim that is allocated. */
export interface ClaimDiff {
  readonly namespace: string;
  readonly name: string;
  /** The running pods that use it, as `namespace/name`. */
  readonly pods: readonly string[];
  readonly change: 'same' | 'changed' | 'new' | 'gone';
  readonly before: readonly ClaimIssue[];
  readonly after: readonly ClaimIssue[];
}

/** A running pod that taints of its devices or its node evict. */
export interface EvictionDiff {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  /** Seconds from now. 0 means immediately. */
  readonly seconds: number;
  readonly cause: string;
  /** The taints of devices. Empty if taints of the node are the cause. */
  readonly taints: readonly EvictingTaint[];
  /** True if the pod is also evicted in the first cluster. */
  readonly isBefore: boolean;
  /** The eviction in the first cluster. */
  readonly before?: { readonly seconds: number; readonly again?: Replacement };
  /** The owner that makes a replacement, as `kind namespace/name`. Absent: no owner replaces the pod. */
  readonly owner?: string;
  /** The pod that replaces it, and its placement. */
  readonly again?: Replacement;
}

/** A pod that an owner makes in place of an evicted one. */
export interface Replacement {
  /** `namespace/name`. */
  readonly pod: string;
  readonly placed: Placed;
}

/** A pod that is evicted only in the first cluster. */
export interface SparedPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  /** Seconds from now. */
  readonly seconds: number;
}

/** A change for the worse in the second cluster. */
export interface Worse {
  readonly kind: 'Pod' | 'ResourceClaim';
  readonly namespace: string;
  readonly name: string;
  /**
   * `pending`: the pod was placed, or did not exist. `gone`: a pod that had a node, or an allocated claim, no longer exists.
   * `evicted`: the pod was not evicted, or was evicted later. `invalid`: one of the devices that a claim keeps could not be
   * allocated to it again.
   */
  readonly code: 'pending' | 'gone' | 'evicted' | 'invalid';
}

/** The changes between two clusters. */
export interface Diff {
  /** `interrupted`: a limit ended the call; the lists have the results so far. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: 'milliseconds' | 'signal';
  readonly pods: readonly PodDiff[];
  readonly claims: readonly ClaimDiff[];
  readonly evictions: readonly EvictionDiff[];
  readonly spared: readonly SparedPod[];
  /** The initial status of each DeviceTaintRule in the second cluster, before pods are evicted. */
  readonly rules: readonly RuleStatus[];
  /** The initial status of each rule in the first cluster. */
  readonly rulesBefore: readonly RuleStatus[];
  /** True if there is any change. */
  readonly isChanged: boolean;
  /** The changes for the worse. */
  readonly worse: readonly Worse[];
  /** The number of pending pods in the second cluster, including replacements of evicted pods. */
  readonly pending: number;
  /** The properties that were not compared, in words. */
  readonly notCompared: readonly string[];
}
