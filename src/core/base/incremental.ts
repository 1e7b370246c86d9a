// Work that pauses, as generators: `for (...) { work(item); if (checkpoint.due()) yield; }`. Bounded work stays in ordinary functions.

import type { Checkpoint, Yield } from './checkpoint.js';

/** A computation in increments. Other work may run between two increments. */
export type Incremental<T> = Generator<undefined, T, undefined>;

/** Returns a computation that is finished. It costs less than a new generator. */
export function finished<T>(value: T): Generator<never, T, unknown> {
  return new Finished(value) as unknown as Generator<never, T, unknown>;
}

class Finished<T> implements IteratorReturnResult<T> {
  readonly done = true;
  readonly value: T;

  constructor(value: T) {
    this.value = value;
  }

  next(): this {
    return this;
  }

  return(): this {
    return this;
  }

  [Symbol.iterator](): this {
    return this;
  }
}

/** A finished computation without a result, which callers may run many times. */
export const NO_WORK = new Finished(undefined) as unknown as Generator<never, undefined, unknown>;

/** The items that a plain loop compares, counts or adds up in a microsecond. This is a unit of work. */
export const ITEMS_A_UNIT = 64;

/** The units of work that are counted for an increment that announces none. */
const UNITS_OF_INCREMENT = 64;

/** Runs a computation to its end without pauses. With a checkpoint, the limits of the call also end a computation that does not announce its work. */
export function inOneGo<T>(computation: Generator<unknown, T, undefined>, checkpoint?: Checkpoint): T {
  for (;;) {
    const end = checkpoint === undefined ? computation.next() : endOf(checkpoint, computation);
    if (end !== undefined && end.done !== false) return end.value as T;
  }
}

/** Runs a computation in slices, and yields to the event loop between them. */
export async function inSlices<T>(checkpoint: Checkpoint, computation: Generator<unknown, T, undefined>, yieldNow: Yield): Promise<T> {
  try {
    for (;;) {
      checkpoint.beginSlice();
      const end = endOf(checkpoint, computation);
      if (end !== undefined) return end.value;
      await yieldNow();
    }
  } finally {
    computation.return(undefined as T);
  }
}

/**
 * Runs increments until the computation ends; undefined if the slice ends first. Throws an error of the checkpoint inside the computation,
 * which can then free its memory and return a partial result.
 */
function endOf<T>(checkpoint: Checkpoint, computation: Generator<unknown, T, undefined>): IteratorReturnResult<T> | undefined {
  let step = computation.next();
  while (step.done !== true) {
    try {
      if (checkpoint.due(UNITS_OF_INCREMENT)) return undefined;
    } catch (error) {
      step = computation.throw(error);
      continue;
    }
    step = computation.next();
  }
  return step;
}
