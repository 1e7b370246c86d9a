// Tracks the rules that a parser is in, and computes the tokens that may come next.

import { first, type Rule, type State } from './states.js';
import type { SyntaxNode, Token, TokenKind } from './token.js';

/** A rule that has been entered. */
export interface Entered {
  readonly rule: Rule;
  /** The minimum precedence of the operators that the rule accepts. */
  readonly precedence: number;
  /** The enclosing rule, undefined for the outermost, and the state in which it continues. */
  readonly outer: Entered | undefined;
  readonly follow: State | undefined;
  /** The first token, even if the rule does not consume it. */
  readonly start: Token;
  /** The label of the node that the rule creates; '' if the rule passes on another node. */
  label: string;
  /** The node is created with its first part, since a choice often removes the label. */
  node: OpenNode | undefined;
  passed: SyntaxNode | undefined;
}

/** A node while its rule is being read. */
interface OpenNode extends SyntaxNode {
  nodes: SyntaxNode[];
  tokens: Token[];
}

/** Returns the node that an entered rule creates; undefined if it passes on another node. */
export function openNode(entered: Entered): OpenNode | undefined {
  const { label, start, passed } = entered;
  if (entered.node === undefined && label !== '') entered.node = { label, start, nodes: passed === undefined ? [] : [passed], tokens: [] };
  return entered.node;
}

/** Returns the node of an entered rule so far; a node without a label if the rule read no token. */
export function nodeOf(entered: Entered): SyntaxNode {
  return openNode(entered) ?? entered.passed ?? { label: '', start: entered.start, nodes: [], tokens: [] };
}

/** Returns all kinds of tokens that can follow a state: in its rule and, if that can end, in the enclosing rules. */
export function expectedIn(state: State | undefined, entered: Entered): ReadonlySet<TokenKind> {
  let { kinds, end } = first(state);
  if (!end) return kinds;
  const expected = new Set(kinds);
  for (let inner = entered; end && inner.outer !== undefined; inner = inner.outer) {
    ({ kinds, end } = first(inner.follow));
    for (const kind of kinds) expected.add(kind);
  }
  if (end) expected.add('EOF');
  return expected;
}

/** Returns the kinds at which skipping of tokens ends: kinds with which any enclosing rule can continue. */
export function recoveryKinds(entered: Entered): Set<TokenKind> {
  const kinds = new Set<TokenKind>();
  const follows = new Set<State | undefined>();
  for (let inner: Entered | undefined = entered; inner !== undefined; inner = inner.outer) follows.add(inner.follow);
  for (const follow of follows) for (const kind of first(follow).kinds) kinds.add(kind);
  return kinds;
}
