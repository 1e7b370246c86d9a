// A pod that was read once, for many calls.

import { DecodeContext } from '../../api/context.js';
import type { PodJson } from '../../api/kinds.js';
import { objectName } from '../../api/meta.js';
import { decodePod, type Pod } from '../../api/pod.js';
import { type Checkpoint, UNLIMITED } from '../../base/checkpoint.js';
import { AllocationError } from '../../base/errors.js';
import type { Json } from '../../base/json.js';
import { INSPECT } from '../../base/own-fields.js';
import { PreparedClaims } from '../claims.js';
import { inNamespace } from './stored-pod.js';

let podOf: (prepared: PreparedPod) => Pod;

/** A pod that was decoded once, accepted wherever `pod` is. Made by `cluster.preparePod`. In JSON it is the name of the pod. */
export class PreparedPod {
  readonly #pod: Pod;

  /** @internal Use `cluster.preparePod`. */
  constructor(pod: Pod) {
    this.#pod = pod;
  }

  static {
    podOf = (prepared) => prepared.#pod;
  }

  toJSON(): unknown {
    return { pod: objectName(this.#pod.metadata) };
  }

  [INSPECT](): unknown {
    return this.toJSON();
  }
}

/** Decodes a pod. Throws `invalid-input` and `invalid-object`. */
export function decodedPod(given: PodJson | PreparedPod, checkpoint: Checkpoint = UNLIMITED): Pod {
  if (given instanceof PreparedPod) return podOf(given);
  // Claims that were prepared would be a pod without any field.
  if (typeof given !== 'object' || given === null || given instanceof PreparedClaims)
    throw new AllocationError('invalid-input', 'pod: expected a Pod object', { path: 'pod' });
  return inNamespace(decodePod(given as unknown as Json, new DecodeContext(['pod'], undefined, checkpoint)));
}
