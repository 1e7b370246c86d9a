// A pod that a call asks about: it as the API server would store it, its shape, and the priority that it gets.

import type { Pod } from '../../api/pod.js';
import type { Checkpoint } from '../../base/checkpoint.js';
import type { FilterFeatures } from '../../filters/filter-features.js';
import { podShape } from '../../filters/pod-shape.js';
import { Priorities } from '../../schedule/priorities.js';
import type { PodObjects } from './pod-objects.js';
import { filledIn, refuse } from './stored-pod.js';

/** A pod that a call asks about. */
export interface PodAsked {
  readonly pod: Pod;
  readonly shape: string;
}

/** Fills a pod in. Throws `invalid-object` for one that admission refuses. */
export function admitted(given: Pod, objects: PodObjects, features: FilterFeatures, checkpoint: Checkpoint): PodAsked {
  const priorities = new Priorities([...objects.all('PriorityClass').values()]);
  const refusal = priorities.refusalOf(given);
  if (refusal !== undefined) refuse(refusal);
  const spec = { ...given.spec, priority: priorities.of(given.spec) };
  const pod = filledIn({ ...given, spec }, objects.all('RuntimeClass'), features, checkpoint);
  return { pod, shape: checkpoint.keep(() => podShape(pod)) };
}
