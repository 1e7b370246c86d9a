// Defines the two errors of expressions, with the messages of the reference.

import { messageText } from '../core/base/describe.js';
import { isAscii } from './values/characters.js';

/** One compile error and its place: an offset into the expression, or one of the two special places below. */
export interface Issue {
  readonly at: number;
  readonly message: string;
  /** True if only dra-allocator lacks the feature and Kubernetes may support it. */
  readonly isOwnLimit?: boolean;
}

/** The place of something missing from the expression. cel-go prints it as 1:0. */
export const BEFORE_TEXT = -1;

/** The place of an issue about the whole expression. cel-go prints it as -1:0. */
export const NOWHERE = -2;

/**
 * An expression that does not compile. `message` equals the reference's text after "CEL compile error: ", with the lines of
 * the expression, a caret below each place, and then `help`. `line` and `column` (from 1) locate the first error; both are 1
 * if its place is unknown.
 * @example
 * ```ts
 * // The examples of its methods continue this one.
 * import { CelCompileError, compileSelector } from 'dra-allocator/cel';
 *
 * let refused: CelCompileError | undefined;
 * try {
 *   compileSelector('device.drive == "gpu.example.com"');
 * } catch (error) {
 *   if (!(error instanceof CelCompileError)) throw error;
 *   refused = error;
 * }
 * console.log(refused?.line, refused?.column, refused?.help); // 1 7 [ 'did you mean device.driver?' ]
 * ```
 */
export class CelCompileError extends Error {
  override readonly name = 'CelCompileError';
  readonly line: number;
  readonly column: number;
  /** Advice, one sentence each: the probable intention, or the release that has the feature. */
  readonly help: readonly string[];
  /** The message without the help, as in the reference. */
  readonly plainMessage: string;
  /** True if a limit of dra-allocator caused the error and Kubernetes would accept the expression. */
  readonly isOwnLimit: boolean;

  constructor(message: string, line = 1, column = 1, help: readonly string[] = [], isOwnLimit = false) {
    const [plainMessage, sentences] = [messageText(message), Array.isArray(help) ? help.map(messageText) : []];
    super([plainMessage, ...sentences.map((sentence) => `help: ${sentence}`)].join('\n'));
    this.isOwnLimit = isOwnLimit;
    this.line = line;
    this.column = column;
    this.help = sentences;
    this.plainMessage = plainMessage;
  }

  /**
   * Returns the object for JSON.stringify, which otherwise omits the message of an error.
   * @example
   * ```ts
   * console.log(Object.keys(JSON.parse(JSON.stringify(refused))));
   * // [ 'name', 'line', 'column', 'help', 'plainMessage', 'isOwnLimit', 'message' ]
   * ```
   */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

/** The message if an evaluation exceeds the local work limit, while its cost is still within the limit of the reference. */
export const TOO_MUCH_WORK = 'dra-allocator stopped the evaluation at its work limit, which Kubernetes does not have';

/** The message if values need more memory than the local limit, regardless of the limits of the call. */
export const TOO_MUCH_MEMORY = 'dra-allocator stopped the evaluation at its memory limit, which Kubernetes does not have';

/**
 * An expression that fails on a device. The message is cel-go's; for a missing key, it includes the reference's hint for selectors.
 * If a limit of dra-allocator ended the evaluation, its outcome in Kubernetes is unknown.
 * @example
 * ```ts
 * // The examples of its methods continue this one.
 * import { CelRuntimeError, compileSelector } from 'dra-allocator/cel';
 *
 * const selector = compileSelector('device.attributes["gpu.example.com"].model == "a100"');
 * let failed: CelRuntimeError | undefined;
 * try {
 *   selector.evaluate({ attributes: {} }, 'gpu.example.com');
 * } catch (error) {
 *   if (!(error instanceof CelRuntimeError)) throw error;
 *   failed = error;
 * }
 * console.log(failed?.plainMessage, failed?.isOwnLimit); // no such key: model false
 * ```
 */
export class CelRuntimeError extends Error {
  override readonly name = 'CelRuntimeError';
  /** The message without the hint, which the reference omits for derived attributes. */
  readonly plainMessage: string;
  /** True if a limit of dra-allocator ended the evaluation. Kubernetes has no such limit and would have continued. */
  readonly isOwnLimit: boolean;

