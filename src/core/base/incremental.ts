// Splits long computations into increments.

import type { Checkpoint } from './checkpoint.js';

/** A computation in increments. Other work may run between two of them. */
export type Incremental<T> = Generator<undefined, T, undefined>;

/** Units of work after which a checkpoint looks at the clock. */
const UNITS_OF_INCREMENT = 64;

/** Runs a computation to its end without pauses. */
export function inOneGo<T>(computation: Generator<unknown, T, undefined>): T {
  for (;;) {
    const { done, value } = computation.next();
    if (done === true) return value;
  }
}

/** Runs a computation within the limits of a call, which may end or pause after each increment. Throws what the checkpoint throws. */
export function inIncrements<T>(checkpoint: Checkpoint, begin: () => Generator<unknown, T, undefined>): T {
  const computation = checkpoint.keep(begin);
  return checkpoint.keep(() => {
    for (;;) {
      const { done, value } = computation.next();
      if (done === true) return value;
      checkpoint.stepOrPause(UNITS_OF_INCREMENT);
    }
  });
}
