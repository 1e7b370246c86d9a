// A pod that a call asks about: it as the API server would store it, its shape, and the priority that it gets.

import { DecodeContext } from '../../api/context.js';
import type { PodJson } from '../../api/kinds.js';
import { decodePod, type Pod } from '../../api/pod.js';
import type { Checkpoint } from '../../base/checkpoint.js';
import { AllocationError } from '../../base/errors.js';
import type { Json } from '../../base/json.js';
import type { FilterFeatures } from '../../filters/filter-features.js';
import { podShape } from '../../filters/pod-shape.js';
import { Priorities } from '../../schedule/priorities.js';
import type { PodObjects } from './pod-objects.js';
import { filledIn, inNamespace, refuse } from './stored-pod.js';

/** A pod that a call asks about. */
export interface PodAsked {
  readonly pod: Pod;
  readonly shape: string;
}

/** Reads a pod and fills it in. Throws `invalid-object`, also for a pod that admission refuses. */
export function readPod(given: PodJson, objects: PodObjects, features: FilterFeatures, checkpoint: Checkpoint): PodAsked {
  if (typeof given !== 'object' || given === null)
    throw new AllocationError('invalid-input', 'pod: expected a Pod object', { path: 'pod' });
  const decoded = inNamespace(decodePod(given as unknown as Json, new DecodeContext(['pod'], undefined, checkpoint)));
  const classes = [...objects.all('PriorityClass').values()];
  const priorities = new Priorities(classes);
  const refusal = priorities.refusalOf(decoded);
  if (refusal !== undefined) refuse(refusal);
  const priority = priorities.of(decoded.spec);
  const pod = filledIn({ ...decoded, spec: { ...decoded.spec, priority } }, objects.all('RuntimeClass'), features, checkpoint);
  return { pod, shape: checkpoint.keep(() => podShape(pod)) };
}
