// Work that pauses, as generators: `for (...) { work(item); if (checkpoint.due()) yield; }`. What is bounded stays an ordinary function.

import { type Checkpoint, SliceOver, type Yield } from './checkpoint.js';
import { ReplayLog } from './replay-log.js';

/** A computation in increments. Other work may run between two of them. */
export type Incremental<T> = Generator<undefined, T, undefined>;

/** Items that a plain loop compares, counts or adds up in a microsecond, which is a unit of work. */
export const ITEMS_A_UNIT = 64;

/** Units of work of an increment that does not announce any. */
const UNITS_OF_INCREMENT = 64;

/** Runs a computation to its end without pauses. */
export function inOneGo<T>(computation: Generator<unknown, T, undefined>): T {
  for (;;) {
    const { done, value } = computation.next();
    if (done === true) return value;
  }
}

/** Runs a computation in slices, and yields to the event loop between them. */
export async function inSlices<T>(checkpoint: Checkpoint, computation: Generator<unknown, T, undefined>, giveWay: Yield): Promise<T> {
  try {
    for (;;) {
      checkpoint.beginSlice();
      const end = checkpoint.unlogged(() => endOf(checkpoint, computation));
      if (end !== undefined) return end.value;
      await giveWay();
    }
  } finally {
    computation.return(undefined as T);
  }
}

/**
 * Runs a computation within work that is replayed: the call may end or pause after each increment. A computation that has ended gives its result, or
 * throws its error, again at each replay.
 */
export function inIncrements<T>(checkpoint: Checkpoint, begin: () => Generator<unknown, T, undefined>): T {
  if (!checkpoint.isSliced) return resultOf(checkpoint, begin());
  const { computation, ended } = checkpoint.keep((): Running<T> => ({ computation: begin(), ended: {} }));
  ended.give ??= untilSliceEnds(checkpoint, computation);
  return ended.give();
}

/** Runs work that is replayed, within a computation in increments. */
export function* replaying<T>(checkpoint: Checkpoint, run: () => T): Incremental<T> {
  if (!checkpoint.hasSlices) return run();
  const log = new ReplayLog();
  for (;;) {
    try {
      return checkpoint.logged(log, run);
    } catch (error) {
      if (!(error instanceof SliceOver)) throw error;
    }
    yield;
  }
}

/** A computation, and how it ended. */
interface Running<T> {
  readonly computation: Generator<unknown, T, undefined>;
  readonly ended: { give?: () => T };
}

/** Returns a function that gives the result, or throws the error. Throws SliceOver where the computation has not ended. */
function untilSliceEnds<T>(checkpoint: Checkpoint, computation: Generator<unknown, T, undefined>): () => T {
  let end: { readonly value: T } | undefined;
  try {
    end = checkpoint.unlogged(() => endOf(checkpoint, computation));
  } catch (error) {
    return () => {
      throw error;
    };
  }
  if (end === undefined) throw new SliceOver();
  const { value } = end;
  return () => value;
}

function resultOf<T>(checkpoint: Checkpoint, computation: Generator<unknown, T, undefined>): T {
  for (;;) {
    const end = endOf(checkpoint, computation);
    if (end !== undefined) return end.value;
  }
}

/**
 * Runs increments until the computation ends; undefined: the slice was over before. An error of the checkpoint is thrown within the computation, which
 * frees what it holds and may give a result instead.
 */
function endOf<T>(checkpoint: Checkpoint, computation: Generator<unknown, T, undefined>): { readonly value: T } | undefined {
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
