// Lets several calls advance one computation, one after the other.

import type { Checkpoint } from '../../../core/base/checkpoint.js';
import type { Incremental } from '../../../core/base/incremental.js';

/** The computation in progress. A later call continues where an earlier call stopped. */
export class SharedComputation<K> {
  #begun: { readonly key: K; readonly computation: Incremental<unknown>; end?: { readonly value: unknown } } | undefined;

  /**
   * Returns the result for a key. Continues the computation of that key, or begins it and drops any other. Throws SliceOver if the slice ends first. A
   * computation that throws is dropped; a result is stored until `forget`.
   */
  run<T>(key: K, checkpoint: Checkpoint, begin: () => Incremental<T>): T {
    if (this.#begun?.key !== key) this.#begun = { key, computation: begin() };
    const begun = this.#begun;
    while (begun.end === undefined) {
      const step = this.#advance(begun.computation);
      if (step.done === true) begun.end = step;
      else checkpoint.stepOrPause();
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