  constructor(message: string, isOwnLimit = false) {
    const plainMessage = messageText(message);
    super(plainMessage.includes('no such key:') ? plainMessage + MISSING_KEY_HINT : plainMessage);
    this.plainMessage = plainMessage;
    this.isOwnLimit = isOwnLimit;
  }

  /**
   * Returns the object for JSON.stringify, which otherwise omits the message of an error.
   * @example
   * ```ts
   * console.log(Object.keys(JSON.parse(JSON.stringify(failed)))); // [ 'name', 'plainMessage', 'isOwnLimit', 'message' ]
   * ```
   */
  toJSON(): object {
    return { ...this, message: this.message };
  }
}

const MISSING_KEY_HINT =
  '. consider using CEL optional chaining (.? followed by orValue()) or guarding the check with has() for optional fields';

/** Ends a compilation. {@link compileError} creates the public error from it. */
export class IssuesError extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues[0]?.message);
    this.issues = issues;
  }
}

/** The maximum number of printed issues. */
const MAX_ISSUES = 100;

/** Returns the public error for compile issues, printed as in cel-go and followed by the help. */
export function compileError(
  expression: string,
  issues: readonly Issue[],
  help: readonly string[] = [],
  isOwnLimit = false,
): CelCompileError {
  const places = issues.slice(0, MAX_ISSUES).map((issue) => ({ ...locate(expression, issue.at), message: issue.message }));
  places.sort((a, b) => a.line - b.line || a.column - b.column);
  const printed = places.map((place) => {
    const shown = place.source === undefined ? '' : `\n | ${place.source}\n | ${pointer(place)}`;
    return `ERROR: <input>:${place.line}:${place.column}: ${place.message}${shown}`;
  });
  if (issues.length > MAX_ISSUES) printed.push(`${issues.length - MAX_ISSUES} more errors were truncated`);
  const { line = 1, column = 1 } = places[0] ?? {};
  return new CelCompileError(`compilation failed: ${printed.join('\n')}`, Math.max(line, 1), Math.max(column, 1), help, isOwnLimit);
}

/** The place of an issue: line and column from 1, the column in code points, and the text of the line if there is one. */
interface Location {
  readonly line: number;
  readonly column: number;
  readonly source: string | undefined;
  /** The part of the line before it. */
  readonly before: string;
}

/**
 * Returns dots up to the place, and then a caret below the place. The dots and the caret are wide below non-ASCII characters,
 * as in cel-go.
 */
function pointer({ source = '', before }: Location): string {
  // Repeats whole runs at once, since a text of 10 KiB may have a hundred issues.
  const dots = before.replace(/[^\0-\x7f]/gu, '\uff0e').replace(/[\0-\x7f]+/g, (run) => '.'.repeat(run.length));
  return dots + (isAscii(source[before.length] ?? '') ? '^' : '\uff3e');
}

function locate(expression: string, at: number): Location {
  if (at === NOWHERE) return { line: -1, column: 0, source: undefined, before: '' };
  const start = at > 0 ? expression.lastIndexOf('\n', at - 1) + 1 : 0;
  const end = expression.indexOf('\n', Math.max(at, 0));
  const line = expression.slice(0, start).split('\n').length;
  const source = expression === '' ? undefined : expression.slice(start, end === -1 ? undefined : end).replaceAll('\t', ' ');
  if (at === BEFORE_TEXT) return { line, column: 0, source, before: '' };
  const before = expression.slice(start, at);
  return { line, column: before.length - (before.match(PAIR)?.length ?? 0) + 1, source, before };
}

/** The surrogate pair of one character. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
