// Runs queries that yield to the event loop. A short query runs in one go and is consistent. A longer query runs in slices,
// while objects may change, and caches its results. A second attempt in one go then finds most of them in the cache.

import { type CallLimits, Checkpoint, SliceOver, type Yield } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';

/** The limits of a call, and the function that yields to the event loop. */
export interface CallInTurns {
  readonly limits: CallLimits;
  readonly yieldNow: Yield;
}

/** Returns the answer if it takes at most a millisecond; undefined if it takes longer. */
function atOnce<T>(ask: (checkpoint: Checkpoint) => Incremental<T>, limits: CallLimits): { readonly answer: T } | undefined {
  const trial = new Checkpoint(limits);
  try {
    trial.beginTrial();
    return { answer: inOneGo(ask(trial), trial) };
  } catch (error) {
    if (error instanceof SliceOver) return undefined;
    throw error;
  }
}

function* readAndAsk<I, T>(
  read: (checkpoint: Checkpoint) => Incremental<I>,
  ask: (input: I, checkpoint: Checkpoint) => Incremental<T>,
  checkpoint: Checkpoint,
): Incremental<T> {
  return yield* ask(yield* read(checkpoint), checkpoint);
}

/**
 * Reads the input of a call and queries it: in one go if both take at most a millisecond, otherwise in slices. `begin` runs on
 * the answer immediately, so an answer that was found in one go is still current. A call that runs in one go does its work
 * before it returns.
 */
export async function beginOnAnswer<I, T, U>(
  read: (checkpoint: Checkpoint) => Incremental<I>,
  ask: (input: I, checkpoint: Checkpoint) => Incremental<T>,
  begin: (answer: T) => U,
  { limits, yieldNow }: CallInTurns,
): Promise<U> {
  const first = atOnce((checkpoint) => readAndAsk(read, ask, checkpoint), limits);
  if (first !== undefined) return begin(first.answer);
  await yieldNow();
  const checkpoint = new Checkpoint(limits);
  const input = await inSlices(checkpoint, read(checkpoint), yieldNow);
  const found = await inSlices(checkpoint, ask(input, checkpoint), yieldNow);
  await yieldNow();
  const second = atOnce((trial) => ask(input, trial), limits);
  return begin(second === undefined ? found : second.answer);
}
