// Questions of calls that give way. What is asked in one go is as of one moment; what takes longer is asked in slices, of objects as they are when their turn
// comes, and remembered, so that the second attempt in one go finds most of it.

import { type CallLimits, Checkpoint, runCooperatively, SliceOver, type Yield } from '../core/base/checkpoint.js';

/** The limits of a call, and how it gives way. */
export interface CallInTurns {
  readonly limits: CallLimits;
  readonly giveWay: Yield;
}

/** The answer where it takes a millisecond at most; undefined: it takes longer. */
function atOnce<T>(ask: (checkpoint: Checkpoint) => T, limits: CallLimits): { readonly answer: T } | undefined {
  const trial = new Checkpoint(limits);
  try {
    trial.beginTrial();
    return { answer: ask(trial) };
  } catch (error) {
    if (error instanceof SliceOver) return undefined;
    throw error;
  }
}

/** Does work in slices. Rejects with CallEnded, and with what the work throws. */
export function inSlices<T>(run: (checkpoint: Checkpoint) => T, { limits, giveWay }: CallInTurns): Promise<T> {
  const checkpoint = new Checkpoint(limits);
  return runCooperatively(checkpoint, () => run(checkpoint), giveWay);
}

/**
 * Reads what a call is about and asks about it, in one go where that takes a millisecond, and otherwise in slices. `begin` goes on with the answer at once: of
 * an answer that was found in one go nothing has changed by then. What is done in one go is done before the call returns.
 */
export async function askInTurns<I, T, U>(
  read: (checkpoint: Checkpoint) => I,
  ask: (input: I, checkpoint: Checkpoint) => T,
  begin: (answer: T) => U,
  call: CallInTurns,
): Promise<U> {
  const first = atOnce((checkpoint) => ask(read(checkpoint), checkpoint), call.limits);
  if (first !== undefined) return begin(first.answer);
  await call.giveWay();
  const input = await inSlices(read, call);
  const found = await inSlices((checkpoint) => ask(input, checkpoint), call);
  const second = atOnce((checkpoint) => ask(input, checkpoint), call.limits);
  return begin(second === undefined ? found : second.answer);
}
