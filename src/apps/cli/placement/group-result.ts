// The results of placing groups of claims.

import type { Interruption } from '../../../allocator/evaluate/findings.js';
import type { Node } from '../../../core/api/node.js';
import type { ResourceClaim } from '../../../core/api/resource-claim.js';
import type { AllocationError } from '../../../core/base/errors.js';
import type { Explanation, NodeExplanation } from '../../../explain/explanation.js';
import type { RejectedRequest } from '../../../placement/claims-refusal.js';
import type { Rejection } from '../../../scheduler/filters/filter.js';
import type { GroupProblem } from '../../../scheduler/pods/claims.js';

/** A claim that got its devices. */
export interface PlacedClaim {
  readonly claim: ResourceClaim;
  /** The claim with its allocation. */
  readonly allocated: ResourceClaim;
  /** It had its allocation before. */
  readonly before: boolean;
}

/** A group that no node takes. */
export interface Unallocatable {
  readonly kind: 'unallocatable';
  readonly nodes: readonly RefusedNode[];
  readonly unexplained: number;
  /** Absent where devices alone decide. */
  readonly pod?: RefusedPod;
}

/** A pod that cannot exist, or lacks something. */
export interface Unschedulable {
  readonly kind: 'problem';
  readonly problem: GroupProblem;
}

/** No node is considered. */
export interface NoNode {
  readonly kind: 'no-node';
  readonly message: string;
  /** The request that is the reason. */
  readonly rejected?: RejectedRequest;
}

/** Something that ends the attempt for a group before its nodes are told apart. */
export type Ended =
  | Unschedulable
  | NoNode
  | { readonly kind: 'error'; readonly error: AllocationError; readonly node?: string; readonly feasible: number }
  | { readonly kind: 'interrupted'; readonly nodes: readonly string[]; readonly interruption: Interruption };

/** The nodes that a group fits on, after every node was queried. */
export interface FoundNodes {
  /** The nodes that the group fits on, each with its scores, in no order. */
  fitting(): readonly FittingNode[];
  /** The one with the highest score, of several the first by name. */
  best(): string | undefined;
  /** The claims of the group on such a node, as they are now. */
  claimsOn(node: string): readonly ResourceClaim[];
  /** Occupies what the group takes of such a node. */
  commit(node: string): readonly PlacedClaim[];
  /** Returns why the group does not fit on others, of which these are explained. */
  refuse(nodes: readonly Node[]): Unallocatable;
}

/** The outcome of a group. */
export type GroupResult =
  | { readonly kind: 'placed'; readonly node: string; readonly claims: readonly PlacedClaim[] }
  | Unallocatable
  | Ended;

/** The outcome of a group, and why. */
export interface ExplainedGroup {
  readonly result: GroupResult;
  /** Absent for a group that was placed, where no caller needs to know. */
  readonly explanation?: Explanation;
}

/** The nodes that could take a group, and why the others cannot. */
export interface Survey {
  readonly kind: 'survey';
  /** The best first, by name among equals. */
  readonly fitting: readonly FittingNode[];
  /** The others, by name. */
  readonly others: readonly string[];
  /** The reasons of the others. */
  readonly refused: Unallocatable;
}

/** A node that could take a group. */
export interface FittingNode {
  readonly node: string;
  readonly score: number;
  /** The part of each plugin of the scheduler, with its weight. */
  readonly byPlugin: ReadonlyMap<string, number>;
}

/** A pod that no node takes, as the scheduler tells it. */
export interface RefusedPod {
  /** The message of the scheduler, such as `0/2 nodes are available: 2 Insufficient cpu.` */
  readonly message: string;
  /** The reasons of each node. */
  readonly rejections: ReadonlyMap<string, readonly Rejection[]>;
  /** The request for which no node is considered. */
  readonly rejected?: RejectedRequest;
}

/** A node on which a group does not fit, and why. */
export interface RefusedNode {
  readonly explanation: NodeExplanation;
  /** An error that is local to the node. */
  readonly error?: AllocationError;
  /** The reasons for which the node is out whatever devices it has; no device was considered then. */
  readonly refusals?: readonly string[];
}
