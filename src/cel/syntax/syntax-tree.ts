// Parses tokens to a syntax tree by running the states of the grammar. It repairs invalid texts as ANTLR does, so that
// errors, their places and their number equal cel-go's. It keeps the entered rules in a list instead of recursing.
// Sources: antlr4-go error_strategy.go (DefaultErrorStrategy); cel-go parser/parser.go (limits).

import type { Incremental } from '../../core/base/incremental.js';
import type { Diagnostics } from './diagnostics.js';
import { type Entered, expectedIn, nodeOf, openNode, recoveryKinds } from './entered.js';
import { START } from './grammar.js';
import type { Lexer } from './lexer.js';
import { type Ahead, first, type Rule, type State } from './states.js';
import { inOrder, listKinds, missingText, quote, quoteToken, type SyntaxNode, type Token, type TokenKind } from './token.js';

/** The maximum nesting of a rule within itself. */
const MAX_DEPTH = 250;

/** The maximum number of recoveries from errors. */
const MAX_RECOVERIES = 30;

/** The maximum number of tokens that one recovery skips. */
const MAX_SKIPPED = 256;

/** The number of states that one increment runs: less than a millisecond in a cold process. */
const STATES_OF_INCREMENT = 1000;

/** Returns the syntax tree of the whole text and reports syntax errors. Throws ParsingEnded at a limit. */
export function* syntaxTree(lexer: Lexer, diagnostics: Diagnostics): Incremental<SyntaxNode> {
  const parser = new Parser(lexer, diagnostics);
  for (let tree = parser.run(STATES_OF_INCREMENT); ; tree = parser.run(STATES_OF_INCREMENT)) {
    if (tree !== undefined) return tree;
    yield;
  }
}

class Parser implements Ahead {
  readonly #lexer: Lexer;
  readonly #diagnostics: Diagnostics;
  /** The number of active entries of each rule, by its index. */
  readonly #depths: number[] = [];
  #index = 0;
  /** The token at the index, which nearly every state checks. */
  #next: Token;
  #entered: Entered;
  /** The next state; undefined at the end of the rule. */
  #state: State | undefined;
  /** True after an error until a token is matched. Meanwhile, further errors are not reported. */
  #recovering = false;
  #recoveries = 0;
  /** The states that failed since a token was matched, and the index of the token at the last failure. */
  readonly #failed = new Set<State>();
  #failedAt = -1;

  constructor(lexer: Lexer, diagnostics: Diagnostics) {
    this.#lexer = lexer;
    this.#diagnostics = diagnostics;
    this.#next = lexer.token(0);
    this.#entered = this.#enter(START(), 0, undefined, undefined);
    this.#state = this.#entered.rule.start;
  }

  /** Runs this number of states. Returns the tree at the end of the text. */
  run(states: number): SyntaxNode | undefined {
    let state = this.#state;
    for (let left = states; left > 0; left--) {
      if (state !== undefined) {
        state = this.#step(state);
        continue;
      }
      const { rule, outer, follow } = this.#entered;
      const node = nodeOf(this.#entered);
      if (outer === undefined) return node;
      this.#depths[rule.index] = (this.#depths[rule.index] ?? 0) - 1;
      const outerNode = openNode(outer);
      if (outerNode === undefined) outer.passed = node;
      else outerNode.nodes = appended(outerNode.nodes, node);
      this.#entered = outer;
      state = follow;
    }
    this.#state = state;
    return undefined;
  }

  get precedence(): number {
    return this.#entered.precedence;
  }

  kind(distance: number): TokenKind {
    return distance === 1 ? this.#next.kind : this.#ahead(distance).kind;
  }

  #ahead(distance: number): Token {
    return this.#lexer.token(this.#index + distance - 1);
  }

  #enter(rule: Rule, precedence: number, outer: Entered | undefined, follow: State | undefined): Entered {
    const depth = (this.#depths[rule.index] ?? 0) + 1;
    if (depth > MAX_DEPTH) this.#diagnostics.exceeded(`expression recursion limit exceeded: ${MAX_DEPTH}`);
    this.#depths[rule.index] = depth;
    return { rule, precedence, outer, follow, start: this.#next, label: '', node: undefined, passed: undefined };
  }

  /** Runs a state. Returns the next one, or the end of the rule after an unrecoverable error. */
  #step(state: State): State | undefined {
    switch (state.is) {
      case 'token':
        return this.#match(state);
      case 'rule':
        this.#entered = this.#enter(state.rule(), state.precedence, this.#entered, state.next);
        return this.#entered.rule.start;
      case 'choice':
        return this.#choose(state);
      case 'label':
        this.#label(state.label);
        return state.next;
      case 'wrap':
        this.#entered.node = { label: state.label, start: this.#entered.start, nodes: [nodeOf(this.#entered)], tokens: [] };
        this.#entered.label = state.label;
        return state.next;
    }
  }

  #label(label: string): void {
    if (label === this.#entered.label) return;
    this.#entered.label = label;
    this.#entered.node = undefined;
  }

