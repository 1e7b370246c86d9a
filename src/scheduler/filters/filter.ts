// The interface of the scheduler's filters, and their rejections.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { ExtendedResourceClasses } from '../pods/extended-resources.js';
import type { SchedulerProfile } from '../profile/scheduler-profile.js';
import type { FilterFeatures } from './filter-features.js';
import type { NodeInfo } from './node-info.js';
import { REJECTION_CODES, type RejectionCode } from './rejection-codes.js';

export type { RejectionCode } from './rejection-codes.js';

/** The reason why a pod may not run on a node. */
export interface Rejection {
  readonly code: RejectionCode;
  /** The scheduler's message, such as `Insufficient cpu`. */
  readonly message: string;
  /** Details for people: the taint, the port, or the requested, used and available amounts. */
  readonly detail?: string;
  /** True if the pod requests more of a resource than an empty node has. */
  readonly exceedsNode?: true;
  /** The number of pods by which the domain of the node would exceed a spread constraint. */
  readonly excess?: number;
  /** True if the scheduler does not queue the pod while the reason holds. It then considers no node for the pod. */
  readonly keepsFromQueue?: true;
  /** True if the scheduler fails with this message as its error, and so selects no node. */
  readonly isError?: true;
}

/** The part of a cluster that filters check in addition to the pod and the node. */
export interface FilterContext {
  readonly features: FilterFeatures;
  /** The classes that serve extended resources. Ignored while the gate is off. */
  readonly classes: ExtendedResourceClasses;
  readonly profile: SchedulerProfile;
}

/** A filter, prepared for a pod: returns the reasons to reject a node; empty if the node passes. */
export type NodeTest = (node: NodeInfo, checkpoint: Checkpoint) => readonly Rejection[];

export type NodeTesting = (node: NodeInfo, checkpoint: Checkpoint) => Incremental<readonly Rejection[]>;

/** The result of preparing a filter for a pod, as in PreFilter. */
export interface PreparedFilter {
  /** Set if the filter rejects every node for the same reason. */
  readonly refusal?: Rejection;
  /** The only nodes on which the other filters run. */
  readonly nodeNames?: ReadonlySet<string>;
  readonly test?: NodeTest;
  /** Used instead of `test` if lists of the pod or of the node are long. Absent: `test` reads no long list. */
  readonly testing?: NodeTesting;
}

/** The filter of a plugin. */
export type NodeFilter = PlainFilter | FilterInIncrements;

interface FilterTraits {
  /** The scheduler's name for the plugin. The rejections of the plugin have their codes in the table. */
  readonly plugin: (typeof REJECTION_CODES)[RejectionCode]['plugin'];
  /** The part of a node that the result depends on: its object, or its object and its pods. */
  readonly changesWith: 'node' | 'pods';
}

export interface PlainFilter extends FilterTraits {
  /** Computes the part that is the same on every node. Undefined: the filter passes every node. */
  prepare(pod: Pod, context: FilterContext, checkpoint: Checkpoint): PreparedFilter | undefined;
}

export interface FilterInIncrements extends FilterTraits {
  preparing(pod: Pod, context: FilterContext, checkpoint: Checkpoint): Incremental<PreparedFilter | undefined>;
}

/** The result of a filter that the node passes. */
export const PASSED: readonly Rejection[] = Object.freeze([]);

/** Returns the rejection of a node with which a filter fails. Source: RunFilterPlugins in pkg/scheduler/framework/runtime of Kubernetes 1.37.1. */
export function filterError(code: RejectionCode, error: string): Rejection {
  return { code, message: `running "${REJECTION_CODES[code].plugin}" filter plugin: ${error}`, isError: true };
}

/** The start of the scheduler's message for nodes that are excluded by name. */
export const LEFT_OUT_BY_NAME = "node(s) didn't satisfy plugin(s)";

/** Returns whether a node is excluded because the pod names other nodes. */
export function isForOtherNodes({ message }: Rejection): boolean {
  return message.startsWith(LEFT_OUT_BY_NAME);
}
