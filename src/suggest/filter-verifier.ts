// Edits are tried on the scheduler's filters alone, which takes little: devices are asked about once filters let the pod pass.

import type { Checkpoint } from '../base/checkpoint.js';
import { allChanges, type Edit } from './edit.js';
import { EditedObjects } from './edited-objects.js';
import { type PodOnNode, PodTrial } from './pod-trial.js';

/** More lists of edits are not tried. */
const MOST_TRIED = 4000;

/** Tries edits on the filters of one pod. */
export class FilterVerifier {
  readonly #trial: PodTrial;
  readonly #checkpoint: Checkpoint;
  #left = MOST_TRIED;

  constructor(pod: PodOnNode, checkpoint: Checkpoint) {
    this.#trial = new PodTrial(pod, true);
    this.#checkpoint = checkpoint;
  }

  /** Tells whether filters let the pod pass with some edits. Throws CallEnded. */
  helps(edits: readonly Edit[]): boolean {
    const checkpoint = this.#checkpoint;
    return checkpoint.keep(() => {
      if (this.#left <= 0) return false;
      const edited = checkpoint.keep(() => new EditedObjects(edits.flatMap(allChanges)));
      const passes = this.#trial.with(edited, checkpoint) !== 'refused';
      this.#left--;
      return passes;
    });
  }
}
