// Text -> tree: the first stage. It accepts what cel-go's parser accepts with the options of Kubernetes (optional syntax is on, backquotes
// are from cel-go 0.29 on), gives the same tree, and rejects the rest with the same errors.
//
// lexer.ts makes tokens, syntax-tree.ts fits them to grammar.ts, build.ts makes the tree.

import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { CelCompileError, type Issue, IssuesError } from '../errors.js';
import { build, type Syntax } from './build.js';
import { Diagnostics, ParsingEnded } from './diagnostics.js';
import { Lexer } from './lexer.js';
import { syntaxTree } from './syntax-tree.js';
import type { Expr } from './tree.js';

/** Bytes an expression may have (resource.k8s.io: CELSelectorExpressionMaxLength). */
export const MAX_EXPRESSION_BYTES = 10 * 1024;

const NEWEST: Syntax = { celGo: '0.29', hasMacro: () => true };

/** Returns whether an expression is rejected for its length: it takes no time, and the message does not repeat it. */
export function isTooLong(expression: string): boolean {
  if (expression.length > MAX_EXPRESSION_BYTES) return true;
  // No character has more than three bytes in UTF-8 for each unit of UTF-16.
  return expression.length * 3 > MAX_EXPRESSION_BYTES && new TextEncoder().encode(expression).length > MAX_EXPRESSION_BYTES;
}

/** Reads an expression. Throws CelCompileError for one that is too long, otherwise IssuesError with everything that is wrong, places being those of the expression as given. */
export function parse(expression: string, syntax = NEWEST): Expr {
  const { tree, issues } = inOneGo(parsing(expression, syntax));
  if (tree === undefined) throw new IssuesError(issues);
  return tree;
}

/** A parsed expression, or its issues. An error, with its stack, would cost more than the parsing. */
interface Parsed {
  readonly tree: Expr | undefined;
  readonly issues: readonly Issue[];
}

/** Parses an expression in increments. Throws CelCompileError if it is too long. */
export function* parsing(expression: string, syntax: Syntax): Incremental<Parsed> {
  if (isTooLong(expression)) throw new CelCompileError(`expression is longer than ${MAX_EXPRESSION_BYTES} bytes`);
  const diagnostics = new Diagnostics(expression);
  const tree = yield* treeOf(expression, diagnostics, syntax);
  const { issues } = diagnostics;
  return { tree: issues.length > 0 ? undefined : tree, issues };
}

function* treeOf(expression: string, diagnostics: Diagnostics, syntax: Syntax): Incremental<Expr | undefined> {
  // Half a character is none in the reference, which has UTF-8.
  const text = expression.replace(/\p{Surrogate}/gu, '\ufffd');
  const lexer = new Lexer(text, (at, characters) => diagnostics.syntaxError(at, `token recognition error at: '${characters}'`));
  try {
    const syntaxNode = yield* syntaxTree(lexer, diagnostics);
    yield;
    return build(syntaxNode, diagnostics, syntax);
  } catch (error) {
    if (error instanceof ParsingEnded) return undefined;
    throw error;
  }
}
