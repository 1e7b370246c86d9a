// A pod that the caller made in the way controllers make pods, with its claims and its source object.

import type { Pod } from '../core/api/pod.js';
import type { PlacedSet } from '../explain/suggest/pod-trial.js';
import type { FoundClaims } from '../scheduler/pods/claim-finder.js';

/** The information that the caller has about a pod, in addition to the pod. */
export interface PodOrigin {
  /** The claims of the pod, found or made earlier. Stored versions in the cluster take precedence. */
  readonly found: FoundClaims;
  /** The object that the author wrote: the pod, or the template that makes it. */
  readonly written: Pod;
  /** Makes the pod from the written object, which may be edited. */
  readonly made: (written: Pod) => Pod;
  /** Returns the pods that the caller placed before it. They are placed only in a plan, so no user can delete them. */
  readonly placed: () => readonly PlacedSet[];
}
