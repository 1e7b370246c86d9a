// Tries edits on the scheduler's filters and claim rules alone, which is cheap. Devices are searched only after these accept
// the pod.

import type { ResourceClaim } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import { allChanges, type Edit } from './edit.js';
import { EditedObjects, UNITS_OF_TRY } from './edited-objects.js';
import { type PodOnNode, PodTrial } from './pod-trial.js';

/** The most lists of edits tried. */
const MOST_TRIED = 4000;

/** Tries edits on the filters of one pod. */
export class FilterVerifier {
  readonly #trial: PodTrial;
  readonly #claims: readonly ResourceClaim[];
  readonly #checkpoint: Checkpoint;
  #left = MOST_TRIED;

  /** `claims`: of the question. */
  constructor(pod: PodOnNode, claims: readonly ResourceClaim[], checkpoint: Checkpoint) {
    this.#trial = new PodTrial(pod, true);
    this.#claims = claims;
    this.#checkpoint = checkpoint;
  }

  /** Returns whether the filters accept the pod with some edits. Throws CallEnded. */
  *helps(edits: readonly Edit[]): Incremental<boolean> {
    const checkpoint = this.#checkpoint;
    if (this.#left <= 0) return false;
    if (checkpoint.due(UNITS_OF_TRY)) yield;
    const edited = new EditedObjects(edits.flatMap(allChanges));
    const passes = (yield* this.#trial.with(edited, this.#claims, checkpoint)) !== 'refused';
    this.#left--;
    return passes;
  }
}
