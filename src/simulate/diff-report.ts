// The result of a comparison of two clusters is plain JSON.

import type { EvictingTaint, RuleStatus } from './device-evictions.js';

/** A device that a pod has, or would get. */
export interface DeviceOfPod {
  readonly claim: string;
  readonly request: string;
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
}

/** The answer for a pod in one of the clusters. */
export type Placed =
  | { readonly kind: 'placed'; readonly node: string; readonly devices: readonly DeviceOfPod[] }
  /** `message`: the scheduler's. `cause`: that of the nearest node in a line, as `cluster.explain` tells it; of the first pods alone. */
  | { readonly kind: 'pending'; readonly message: string; readonly cause?: string };

/** The change of a pod: `moved` to another node, `other-devices` on the same one, `other-cause` for which it waits. */
export type PodChangeKind = 'same' | 'gained' | 'lost' | 'moved' | 'other-devices' | 'other-cause' | 'new' | 'gone';

/** A pod that waits for a node, or a claim that waits and that no pod names. */
export interface PodDiff {
  readonly kind: 'Pod' | 'ResourceClaim';
  readonly namespace: string;
  readonly name: string;
  readonly change: PodChangeKind;
  /** Absent: it is not there. */
  readonly before?: Placed;
  readonly after?: Placed;
}

/** Something about a device that a claim has already. Nothing of it takes the device away; a taint with the effect NoExecute evicts pods. */
export interface ClaimIssue {
  readonly driver: string;
  readonly pool: string;
  readonly device: string;
  readonly request: string;
  /**
   * `device-gone`: no slice of the newest generation of its pool has it. `other-node`: its slice is one of another node than its pod's. `class-gone`;
   * `class-selector`, `request-selector`: a selector does not match it any more. `selector-error`: one that fails. `tainted`: by a taint that is not tolerated.
   */
  readonly code: 'device-gone' | 'other-node' | 'class-gone' | 'class-selector' | 'request-selector' | 'selector-error' | 'tainted';
  readonly message: string;
}

/** A claim that has devices. */
export interface ClaimDiff {
  readonly namespace: string;
  readonly name: string;
  /** The pods on nodes that have it, as `namespace/name`. */
  readonly pods: readonly string[];
  readonly change: 'same' | 'changed' | 'new' | 'gone';
  readonly before: readonly ClaimIssue[];
  readonly after: readonly ClaimIssue[];
}

/** A pod that runs and is evicted by taints of its devices or its node. */
export interface EvictionDiff {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  /** Seconds from now; 0: at once. */
  readonly seconds: number;
  readonly cause: string;
  /** The taints of devices; empty where those of the node are the cause. */
  readonly taints: readonly EvictingTaint[];
  /** It is evicted in the first cluster, too. */
  readonly isBefore: boolean;
  /** The owner that makes another one, as `kind namespace/name`. Absent: nothing brings it again. */
  readonly owner?: string;
  /** The pod that comes in its place, and what becomes of it. */
  readonly again?: { readonly pod: string; readonly placed: Placed };
}

/** The changes between two clusters. */
export interface Diff {
  /** `interrupted`: a limit of the call came first; the lists have what was known by then. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: 'milliseconds' | 'signal';
  readonly pods: readonly PodDiff[];
  readonly claims: readonly ClaimDiff[];
  readonly evictions: readonly EvictionDiff[];
  /** The status that each DeviceTaintRule of the second cluster gets before anybody is evicted. */
  readonly rules: readonly RuleStatus[];
  /** Pods of the second cluster that fit nowhere, those that come in place of evicted ones included. */
  readonly pending: number;
  /** The things that were not compared, in words. */
  readonly notCompared: readonly string[];
}
