// Messages of several lines: a text of the input can be in a line, and begins none.

import type { AllocationErrorCode } from '../base/errors.js';

/** A message: a line, or several. */
export type Message = string | readonly string[];

/** The words after which the library lists what is wrong with an expression: each with its line of it and a caret below, as Kubernetes does, and help after them. */
const ISSUES = 'compilation failed: ERROR: <input>:';

/** The beginning of a line there. */
const LINE = /\n(?= \| |ERROR: <input>:|\d+ more errors were truncated|help: )/;

/** The lines of a message about an expression that does not compile. Names stand before the list, and what is listed begins no line. */
export function linesOfIssues(message: string): readonly string[] {
  const start = message.lastIndexOf(ISSUES);
  if (start < 0) return [message];
  const [first = '', ...others] = message.slice(start).split(LINE);
  return [message.slice(0, start) + first, ...others];
}

const COMPILE_ERRORS: ReadonlySet<AllocationErrorCode> = new Set(['cel-compile-error', 'derived-attribute-compile-error']);

/** The lines of an error of the library, or of other words about it. */
export function linesOfError({ code, message }: { readonly code: AllocationErrorCode; readonly message: string }): readonly string[] {
  return COMPILE_ERRORS.has(code) ? linesOfIssues(message) : [message];
}

/** The lines of a message. */
export function linesOf(message: Message): readonly string[] {
  return typeof message === 'string' ? [message] : message;
}

/** A message with words before its first line. */
export function prefixed(prefix: string, message: Message): readonly string[] {
  const [first = '', ...others] = linesOf(message);
  return [prefix + first, ...others];
}
