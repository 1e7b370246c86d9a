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
  /**
   * `message`: the scheduler's. `cause`: that of the node that comes closest, in a line, as in `cluster.explain`; of the first pods alone. `node`: the node that the
   * cause is about; absent where it names its nodes.
   */
  | { readonly kind: 'pending'; readonly message: string; readonly cause?: string; readonly node?: string };

/** The change of a pod: `moved` to another node, `other-devices` on the same one, `other-cause` for which it is pending. */
export type PodChangeKind = 'same' | 'gained' | 'lost' | 'moved' | 'other-devices' | 'other-cause' | 'new' | 'gone';

/** A pod that is pending at first, or has a node in one of the clusters alone; or a claim that is pending and that no pod names. */
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
  /** The eviction in the first cluster. */
  readonly before?: { readonly seconds: number; readonly again?: Replacement };
  /** The owner that makes another one, as `kind namespace/name`. Absent: nothing brings it again. */
  readonly owner?: string;
  /** The pod that comes in its place, and what becomes of it. */
  readonly again?: Replacement;
}

/** A pod that an owner makes in place of an evicted one. */
export interface Replacement {
  /** `namespace/name`. */
  readonly pod: string;
  readonly placed: Placed;
}

/** A pod that is evicted in the first cluster alone. */
export interface SparedPod {
  readonly namespace: string;
  readonly name: string;
  readonly node: string;
  /** Seconds from now. */
  readonly seconds: number;
}

/** Something that is worse in the second cluster. */
export interface Worse {
  readonly kind: 'Pod' | 'ResourceClaim';
  readonly namespace: string;
  readonly name: string;
  /**
   * `pending`: it was not, or was not there. `gone`: a pod that had a node, or an allocated claim, is not there. `evicted`: it was not, or later. `invalid`: a claim that
   * keeps its devices would not be allocated one of them any more.
   */
  readonly code: 'pending' | 'gone' | 'evicted' | 'invalid';
}

/** The changes between two clusters. */
export interface Diff {
  /** `interrupted`: a limit of the call came first; the lists have what was known by then. */
  readonly kind: 'complete' | 'interrupted';
  readonly by?: 'milliseconds' | 'signal';
  readonly pods: readonly PodDiff[];
  readonly claims: readonly ClaimDiff[];
  readonly evictions: readonly EvictionDiff[];
  readonly spared: readonly SparedPod[];
  /** The status that each DeviceTaintRule of the second cluster is given before pods are evicted. */
  readonly rules: readonly RuleStatus[];
  /** Each rule of the first cluster has its status here. */
  readonly rulesBefore: readonly RuleStatus[];
  /** Something is not as before. */
  readonly isChanged: boolean;
  /** The changes for the worse. */
  readonly worse: readonly Worse[];
  /** Pods of the second cluster that fit nowhere, those that come in place of evicted ones included. */
  readonly pending: number;
  /** The things that were not compared, in words. */
  readonly notCompared: readonly string[];
}
