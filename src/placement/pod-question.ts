// A pod that a call asks about: it as the API server would store it, and its shape.

import { refuse } from '../cluster/stored-pod.js';
import type { Pod } from '../core/api/pod.js';
import type { RuntimeClass } from '../core/api/runtime-class.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { bytesOfValue } from '../core/base/value-bytes.js';
import type { FilterFeatures } from '../scheduler/filters/filter-features.js';
import { withPodDefaults } from '../scheduler/filters/pod-defaults.js';
import { podShape } from '../scheduler/filters/pod-shape.js';
import type { Priorities } from '../scheduler/pods/priorities.js';
import type { PodOrigin } from './pod-origin.js';

/** A pod that a call asks about. */
export interface PodAsked {
  readonly pod: Pod;
  /** The pod as the caller wrote it. */
  readonly given: Pod;
  /** The knowledge that the caller has of it besides. Absent: the cluster finds or makes its claims. */
  readonly origin?: PodOrigin | undefined;
  /** Undefined for a pod of very long lists: what is known of one is known of it alone. */
  readonly shape: string | undefined;
  /** About the bytes that the pod takes; counted no further than `MOST_SHAPE_BYTES`. */
  readonly bytes: number;
}

/** Larger pods are not told apart by what is in them, which would take long, and are remembered only by whoever prepared them. */
const MOST_SHAPE_BYTES = 1 << 20;

/** A pod that admission rejects, and why. */
export interface RefusedPod {
  readonly refusal: string;
}

/** Fills a pod in, in one go. Throws `invalid-object` for one that admission rejects. */
export function admitted(...given: Parameters<typeof admittedOrRefused>): PodAsked {
  const asked = inOneGo(admittedOrRefused(...given));
  return 'refusal' in asked ? refuse(asked.refusal) : asked;
}

/** Fills a pod in, or reports why admission rejects it. */
export function* admittedOrRefused(
  given: Pod,
  { priorities, runtimeClasses }: AdmissionClasses,
  features: FilterFeatures,
  checkpoint: Checkpoint,
): Incremental<PodAsked | RefusedPod> {
  const refusal = priorities.refusalOf(given);
  if (refusal !== undefined) return { refusal };
  const filled = yield* withPodDefaults(given, { features, runtimeClasses }, checkpoint);
  if ('refusal' in filled) return filled;
  const { pod } = filled;
  const ofSpec = bytesOfValue(pod.spec, MOST_SHAPE_BYTES);
  const bytes = ofSpec + bytesOfValue(pod.status, MOST_SHAPE_BYTES - ofSpec);
  return { pod, given, bytes, shape: bytes > MOST_SHAPE_BYTES ? undefined : podShape(pod) };
}

/** The classes by which pods are filled in. */
export interface AdmissionClasses {
  readonly priorities: Priorities;
  readonly runtimeClasses: Pick<ReadonlyMap<string, RuntimeClass>, 'get' | 'has' | 'size'>;
}
