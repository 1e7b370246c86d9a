// A filter of the scheduler, as each plugin has one, and what it says of a node that it keeps a pod away from.

import type { Pod } from '../../core/api/pod.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { ExtendedResourceClasses } from '../pods/extended-resources.js';
import type { FilterFeatures } from './filter-features.js';
import type { NodeInfo } from './node-info.js';
import type { REJECTION_CODES, RejectionCode } from './rejection-codes.js';

export type { RejectionCode } from './rejection-codes.js';

/** Says why a pod may not go to a node. */
export interface Rejection {
  readonly code: RejectionCode;
  /** The scheduler's own words, such as `Insufficient cpu`. */
  readonly message: string;
  /** The particulars, for people: which taint, how much is requested, used and there, which port. */
  readonly detail?: string;
  /** The pod requests more of a resource than an empty node has. */
  readonly exceedsNode?: true;
  /** The scheduler does not queue the pod while this holds, and considers no node for it. */
  readonly keepsFromQueue?: true;
}

/** The part of a cluster that filters check next to the pod and the node. */
export interface FilterContext {
  readonly features: FilterFeatures;
  /** The classes that serve extended resources. Not considered while the gate is off. */
  readonly classes: ExtendedResourceClasses;
}

/** A filter, prepared for a pod: returns why the pod may not go to a node, nothing where it may. */
export type NodeTest = (node: NodeInfo, checkpoint: Checkpoint) => readonly Rejection[];

/** A node test in increments. */
export type NodeTesting = (node: NodeInfo, checkpoint: Checkpoint) => Incremental<readonly Rejection[]>;

/** The result of preparing a filter for a pod, as PreFilter gives it. */
export interface PreparedFilter {
  /** No node will do, whatever it has. */
  readonly refusal?: Rejection;
  /** The only nodes that the other filters are queried. */
  readonly nodeNames?: ReadonlySet<string>;
  readonly test?: NodeTest;
  /** Takes the place of `test` where lists of the pod or of the node are long. Absent: `test` iterates over none. */
  readonly testing?: NodeTesting;
}

/** A plugin's filter. */
export type NodeFilter = PlainFilter | FilterInIncrements;

interface FilterTraits {
  /** The name that the scheduler has for the plugin; its rejections have their codes in the table. */
  readonly plugin: (typeof REJECTION_CODES)[RejectionCode]['plugin'];
  /** The answer for a node changes with nothing else: its object, or its object and its pods. */
  readonly changesWith: 'node' | 'pods';
}

/** A filter that prepares at once. */
export interface PlainFilter extends FilterTraits {
  /** Computes for a pod what is the same on each node. Undefined: there is nothing to ask on any node. */
  prepare(pod: Pod, context: FilterContext, checkpoint: Checkpoint): PreparedFilter | undefined;
}

/** A filter that prepares in increments. */
export interface FilterInIncrements extends FilterTraits {
  preparing(pod: Pod, context: FilterContext, checkpoint: Checkpoint): Incremental<PreparedFilter | undefined>;
}

/** The answer of a filter that lets the pod pass. */
export const PASSED: readonly Rejection[] = Object.freeze([]);

/** The beginning of the scheduler's message for nodes that are left out by their names. */
export const LEFT_OUT_BY_NAME = "node(s) didn't satisfy plugin(s)";

/** Returns whether a node is left out since the pod names others. */
export function isForOtherNodes({ message }: Rejection): boolean {
  return message.startsWith(LEFT_OUT_BY_NAME);
}
