// The rules that a parser is in, and what may come next in them.

import { first, type Rule, type State } from './states.js';
import type { SyntaxNode, Token, TokenKind } from './token.js';

/** A rule that has been entered. */
export interface Entered {
  readonly rule: Rule;
  /** The least precedence of the operators that the rule takes. */
  readonly precedence: number;
  /** The rule around it, undefined for the outermost, and where that goes on. */
  readonly outer: Entered | undefined;
  readonly follow: State | undefined;
  /** The first token, also when it is not taken. */
  readonly start: Token;
  /** The label of the node that the rule makes of what it has read; '' where it makes none, but passes one on. */
  label: string;
  /** The node comes to be once there is something in it, since a choice often takes the label away. */
  node: OpenNode | undefined;
  passed: SyntaxNode | undefined;
}

/** A node while its rule is being read. */
interface OpenNode extends SyntaxNode {
  nodes: SyntaxNode[];
  tokens: Token[];
}

/** The node that an entered rule makes, undefined where it passes one on. */
export function openNode(entered: Entered): OpenNode | undefined {
  const { label, start, passed } = entered;
  if (entered.node === undefined && label !== '') entered.node = { label, start, nodes: passed === undefined ? [] : [passed], tokens: [] };
  return entered.node;
}

/** The node of an entered rule so far: one without label where nothing could be read. */
export function nodeOf(entered: Entered): SyntaxNode {
  return openNode(entered) ?? entered.passed ?? { label: '', start: entered.start, nodes: [], tokens: [] };
}

/** All kinds of tokens that can come in a state: of what follows in its rule and, where that can end, in the rules around it. */
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

/** The kinds at which the skipping of tokens ends: those with which any of the rules around can go on. */
export function recoveryKinds(entered: Entered): Set<TokenKind> {
  const kinds = new Set<TokenKind>();
  const follows = new Set<State | undefined>();
  for (let inner: Entered | undefined = entered; inner !== undefined; inner = inner.outer) follows.add(inner.follow);
  for (const follow of follows) for (const kind of first(follow).kinds) kinds.add(kind);
  return kinds;
}
