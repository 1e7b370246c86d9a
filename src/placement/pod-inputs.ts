// The inputs of calls about pods.

import type { Limits } from '../allocator/evaluate/limits.js';
import type { NodeJson, PodInputJson } from '../core/api/kinds.js';
import type { PreparedPod } from './prepared-pod.js';

/** The input of `filter` for a pod. `steps` applies to each node, `milliseconds` to the whole call. */
export interface PodFilterInput<L extends Limits = Limits> {
  /** The pod as it would be created. Its claims are found in the cluster or made from templates there. */
  readonly pod: PodInputJson | PreparedPod;
  /** Considers only these nodes. Default: every node of the cluster. */
  readonly nodes?: readonly string[];
  /** The time against which binding timeouts of claims are checked. Default: the current time. */
  readonly now?: Date;
  /**
   * Adds a certificate to the outcome of each node that passes the filters and lacks the devices: a proof (docs/reference/certificates.md).
   * Default: false, since certificates take time.
   */
  readonly certificates?: boolean;
  readonly limits?: L;
}

/** The input of `allocate` for a pod, and the node by name or as an object. */
export interface PodAllocateInput<L extends Limits = Limits> {
  readonly pod: PodInputJson | PreparedPod;
  readonly node: string | NodeJson;
  /** The time against which binding timeouts of claims are checked. Default: the current time. */
  readonly now?: Date;
  /** Adds a certificate if the claims cannot be allocated: a proof (docs/reference/certificates.md). Default: false. */
  readonly certificates?: boolean;
  readonly limits?: L;
}

/** Returns whether the input of a call is about a pod, not about claims. */
export function isAboutPod<T extends object>(input: object): input is T & { readonly pod: PodInputJson | PreparedPod } {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, 'pod');
}
