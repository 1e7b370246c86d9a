// The values that checkpoints throw to stop work.

/** The limits that end a call before its answer, in addition to the limits of its search. */
export type EndedBy = 'milliseconds' | 'signal';

/**
 * Thrown where work stops at a checkpoint. Never leaves the library. It is not an Error, because a stack trace would cost ten
 * times as much as the rest, and an ended call throws one for each slice and node.
 */
export abstract class Stopped {
  abstract readonly kind: 'call' | 'slice';
}

/** The call ends: its time is over, or the caller cancelled it. */
export class CallEnded extends Stopped {
  readonly kind = 'call';
  readonly by: EndedBy;

  constructor(by: EndedBy) {
    super();
    this.by = by;
  }
}

/** Returns the limit that ended a call. Throws any other error again. */
export function endOfCall(error: unknown): EndedBy {
  if (error instanceof CallEnded) return error.by;
  throw error;
}

/** The slice is over: the caller must resume the work after other tasks ran. */
export class SliceOver extends Stopped {
  readonly kind = 'slice';
}
