// Questions of calls that yield. An answer that is found in one go is as of one moment; what takes longer is queried in slices, of objects as they are when
// their turn comes, and remembered, so that the second attempt in one go finds most of it.

import { type CallLimits, Checkpoint, SliceOver, type Yield } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo, inSlices } from '../core/base/incremental.js';

/** The limits of a call, and how it yields. */
export interface CallInTurns {
  readonly limits: CallLimits;
  readonly giveWay: Yield;
}

/** The answer where it takes a millisecond at most; undefined: it takes longer. */
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
 * Reads what a call is about and asks about it, in one go where that takes a millisecond, and otherwise in slices. `begin` goes on with the answer at once: of
 * an answer that was found in one go nothing has changed by then. What is done in one go is done before the call returns.
 */
export async function askInTurns<I, T, U>(
  read: (checkpoint: Checkpoint) => Incremental<I>,
  ask: (input: I, checkpoint: Checkpoint) => Incremental<T>,
  begin: (answer: T) => U,
  { limits, giveWay }: CallInTurns,
): Promise<U> {
  const first = atOnce((checkpoint) => readAndAsk(read, ask, checkpoint), limits);
  if (first !== undefined) return begin(first.answer);
  await giveWay();
  const checkpoint = new Checkpoint(limits);
  const input = await inSlices(checkpoint, read(checkpoint), giveWay);
  const found = await inSlices(checkpoint, ask(input, checkpoint), giveWay);
  const second = atOnce((trial) => ask(input, trial), limits);
  return begin(second === undefined ? found : second.answer);
}
