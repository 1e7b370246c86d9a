// The inputs of calls about claims.

import type { Limits } from '../allocator/evaluate/limits.js';
import type { ClaimInput, PreparedClaims } from '../cluster/claims.js';
import type { NodeJson } from '../core/api/kinds.js';

/** The input of `allocate`: claims, and the node by name or as an object. */
export interface ClusterAllocateInput<L extends Limits = Limits> {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  readonly node: string | NodeJson;
  /** The time by which claims wait too long for their binding conditions. Default: that of the clock. */
  readonly now?: Date;
  /** Claims that cannot be allocated get a certificate, a proof of that (docs/reference/certificates.md). Default: none. */
  readonly certificates?: boolean;
  readonly limits?: L;
}

/** The input of `filter`. `steps` counts for each node, `milliseconds` for all of them together. */
export interface FilterInput<L extends Limits = Limits> {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  /** Checks these nodes only. Default: every node of the cluster. */
  readonly nodes?: readonly string[];
  /** The time by which claims wait too long for their binding conditions. Default: that of the clock. */
  readonly now?: Date;
  /** The outcome of each node without the devices receives a certificate, a proof of that (docs/reference/certificates.md). Default: none, since it takes time. */
  readonly certificates?: boolean;
  readonly limits?: L;
}
