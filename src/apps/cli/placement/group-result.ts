// The results of placing groups of claims.

import type { Interruption } from '../../../allocator/evaluate/findings.js';
import type { Node } from '../../../core/api/node.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { AllocationError } from '../../../core/base/errors.js';
import type { Explanation, NodeExplanation } from '../../../explain/explanation.js';
import type { RejectedRequest } from '../../../placement/claims-refusal.js';
import type { Nomination, PreemptionResult } from '../../../placement/preemption.js';
import type { Rejection } from '../../../scheduler/filters/filter.js';
import type { ClaimGroup, GroupProblem } from '../../../scheduler/pods/claims.js';

/** A claim with an allocation. */
export interface PlacedClaim {
  readonly claim: ResourceClaim;
  /** The claim with its allocation. */
  readonly allocated: ResourceClaim;
  /** True if it was allocated before the run. */
  readonly before: boolean;
}

/** A group that fits on no node. */
export interface Unallocatable {
  readonly kind: 'unallocatable';
  readonly nodes: readonly RejectedNode[];
  readonly unexplained: number;
  /** Absent if only devices decide. */
  readonly pod?: RejectedPod;
}

/** A pod that is invalid or lacks an object. */
export interface Unschedulable {
  readonly kind: 'problem';
  readonly problem: GroupProblem;
}

/** A group for which the scheduler considers no node. */
export interface NoNode {
  readonly kind: 'no-node';
  readonly message: string;
  /** The rejected request. */
  readonly rejected?: RejectedRequest;
}

/** The end of an attempt before the nodes of a group were searched. */
export type Ended =
  | Unschedulable
  | NoNode
  | { readonly kind: 'error'; readonly error: AllocationError; readonly node?: string; readonly feasible: number }
  | { readonly kind: 'interrupted'; readonly nodes: readonly string[]; readonly interruption: Interruption };

/** The nodes on which a group fits, after the search of all nodes. */
export interface FoundNodes {
  /** Returns the nodes on which the group fits, with scores, in no particular order. */
  fitting(): readonly FittingNode[];
  /** Returns the node with the highest score, the first by name among equals. */
  best(): string | undefined;
  /** Returns the current claims of the group on a node where the group fits. */
  claimsOn(node: string): readonly ResourceClaim[];
  /** Commits the group to a node where the group fits. */
  commit(node: string): readonly PlacedClaim[];
  /** Searches the pods that the scheduler would remove. Absent if it removes none for the group. */
  readonly preempt?: () => PreemptionResult;
  /** Returns why the group does not fit on other nodes, with explanations of `nodes`. */
  rejectionOf(nodes: readonly Node[]): Unallocatable;
}

/** The result of a group. */
export type GroupResult =
  | { readonly kind: 'placed'; readonly node: string; readonly claims: readonly PlacedClaim[] }
  | Unallocatable
  | Ended;

/** The results of the pending pods of a PodGroup. */
export interface GangResult {
  /** Returns the message of the scheduler for pods that fit although no pod is placed. Returns undefined if enough pods are placed. */
  readonly refusal: NoNode | undefined;
  readonly results: ReadonlyMap<ClaimGroup, GroupResult>;
}

/** The result of a group with its explanation. */
export interface ExplainedGroup {
  readonly result: GroupResult;
  /** Absent for a placed group, if the caller does not need it. */
  readonly explanation?: Explanation;
}

/** The nodes on which a group fits, and the reasons against the others. */
export interface Survey {
  readonly kind: 'survey';
  /** The best node is first. Among equal nodes, the order is by name. */
  readonly fitting: readonly FittingNode[];
  /** The others, by name. */
  readonly others: readonly string[];
  /** The reasons of the others. */
  readonly rejection: Unallocatable;
  /** The node on which the group fits after the removal of pods. Absent if it fits on a node as it is. */
  readonly nomination?: Nomination;
}

/** A node on which a group fits. */
export interface FittingNode {
  readonly node: string;
  readonly score: number;
  /** The weighted score of each plugin of the scheduler. */
  readonly byPlugin: ReadonlyMap<string, number>;
}

/** A pod that fits on no node, with the scheduler's reasons. */
export interface RejectedPod {
  /** The message of the scheduler, such as `0/2 nodes are available: 2 Insufficient cpu.` */
  readonly message: string;
  /** Why the eviction of pods does not help, in words, if the scheduler considers it. The message then ends with its words. */
  readonly preemption?: string;
  /** The reasons against each node. */
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  /** The request because of which the scheduler considers no node. */
  readonly rejected?: RejectedRequest;
}

/** A node on which a group does not fit, with the reasons. */
export interface RejectedNode {
  readonly explanation: NodeExplanation;
  /** An error that is local to the node. */
  readonly error?: AllocationError;
  /** The reasons against the node regardless of its devices. Devices are then not checked. */
  readonly rejections?: readonly string[];
}
