// Lets several calls advance one computation, one after the other.

import { Checkpoint } from '../../../core/base/checkpoint.js';
import type { Incremental } from '../../../core/base/incremental.js';

/** The checkpoint of a computation. It yields at every opportunity, so that each call decides whether to continue, and counts the reported work. */
class TaskCheckpoint extends Checkpoint {
  #units = 0;

  override step(units = 1): void {
    this.#units += units;
    super.step(units);
  }

  /** Returns the work since the last time. */
  takeUnits(): number {
    const units = this.#units;
    this.#units = 0;
    return units;
  }
}

function taskCheckpoint(selectorWork?: number): TaskCheckpoint {
  const checkpoint = new TaskCheckpoint({ selectorWork });
  checkpoint.beginSlice(0);
  return checkpoint;
}

/** The computation in progress. A later call continues where an earlier call stopped. */
export class SharedComputation<K> {
  #task = taskCheckpoint();
  #begun: { readonly key: K; readonly computation: Incremental<unknown>; end?: { readonly value: unknown } } | undefined;

  /**
   * Returns the result for a key. Continues the computation of that key, or begins it and drops any other. Throws SliceOver if the slice ends first. A
   * computation that throws is dropped; a result is stored until `forget`.
   */
  run<T>(key: K, checkpoint: Checkpoint, begin: (task: Checkpoint) => Incremental<T>): T {
    if (this.#begun?.key !== key) {
      if (this.#task.selectorWork !== checkpoint.selectorWork) this.#task = taskCheckpoint(checkpoint.selectorWork);
      this.#begun = { key, computation: begin(this.#task) };
    }
    const begun = this.#begun;
    while (begun.end === undefined) {
      const step = this.#advance(begun.computation);
      if (step.done === true) begun.end = step;
      else checkpoint.stepOrPause(this.#task.takeUnits());
    }
    return begun.end.value as T;
  }

  /** Drops the computation of a key, or any computation if there is no key. */
  forget(key?: K): void {
    if (key === undefined || this.#begun?.key === key) this.#begun = undefined;
  }

  #advance(computation: Incremental<unknown>): IteratorResult<undefined, unknown> {
    try {
      return computation.next();
    } catch (error) {
      this.#begun = undefined;
      throw error;
    }
  }
}
