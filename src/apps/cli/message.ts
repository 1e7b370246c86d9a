// Messages with more than one line. Text of the input can occur inside a line, but never at its beginning.

import type { AllocationErrorCode } from '../../core/base/errors.js';

/** A message of one line or several. */
export type Message = string | readonly string[];

/** The text before the list of issues of an expression. As in Kubernetes, each issue has the line of the expression and a caret below; help comes last. */
const ISSUES = 'compilation failed: ERROR: <input>:';

/** Matches the start of a line in the list of issues. */
const LINE = /\n(?= \| |ERROR: <input>:|\d+ more errors were truncated|help: )/;

/**
 * Splits a message about an expression that does not compile. Names from the input come before the list, and no text in the
 * list begins a line.
 */
export function linesOfIssues(message: string): readonly string[] {
  const start = message.lastIndexOf(ISSUES);
  if (start < 0) return [message];
  const [first = '', ...others] = message.slice(start).split(LINE);
  return [message.slice(0, start) + first, ...others];
}

const COMPILE_ERRORS: ReadonlySet<AllocationErrorCode> = new Set(['cel-compile-error', 'derived-attribute-compile-error']);

/** Splits the message of an error of the library into lines. */
export function linesOfError({ code, message }: { readonly code: AllocationErrorCode; readonly message: string }): readonly string[] {
  return COMPILE_ERRORS.has(code) ? linesOfIssues(message) : [message];
}

/** Returns the lines of a message. */
export function linesOf(message: Message): readonly string[] {
  return typeof message === 'string' ? [message] : message;
}

/** Returns a message with a prefix before its first line. */
export function prefixed(prefix: string, message: Message): readonly string[] {
  const [first = '', ...others] = linesOf(message);
  return [prefix + first, ...others];
}
