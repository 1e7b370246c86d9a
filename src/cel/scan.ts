// The first look at an expression, before any parser: bounds its size and nesting, so that no recursive stage can
// overflow the stack, and pairs its parentheses, which the parser forgets.

import { IssueError } from './errors.js';

/** Bytes an expression may have (resource.k8s.io: CELSelectorExpressionMaxLength). */
export const MAX_EXPRESSION_BYTES = 10 * 1024;

/** How deep brackets, and signs in a row, may nest. cel-go stops at 250 levels of recursion. */
export const MAX_NESTING = 200;

/** What the scan learns. */
export interface Scan {
  /** Where each opening parenthesis closes. */
  readonly closing: ReadonlyMap<number, number>;
}

/** Looks at every token once. Throws IssueError when a bound is exceeded; leaves all other errors to the parser. */
export function scan(expression: string): Scan {
  if (new TextEncoder().encode(expression).length > MAX_EXPRESSION_BYTES) {
    throw new IssueError(0, `expression is longer than ${MAX_EXPRESSION_BYTES} bytes`);
  }
  const pairs = new Pairs();
  let signs = 0;
  for (let at = 0; at < expression.length; at += 1) {
    at = skipText(expression, at);
    const char = expression[at] ?? '';
    if (char === '!' || char === '-') signs += 1;
    else if (/\S/.test(char)) signs = 0;
    pairs.add(char, at);
    if (pairs.depth > MAX_NESTING || signs > MAX_NESTING) throw tooDeep(at);
  }
  return { closing: pairs.closing };
}

/** Pairs brackets as they come. */
class Pairs {
  readonly closing = new Map<number, number>();
  readonly #open: { readonly char: string; readonly at: number }[] = [];

  get depth(): number {
    return this.#open.length;
  }

  add(char: string, at: number): void {
    if (char === '(' || char === '[' || char === '{') this.#open.push({ char, at });
    if (char !== ')' && char !== ']' && char !== '}') return;
    const start = this.#open.pop();
    if (char === ')' && start?.char === '(') this.closing.set(start.at, at);
  }
}

/** The error for an expression that nests deeper than any stage may recurse. */
export function tooDeep(at: number): IssueError {
  return new IssueError(at, 'expression nests too deeply: not supported');
}

/** Where the blank, comment, or (with prefix) string literal that starts at `at` ends; `at` itself where none starts. */
function skipText(expression: string, at: number): number {
  if (expression.startsWith('//', at)) {
    const end = expression.indexOf('\n', at);
    return end === -1 ? expression.length : end;
  }
  const quote = expression[at];
  if (quote !== '"' && quote !== "'") return at;
  const raw = isRawPrefix(expression, at);
  const delimiter = expression.startsWith(quote.repeat(3), at) ? quote.repeat(3) : quote;
  let end = at + delimiter.length;
  while (end < expression.length && !expression.startsWith(delimiter, end)) end += !raw && expression[end] === '\\' ? 2 : 1;
  return Math.min(end + delimiter.length, expression.length);
}

function isRawPrefix(expression: string, at: number): boolean {
  return /[rR]/.test(expression[at - 1] ?? '') && !/[A-Za-z0-9_]/.test(expression[at - 2] ?? '');
}

/** The first offset at or after `at` that is neither blank, nor in a comment, nor one of the characters in `also`. */
export function skipBlank(expression: string, at: number, also = ''): number {
  let end = at;
  for (;;) {
    const char = expression[end];
    if (char === undefined) return end;
    if (expression.startsWith('//', end)) end = skipText(expression, end);
    else if (/\s/.test(char) || also.includes(char)) end += 1;
    else return end;
  }
}
