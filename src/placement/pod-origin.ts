// A pod that a caller made itself, as controllers make it: with its claims, and where its author wrote it.

import type { Pod } from '../core/api/pod.js';
import type { PlacedSet } from '../explain/suggest/pod-trial.js';
import type { FoundClaims } from '../scheduler/pods/claim-finder.js';

/** The knowledge that a caller has of a pod next to the pod itself. */
export interface PodOrigin {
  /** Its claims, found or made before. Those that the cluster stores count as it stores them. */
  readonly found: FoundClaims;
  /** The pod as its author wrote it: itself, or the template that makes it. */
  readonly written: Pod;
  /** Makes the pod of what its author wrote, which may be edited. */
  readonly made: (written: Pod) => Pod;
  /** Returns the pods that the caller placed before it: plans, which nobody can delete. */
  readonly placed: () => readonly PlacedSet[];
}
