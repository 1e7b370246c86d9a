// The inputs of calls about claims.

import type { Limits } from '../allocator/evaluate/limits.js';
import type { ClaimInput, PreparedClaims } from '../cluster/claims.js';
import type { NodeJson } from '../core/api/kinds.js';

/** The input of `allocate`: claims, and the node by name or as an object. */
export interface ClusterAllocateInput<L extends Limits = Limits> {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  readonly node: string | NodeJson;
  /** The time against which binding timeouts of claims are checked. Default: the current time. */
  readonly now?: Date;
  /** Adds a certificate if the claims cannot be allocated: a proof (docs/reference/certificates.md). Default: false. */
  readonly certificates?: boolean;
  readonly limits?: L;
}

/** The input of `filter`. `steps` applies to each node, `milliseconds` to the whole call. */
export interface FilterInput<L extends Limits = Limits> {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  /** Considers only these nodes. Default: every node of the cluster. */
  readonly nodes?: readonly string[];
  /** The time against which binding timeouts of claims are checked. Default: the current time. */
  readonly now?: Date;
  /**
   * Adds a certificate to the outcome of each node that lacks the devices: a proof (docs/reference/certificates.md). Default: false, since
   * certificates take time.
   */
  readonly certificates?: boolean;
  readonly limits?: L;
}
