// A pod that a call asks about: it as the API server would store it, and its shape.

import type { Pod } from '../../api/pod.js';
import type { RuntimeClass } from '../../api/runtime-class.js';
import type { Checkpoint } from '../../base/checkpoint.js';
import type { FilterFeatures } from '../../filters/filter-features.js';
import { podShape } from '../../filters/pod-shape.js';
import type { Priorities } from '../../schedule/priorities.js';
import { filledIn, refuse } from './stored-pod.js';

/** A pod that a call asks about. */
export interface PodAsked {
  readonly pod: Pod;
  readonly shape: string;
}

/** Fills a pod in. Throws `invalid-object` for one that admission refuses. */
export function admitted(
  given: Pod,
  { priorities, runtimeClasses }: AdmissionClasses,
  features: FilterFeatures,
  checkpoint: Checkpoint,
): PodAsked {
  const refusal = priorities.refusalOf(given);
  if (refusal !== undefined) refuse(refusal);
  const pod = filledIn(given, runtimeClasses, features, checkpoint);
  return { pod, shape: checkpoint.keep(() => podShape(pod)) };
}

/** The classes by which pods are filled in. */
export interface AdmissionClasses {
  readonly priorities: Priorities;
  readonly runtimeClasses: ReadonlyMap<string, RuntimeClass>;
}
