// The inputs of calls about pods.

import type { Limits } from '../allocator/evaluate/limits.js';
import type { NodeJson, PodInputJson } from '../core/api/kinds.js';
import type { PreparedPod } from './prepared-pod.js';

/** The input of `filter` for a pod. `steps` counts for each node, `milliseconds` for all of them together. */
export interface PodFilterInput<L extends Limits = Limits> {
  /** The pod as it would be created; its claims are found in the cluster or made from templates there. */
  readonly pod: PodInputJson | PreparedPod;
  /** Checks these nodes only. Default: every node of the cluster. */
  readonly nodes?: readonly string[];
  /** The time by which claims wait too long for their binding conditions. Default: that of the clock. */
  readonly now?: Date;
  /** The outcome of each node that filters let pass and that lacks the devices receives a certificate, a proof of that (docs/reference/certificates.md). Default: none, since it takes time. */
  readonly certificates?: boolean;
  readonly limits?: L;
}

/** The input of `allocate` for a pod, and the node by name or as an object. */
export interface PodAllocateInput<L extends Limits = Limits> {
  readonly pod: PodInputJson | PreparedPod;
  readonly node: string | NodeJson;
  /** The time by which claims wait too long for their binding conditions. Default: that of the clock. */
  readonly now?: Date;
  /** Claims that cannot be allocated get a certificate, a proof of that (docs/reference/certificates.md). Default: none. */
  readonly certificates?: boolean;
  readonly limits?: L;
}

/** Tells a call about a pod from one about claims. */
export function isAboutPod<T extends object>(input: object): input is T & { readonly pod: PodInputJson | PreparedPod } {
  return typeof input === 'object' && input !== null && Object.hasOwn(input, 'pod');
}
