// A pod as the API server would store it, with its shape.

import { rejectPod } from '../cluster/stored-pod.js';
import type { Pod } from '../core/api/pod.js';
import { isNewStatus } from '../core/api/pod-status.js';
import type { RuntimeClass } from '../core/api/runtime-class.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { bytesOfValue } from '../core/base/value-bytes.js';
import type { FilterFeatures } from '../scheduler/filters/filter-features.js';
import { withPodDefaults } from '../scheduler/filters/pod-defaults.js';
import { podShape } from '../scheduler/filters/pod-shape.js';
import type { Priorities } from '../scheduler/pods/priorities.js';
import type { PodOrigin } from './pod-origin.js';

/** A pod that a call is about. */
export interface PodQuery {
  readonly pod: Pod;
  /** The pod as the caller wrote it. */
  readonly original: Pod;
  /** Further information from the caller. Absent: the cluster finds or makes the claims. */
  readonly origin?: PodOrigin | undefined;
  /** Undefined for a pod with very long lists: results are then cached for this pod alone. */
  readonly shape: string | undefined;
  /** The approximate size of the pod in bytes, counted up to `MOST_SHAPE_BYTES`. */
  readonly bytes: number;
}

/** Larger pods are not compared by content, which would take long. Results for them are cached only with their prepared pod. */
const MOST_SHAPE_BYTES = 1 << 20;

/** A pod that admission rejects, and the reason. */
export interface RefusedPod {
  readonly refusal: string;
}

/** Returns the pod with defaults, in one go. Throws `invalid-object` if admission rejects it. */
export function* admitting(...inputs: Parameters<typeof admittedOrRefused>): Incremental<PodQuery> {
  const query = yield* admittedOrRefused(...inputs);
  return 'refusal' in query ? rejectPod(query.refusal) : query;
}

/** Returns the pod with defaults, or the reason why admission rejects it. */
export function* admittedOrRefused(
  original: Pod,
  { priorities, runtimeClasses }: AdmissionClasses,
  features: FilterFeatures,
  checkpoint: Checkpoint,
): Incremental<PodQuery | RefusedPod> {
  const refusal = priorities.refusalOf(original);
  if (refusal !== undefined) return { refusal };
  const filled = yield* withPodDefaults(original, { features, runtimeClasses }, checkpoint);
  if ('refusal' in filled) return filled;
  const { pod } = filled;
  const ofSpec = bytesOfValue(pod.spec, MOST_SHAPE_BYTES);
  const bytes = ofSpec + bytesOfValue(pod.status, MOST_SHAPE_BYTES - ofSpec);
  return { pod, original, bytes, shape: bytes > MOST_SHAPE_BYTES ? undefined : podShape(pod) };
}

/** Returns whether the defaults and the shape of a pod depend on its spec and on admission alone. */
export function isOfTemplate({ metadata, spec, status }: Pod): boolean {
  return metadata.uid === '' && spec.nodeName === '' && spec.affinity === undefined && isNewStatus(status);
}

/** The classes that admission reads defaults from. */
export interface AdmissionClasses {
  readonly priorities: Priorities;
  readonly runtimeClasses: Pick<ReadonlyMap<string, RuntimeClass>, 'get' | 'has' | 'size'>;
}
