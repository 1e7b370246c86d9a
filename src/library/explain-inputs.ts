// The inputs of `explain`.

import { type AsyncLimits, callLimitsOf, checkSignal, type Limits } from '../allocator/evaluate/limits.js';
import type { ClaimInput, PreparedClaims } from '../cluster/claims.js';
import type { NodeJson, PodInputJson } from '../core/api/kinds.js';
import type { AbortSignalLike } from '../core/base/abort-signal.js';
import type { CallLimits } from '../core/base/checkpoint.js';
import { AllocationError } from '../core/base/errors.js';
import type { PreparedPod } from '../placement/prepared-pod.js';

/** The input of `explain`: one node, some by name, or all. `steps` applies to the search of each node, `milliseconds` to the whole call. */
export interface ExplainInput<L extends Limits = Limits> {
  readonly claims: PreparedClaims | readonly ClaimInput[];
  readonly node?: string | NodeJson;
  /** Considers only these nodes. Has no effect with `node`. Default: every node of the cluster. */
  readonly nodes?: readonly string[];
  /** Searches for changes that help, which costs a few milliseconds. Default: true. */
  readonly suggestions?: boolean;
  /** The time against which binding timeouts of claims are checked. Default: the current time. */
  readonly now?: Date;
  /**
   * Adds a certificate to each node that lacks the devices: a proof, which `dra-allocator/check` verifies (docs/reference/certificates.md).
   * Default: false, since certificates take time.
   */
  readonly certificates?: boolean;
  readonly limits?: L;
}

/** The input of `explain` for a pod: one node, or all. Limits are the same as for claims. */
export interface PodExplainInput<L extends Limits = Limits> {
  /** The pod as it would be created. Its claims are found in the cluster or made from templates there. */
  readonly pod: PodInputJson | PreparedPod;
  readonly node?: string | NodeJson;
  /** Considers only these nodes, if `node` is absent. Default: every node of the cluster. */
  readonly nodes?: readonly string[];
  /** Searches for changes that help, which costs a few milliseconds. Default: true. */
  readonly suggestions?: boolean;
  /** The time against which binding timeouts of claims are checked. Default: the current time. */
  readonly now?: Date;
  /**
   * Adds a certificate to each node that lacks the devices: a proof, which `dra-allocator/check` verifies (docs/reference/certificates.md).
   * Default: false, since certificates take time.
   */
  readonly certificates?: boolean;
  readonly limits?: L;
}

/** A signal next to the limits of an asynchronous call. */
export interface WithSignal {
  readonly signal?: AbortSignalLike;
}

/** @internal Returns the limits of a call of `explainAsync`, which may have its signal next to them. Throws `invalid-input`. */
export function explainLimitsOf({ limits, signal }: { readonly limits?: AsyncLimits } & WithSignal): CallLimits {
  const callLimits = callLimitsOf(limits);
  checkSignal(signal, 'signal');
  if (signal !== undefined && callLimits.signal !== undefined)
    throw new AllocationError('invalid-input', 'signal: expected one signal, here or in limits', { path: 'signal' });
  return { ...callLimits, signal: signal ?? callLimits.signal };
}
