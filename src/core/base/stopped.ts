// Checkpoints throw these where work stops.

/** The limits that end a call before its answer, next to those of its search. */
export type EndedBy = 'milliseconds' | 'signal';

/**
 * Work stopped at a checkpoint. Never leaves the library. It is thrown and is no Error: a stack trace takes ten times as long as the rest of it, and
 * there is one for each slice and for each node of a call that has ended.
 */
export abstract class Stopped {
  abstract readonly kind: 'call' | 'slice';
}

/** The call is to end: its time is up, or it was called off. */
export class CallEnded extends Stopped {
  readonly kind = 'call';
  readonly by: EndedBy;

  constructor(by: EndedBy) {
    super();
    this.by = by;
  }
}

/** The slice is over: the work is to be called again after others had their turn. */
export class SliceOver extends Stopped {
  readonly kind = 'slice';
}
