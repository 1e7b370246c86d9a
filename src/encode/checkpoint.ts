// Stopping work that takes long although no search has begun yet.

/** Called now and then; throws {@link DeadlinePassed} when the time is up. */
export type Checkpoint = () => void;

/** The time of a call was up before its search began. Never leaves the library. */
export class DeadlinePassed extends Error {}

/** A checkpoint for a deadline, in milliseconds of `performance.now()`. */
export function checkpointAt(deadline: number): Checkpoint {
  if (deadline === Number.POSITIVE_INFINITY) return GO_ON;
  return () => {
    if (performance.now() >= deadline) throw new DeadlinePassed();
  };
}

const GO_ON: Checkpoint = () => undefined;
