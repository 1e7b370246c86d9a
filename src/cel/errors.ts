// The two ways in which an expression fails, in the words of the reference.

/** One error of compilation and where it is, as an offset into the expression. */
export interface Issue {
  readonly at: number;
  readonly message: string;
}

/**
 * An expression that does not compile. `message` reads like the reference's after "CEL compile error: ", with the lines of
 * the expression and a caret below each place; `line` and `column` (from 1) are those of the first error, 1 and 1 where none is known.
 */
export class CelCompileError extends Error {
  override readonly name = 'CelCompileError';
  readonly line: number;
  readonly column: number;

  constructor(message: string, line = 1, column = 1) {
    super(message);
    this.line = line;
    this.column = column;
  }
}

/** What every message says about what the reference has and this version does not. */
export const NOT_SUPPORTED_YET = 'not supported yet';

/** An expression that fails on a device: message as in cel-go, for a missing key with the hint that the reference gives for selectors. */
export class CelRuntimeError extends Error {
  override readonly name = 'CelRuntimeError';
  /** The message without the hint, which derived attributes do not get. */
  readonly plainMessage: string;

  constructor(message: string) {
    super(message.includes('no such key:') ? message + MISSING_KEY_HINT : message);
    this.plainMessage = message;
  }
}

const MISSING_KEY_HINT =
  '. consider using CEL optional chaining (.? followed by orValue()) or guarding the check with has() for optional fields';

/** Ends a compilation with a single issue; {@link compileError} makes the public error of it. */
export class IssueError extends Error {
  readonly issue: Issue;

  constructor(at: number, message: string) {
    super(message);
    this.issue = { at, message };
  }
}

/** The public error for what was found while compiling, printed the way cel-go prints its issues. */
export function compileError(expression: string, issues: readonly Issue[]): CelCompileError {
  const places = issues.map((issue) => ({ ...locate(expression, issue.at), message: issue.message }));
  places.sort((a, b) => a.line - b.line || a.column - b.column);
  const first = places[0] ?? { line: 1, column: 1 };
  const text = places
    .map(({ line, column, source, message }) => `ERROR: <input>:${line}:${column}: ${message}\n | ${source}\n | ${pointer(source, column)}`)
    .join('\n');
  return new CelCompileError(`compilation failed: ${text}`, first.line, first.column);
}

/** Dots up to the column and a caret below it; both are wide below what is no ASCII character, as cel-go has them. */
function pointer(source: string, column: number): string {
  const isWide = (character: string | undefined): boolean => (character ?? '') > '\x7f';
  const characters = [...source];
  const dots = characters.slice(0, column - 1).map((character) => (isWide(character) ? '\uff0e' : '.'));
  return dots.join('') + (isWide(characters[column - 1]) ? '\uff3e' : '^');
}

/** Line and column, both from 1 and the column in code points, and the text of the line. */
function locate(expression: string, at: number): { line: number; column: number; source: string } {
  const start = expression.lastIndexOf('\n', at - 1) + 1;
  const end = expression.indexOf('\n', at);
  const line = expression.slice(0, start).split('\n').length;
  const source = expression.slice(start, end === -1 ? undefined : end).replaceAll('\t', ' ');
  return { line, column: [...expression.slice(start, at)].length + 1, source };
}
