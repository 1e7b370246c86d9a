// The error for invalid contents of an input.

import { linesOf, type Message } from '../message.js';

/** A message for the user and its place: `file:line:column`, if available. */
export interface Diagnostic {
  readonly message: Message;
  readonly place?: string;
  /** Absent for a warning or an error. */
  readonly severity?: 'note';
  /** True if pods may be missing in the result. This is an error for commands that place pods. */
  readonly hidesPods?: true;
}

/** Invalid contents of the input: exit code 3. `others` are further mistakes, and `remedy` is a note about all of them. */
export class ContentError extends Error {
  override readonly name = 'ContentError';
  readonly place: string | undefined;
  /** The message. */
  readonly lines: readonly string[];
  readonly others: readonly Diagnostic[];
  readonly remedy: string | undefined;

  constructor({ message, place }: Diagnostic, others: readonly Diagnostic[] = [], remedy?: string) {
    const lines = linesOf(message);
    super(lines.join('\n'));
    this.lines = lines;
    this.place = place;
    this.others = others;
    this.remedy = remedy;
  }
}
