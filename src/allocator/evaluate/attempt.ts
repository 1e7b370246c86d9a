// Defines an attempt, the input of one call: claims against a state of a cluster, within limits.

import type { Node } from '../../core/api/node.js';
import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { NewShareID } from '../decode/share-id.js';
import type { EncodeInput } from '../encode/encode.js';
import type { Kernel } from '../kernel/kernel.js';
import type { StateView } from './cluster-view.js';
import type { AsyncLimits } from './limits.js';

/** The input of an allocation on one node. */
export interface AllocationInput extends Omit<EncodeInput, 'checkpoint'> {
  readonly kernel: Kernel;
  readonly newShareID: NewShareID;
  /** The time at which claims are checked for a binding timeout, in milliseconds since 1970. Default: the current time. */
  readonly now?: number;
}

/** Claims to try on nodes of a cluster. */
export interface Attempt {
  /** The claims from the caller, in order. */
  readonly claims: readonly ResourceClaim[];
  /** The signature of the claims: equal signatures have equal answers. Undefined: the claims are too large for a query to all nodes. */
  readonly signature: string | undefined;
  /** True if some claim is already allocated in the current state of the cluster. */
  readonly hasAllocated: boolean;
  /** The claims with their current allocations in the cluster. */
  readonly currentClaims: readonly ResourceClaim[];
  /** The current state of the cluster or, in a call that yields, its state at the start of the call. */
  readonly state: StateView;
  readonly limits: AsyncLimits;
  /** The time by which the call must end, from `deadlineOf`. */
  readonly deadline: number;
  /** Builds the input of an allocation on a node, within the limits of the call. */
  inputFor(node: Node, checkpoint: Checkpoint): Incremental<AllocationInput>;
}
