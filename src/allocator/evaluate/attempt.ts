// An attempt is what one call asks: claims against a state of a cluster, within limits.

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
  /** The time by which claims wait too long for their binding conditions, in milliseconds since 1970. Default: that of the clock. */
  readonly now?: number;
}

/** Claims to be tried on nodes of a cluster. */
export interface Attempt {
  /** The claims as they were handed in, in order. */
  readonly claims: readonly ResourceClaim[];
  /** The signature of what they ask for: equal texts have equal answers. Undefined: too much for a query to all nodes together. */
  readonly signature: string | undefined;
  /** True when some claim has devices already, as far as the cluster knows now. */
  readonly hasAllocated: boolean;
  /** The claims with what the cluster knows that they hold. */
  readonly knownClaims: readonly ResourceClaim[];
  /** The cluster as it is now or, for a call that yields, as it was at the call. */
  readonly state: StateView;
  readonly limits: AsyncLimits;
  /** The time by which the call must end, as `deadlineOf` gives it. */
  readonly deadline: number;
  /** Makes the input of an allocation on a node, within the limits of the call. */
  inputFor(node: Node, checkpoint: Checkpoint): Incremental<AllocationInput>;
}
