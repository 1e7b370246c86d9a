// A pod that is decoded once, for many calls.

import { PreparedClaims } from '../cluster/claims.js';
import { inNamespace } from '../cluster/stored-pod.js';
import { DecodeContext } from '../core/api/context.js';
import { decoding } from '../core/api/decoder.js';
import type { PodInputJson } from '../core/api/kinds.js';
import { objectName } from '../core/api/meta.js';
import { type Pod, podKind } from '../core/api/pod.js';
import { wrongArgument } from '../core/base/arguments.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import type { Json } from '../core/base/json.js';
import { INSPECT } from '../core/base/lazy-fields.js';
import type { PodOrigin } from './pod-origin.js';

let podOf: (prepared: PreparedPod) => Pod;
let originIn: (prepared: PreparedPod) => PodOrigin | undefined;

/**
 * A pod that was decoded once. Accepted wherever `pod` is. Made by `cluster.preparePod`. Its JSON is the name of the pod.
 * @example
 * ```ts
 * // The examples of its methods continue this one.
 * import { createAllocator } from 'dra-allocator';
 *
 * const cluster = (await createAllocator()).cluster();
 * cluster.apply([{ apiVersion: 'v1', kind: 'Node', metadata: { name: 'a' } }]);
 * const containers = [{ name: 'web', image: 'web' }];
 * const prepared = cluster.preparePod({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: { containers } });
 * console.log(cluster.allocate({ pod: prepared, node: 'a' }).kind); // allocated
 * ```
 */
export class PreparedPod {
  readonly #pod: Pod;
  readonly #origin: PodOrigin | undefined;

  /** @internal Use `cluster.preparePod`. `origin`: undefined if the cluster finds or makes the claims of the pod. */
  constructor(pod: Pod, origin?: PodOrigin) {
    this.#pod = pod;
    this.#origin = origin;
  }

  static {
    podOf = (prepared) => prepared.#pod;
    originIn = (prepared) => prepared.#origin;
  }

  /**
   * @example
   * ```ts
   * console.log(JSON.stringify(prepared)); // {"pod":"default/web"}
   * ```
   */
  toJSON(): unknown {
    return { pod: objectName(this.#pod.metadata) };
  }

  [INSPECT](): unknown {
    return this.toJSON();
  }
}

/** Returns the information that the caller has about a pod, in addition to the pod. */
export function originOf(input: PodInputJson | PreparedPod): PodOrigin | undefined {
  return input instanceof PreparedPod ? originIn(input) : undefined;
}

/** Decodes a pod in one go, without limits. Throws `invalid-input` and `invalid-object`. */
export function decodedPod(input: PodInputJson | PreparedPod): Pod {
  return input instanceof PreparedPod ? podOf(input) : inOneGo(decodingPod(input, UNLIMITED));
}

/** Decodes a pod like `decodedPod`, in increments. */
export function* decodingPod(input: PodInputJson | PreparedPod, checkpoint: Checkpoint): Incremental<Pod> {
  if (input instanceof PreparedPod) return podOf(input);
  // Prepared claims would decode as a pod without fields.
  if (typeof input !== 'object' || input === null || input instanceof PreparedClaims) throw wrongArgument('pod', 'a Pod object', input);
  const context = new DecodeContext(['pod'], undefined, checkpoint);
  return inNamespace(yield* decoding(podKind, input as unknown as Json, context));
}
