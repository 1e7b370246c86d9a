// The two ways in which an expression fails, in the words of the reference.

import { messageText } from '../core/base/describe.js';
import { isAscii } from './values/characters.js';

/** One error of compilation and where it is, as an offset into the expression, or one of the two places below. */
export interface Issue {
  readonly at: number;
  readonly message: string;
  /** True for what dra-allocator does not do, and Kubernetes may. */
  readonly isOwnLimit?: boolean;
}

/** The place of something that is missing in the expression. cel-go prints it as 1:0. */
export const BEFORE_TEXT = -1;

/** The place of what concerns the whole expression. cel-go prints it as -1:0. */
export const NOWHERE = -2;

/**
 * An expression that does not compile. `message` reads like the reference's after "CEL compile error: ", with the lines of
 * the expression and a caret below each place, and `help` after it; `line` and `column` (from 1) are those of the first error, 1 and 1
 * where none is known.
 * @example
 * ```ts
 * // Examples of its methods go on from this one.
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
  /** Advice, a sentence each: what was probably meant, or which release has it. */
  readonly help: readonly string[];
  /** The message without the help: the words of the reference alone. */
  readonly plainMessage: string;
  /** True where a limit of dra-allocator is in the way, and Kubernetes would take the expression. */
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
   * For JSON.stringify, which leaves out the message of an error.
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

/** The message of an evaluation that took too long for us, while its cost is still within the limit of the reference. */
export const TOO_MUCH_WORK = 'evaluation ended by the limit of dra-allocator on its work, which Kubernetes does not have';

/** The message of an evaluation whose values take more memory than we have for them, whatever its call allows. */
export const TOO_MUCH_MEMORY = 'evaluation ended by the limit of dra-allocator on the memory of its values, which Kubernetes does not have';

/**
 * An expression that fails on a device: message as in cel-go, for a missing key with the hint that the reference gives for selectors; or one
 * that a limit of our own ended, of which there is no telling how it would end.
 * @example
 * ```ts
 * // Examples of its methods go on from this one.
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
  /** The message without the hint, which derived attributes do not get. */
  readonly plainMessage: string;
  /** True where a limit of dra-allocator ended the evaluation: Kubernetes, which does not have it, would have gone on. */
  readonly isOwnLimit: boolean;

  constructor(message: string, isOwnLimit = false) {
    const plainMessage = messageText(message);
    super(plainMessage.includes('no such key:') ? plainMessage + MISSING_KEY_HINT : plainMessage);
    this.plainMessage = plainMessage;
    this.isOwnLimit = isOwnLimit;
  }

  /**
   * For JSON.stringify, which leaves out the message of an error.
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

/** Ends a compilation; {@link compileError} makes the public error of it. */
export class IssuesError extends Error {
  readonly issues: readonly Issue[];

  constructor(issues: readonly Issue[]) {
    super(issues[0]?.message);
    this.issues = issues;
  }
}

/** At most this many issues are printed. */
const MAX_ISSUES = 100;

/** The public error for what was found while compiling, printed the way cel-go prints its issues, and the help after them. */
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

/** The place of an issue: line and column, both from 1 and the column in code points, and the text of the line, if there is one. */
interface Location {
  readonly line: number;
  readonly column: number;
  readonly source: string | undefined;
  /** The part of the line before it. */
  readonly before: string;
}

/** Dots up to the place and a caret below it; both are wide below what is no ASCII character, as cel-go has them. */
function pointer({ source = '', before }: Location): string {
  // Runs, since a text of 10 KiB may have a hundred issues.
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

/** The two halves of one character. */
const PAIR = /[\ud800-\udbff][\udc00-\udfff]/g;