  #match(state: State & { readonly is: 'token' }): State | undefined {
    if (!state.kinds.has(this.#next.kind)) {
      this.#countRecovery();
      if (!this.#deleteToken(state)) return this.#insertToken(state) ? state.next : this.#mismatch(state);
    }
    this.#matched();
    this.#take(this.#next);
    this.#skip();
    return state.next;
  }

  #take(token: Token): void {
    const node = openNode(this.#entered);
    if (node !== undefined) node.tokens = appended(node.tokens, token);
  }

  #choose(state: State & { readonly is: 'choice' }): State | undefined {
    const { kinds, end } = first(state);
    if (!end && !kinds.has(this.#next.kind) && !this.#synchronize(state)) return this.#mismatch(state);
    const way = state.choose(this);
    return way >= 0 ? state.ways[way] : this.#noWay(state, -way);
  }

  #matched(): void {
    if (this.#failedAt === -1 && !this.#recovering) return;
    this.#recovering = false;
    this.#failed.clear();
    this.#failedAt = -1;
  }

  /** Skips a token, except for EOF. */
  #skip(): void {
    if (this.#next.kind === 'EOF') return;
    this.#index += 1;
    this.#next = this.#lexer.token(this.#index);
  }

  /** Reports an error, unless it results from the previous one. */
  #report(token: Token, message: () => string): void {
    if (this.#recovering) return;
    this.#recovering = true;
    this.#diagnostics.syntaxError(token.at, message());
  }

  /** Repairs a text whose next token does not fit a choice. Returns false if the rule must end. */
  #synchronize(state: State & { readonly is: 'choice' }): boolean {
    if (this.#recovering) return true;
    if (!state.repeats) return this.#deleteToken(state);
    this.#reportUnwanted(state);
    const recoveryTokens = recoveryKinds(this.#entered);
    for (const kind of expectedIn(state, this.#entered)) recoveryTokens.add(kind);
    while (this.#next.kind !== 'EOF' && !recoveryTokens.has(this.#next.kind)) this.#skip();
    return true;
  }

  /** Skips the next token if the one after it fits. */
  #deleteToken(state: State): boolean {
    if (!expectedIn(state, this.#entered).has(this.kind(2))) return false;
    this.#reportUnwanted(state);
    this.#skip();
    this.#matched();
    return true;
  }

  #reportUnwanted(state: State): void {
    const token = this.#next;
    this.#report(token, () => `extraneous input ${quoteToken(token)} expecting ${listKinds(expectedIn(state, this.#entered))}`);
  }

  /** Inserts a token if the next one fits after it. */
  #insertToken(state: State & { readonly is: 'token' }): boolean {
    const token = this.#next;
    if (!expectedIn(state.next, this.#entered).has(token.kind)) return false;
    this.#report(token, () => `missing ${listKinds(state.kinds)} at ${quoteToken(token)}`);
    const [kind = 'EOF'] = inOrder(state.kinds);
    const { at } = token.kind === 'EOF' && this.#index > 0 ? this.#ahead(0) : token;
    this.#take({ kind, text: missingText(kind), at, hidden: '' });
    return true;
  }

  #mismatch(state: State): State | undefined {
    const token = this.#next;
    this.#report(token, () => `mismatched input ${quoteToken(token)} expecting ${listKinds(expectedIn(state, this.#entered))}`);
    return this.#abandon(state);
  }

  #noWay(state: State, distance: number): State | undefined {
    this.#report(this.#ahead(distance), () => {
      const message = `no viable alternative at input ${quote(this.#textUpTo(distance))}`;
      // cel-go's message for a reserved word after a dot.
      return message.replace(/no viable alternative at input '.(true|false|null)'/, "mismatched input '$1' expecting IDENTIFIER");
    });
    return this.#abandon(state);
  }

  /** Returns the text from the next token to the one at a distance. */
  #textUpTo(distance: number): string {
    if (this.#next.kind === 'EOF') return '<EOF>';
    let text = this.#next.text;
    for (let next = 2; next <= distance; next += 1) text += this.#ahead(next).hidden + this.#ahead(next).text;
    return text;
  }

  /** Ends the rule after skipping tokens up to one with which an enclosing rule can continue. */
  #abandon(state: State): State | undefined {
    this.#countRecovery();
    let skipped = 0;
    const skip = (): void => {
      if (skipped >= MAX_SKIPPED) this.#diagnostics.exceeded(`error recovery token lookahead limit exceeded: ${MAX_SKIPPED}`);
      skipped += 1;
      this.#skip();
    };
    // Skips a token after a repeated error at the same token, because the loop would not end otherwise.
    if (this.#failedAt === this.#index && this.#failed.has(state)) skip();
    this.#failedAt = this.#index;
    this.#failed.add(state);
    const recoveryTokens = recoveryKinds(this.#entered);
    while (this.#next.kind !== 'EOF' && !recoveryTokens.has(this.#next.kind)) skip();
    return undefined;
  }

  #countRecovery(): void {
    this.#recoveries += 1;
    if (this.#recoveries <= MAX_RECOVERIES) return;
    this.#diagnostics.syntaxError(this.#next.at, `error recovery attempt limit exceeded: ${MAX_RECOVERIES}`);
    this.#diagnostics.end();
  }
}

/**
 * Returns the list with an item appended: a new list while it is short, the same list later. V8
 * reserves space for 17 items in a growing list, and most lists of a tree have one or two.
 */
function appended<T>(list: T[], item: T): T[] {
  if (list.length === 0) return [item];
  if (list.length === 1) return [list[0] as T, item];
  list.push(item);
  return list;
}
