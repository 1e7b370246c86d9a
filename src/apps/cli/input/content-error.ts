// A mistake in the content of an input, for the exit code and for people.

import { linesOf, type Message } from '../message.js';

/** Something that the user should know, and where: `file:line:column`, as far as known. */
export interface Diagnostic {
  readonly message: Message;
  readonly place?: string;
  /** Absent: a warning, or an error. */
  readonly severity?: 'note';
  /** Pods may be missing from the answer: an error for commands that place pods. */
  readonly hidesPods?: true;
}

/** The input cannot be understood: exit code 3. `place` is as in {@link Diagnostic}; `others` are more mistakes. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly place: string | undefined;
  /** The message. */
  readonly lines: readonly string[];
  readonly others: readonly Diagnostic[];

  constructor({ message, place }: Diagnostic, others: readonly Diagnostic[] = []) {
    const lines = linesOf(message);
    super(lines.join('\n'));
    this.lines = lines;
    this.place = place;
    this.others = others;
  }
}
