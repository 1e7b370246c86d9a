// Parses text to a tree, the first stage. It accepts the same texts as cel-go's parser with the options of Kubernetes
// (optional syntax; backquotes since cel-go 0.29), with equal trees, and rejects others with equal errors.
// lexer.ts reads tokens, syntax-tree.ts matches them to grammar.ts, and build.ts builds the tree.

import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { CelCompileError, type Issue, IssuesError } from '../errors.js';
import { build, type Syntax } from './build.js';
import { Diagnostics, ParsingEnded } from './diagnostics.js';
import { Lexer } from './lexer.js';
import { syntaxTree } from './syntax-tree.js';
import type { Expr } from './tree.js';

/** The maximum length of an expression in bytes (resource.k8s.io: CELSelectorExpressionMaxLength). */
export const MAX_EXPRESSION_BYTES = 10 * 1024;

const NEWEST: Syntax = { celGo: '0.29', hasMacro: () => true };

/** Returns whether an expression is rejected for its length. The check is fast, and the message does not contain the expression. */
export function isTooLong(expression: string): boolean {
  if (expression.length > MAX_EXPRESSION_BYTES) return true;
  // Each UTF-16 unit becomes at most three bytes of UTF-8.
  return expression.length * 3 > MAX_EXPRESSION_BYTES && new TextEncoder().encode(expression).length > MAX_EXPRESSION_BYTES;
}

/**
 * Returns the tree of an expression. Throws CelCompileError if it is too long, otherwise
 * IssuesError with all issues; places are offsets into the given expression.
 */
export function parse(expression: string, syntax = NEWEST): Expr {
  const { tree, issues } = inOneGo(parsing(expression, syntax));
  if (tree === undefined) throw new IssuesError(issues);
  return tree;
}

/** A parsed expression, or its issues. Creating an error with its stack would cost more than parsing. */
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
  // The reference uses UTF-8, in which unpaired surrogates are not characters.
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
