// Tokens -> syntax tree of a text that fits the grammar, in a fraction of the time that syntax-tree.ts takes: it reads by recursive
// descent, makes the very same nodes, and gives up at the first thing that is not plain. Whatever is wrong in a text, and every limit,
// is left to the other parser, which starts again.

import { Lexer } from './lexer.js';
import type { SyntaxNode, Token, TokenKind } from './token.js';

/** Expressions may nest this deep here. In each no rule of the grammar is entered more than 3 times, of the 250 that there may be. */
const MAX_DEPTH = 80;

/** Thrown to give up. */
class NotPlain extends Error {}

/** The syntax tree, or undefined when the text has to be read by the other parser. */
export function plainSyntaxTree(text: string): SyntaxNode | undefined {
  try {
    return new Reader(text).whole();
  } catch (error) {
    if (error instanceof NotPlain) return undefined;
    throw error;
  }
}

function giveUp(): never {
  throw new NotPlain();
}

/** A node while it is being read. Lists that are written with all they hold take less memory than those that grow. */
interface OpenNode extends SyntaxNode {
  readonly nodes: SyntaxNode[];
  readonly tokens: Token[];
}

const nodeOf = (label: string, start: Token, nodes: SyntaxNode[], tokens: Token[]): OpenNode => ({ label, start, nodes, tokens });

const RELATIONS: ReadonlySet<TokenKind> = new Set(['==', '!=', 'in', '<', '<=', '>=', '>'] satisfies TokenKind[]);
const PRECEDENCES: ReadonlyMap<TokenKind, number> = new Map([
  ['*', 2],
  ['/', 2],
  ['%', 2],
  ['-', 1],
  ['+', 1],
]);
const LITERALS: ReadonlyMap<TokenKind, string> = new Map([
  ['NUM_INT', 'int'],
  ['NUM_FLOAT', 'double'],
  ['NUM_UINT', 'uint'],
  ['STRING', 'string'],
  ['BYTES', 'bytes'],
  ['true', 'true'],
  ['false', 'false'],
  ['null', 'null'],
]);

/** Reads the rules of grammar.ts, a method for each. */
class Reader {
  readonly #lexer: Lexer;
  /** The next token, and its index. */
  #next: Token;
  #index = 0;
  #depth = 0;

  constructor(text: string) {
    this.#lexer = new Lexer(text, giveUp);
    this.#next = this.#lexer.token(0);
  }

  whole(): SyntaxNode {
    const node = this.#expression();
    return this.#next.kind === 'EOF' ? node : giveUp();
  }

  #take(): Token {
    const taken = this.#next;
    this.#index += 1;
    this.#next = this.#lexer.token(this.#index);
    return taken;
  }

  #expect(kind: TokenKind): Token {
    return this.#next.kind === kind ? this.#take() : giveUp();
  }

  /** The kind of a token behind the next one. */
  #kind(behind: number): TokenKind {
    return this.#lexer.token(this.#index + behind).kind;
  }

  #expression(): SyntaxNode {
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) giveUp();
    const start = this.#next;
    let node = this.#or();
    if (this.#next.kind === '?') {
      const tokens = [this.#take()];
      const yes = this.#or();
      tokens.push(this.#expect(':'));
      node = nodeOf('conditional', start, [node, yes, this.#expression()], tokens);
    }
    this.#depth -= 1;
    return node;
  }

  #or(): SyntaxNode {
    const start = this.#next;
    const first = this.#and();
    if (this.#next.kind !== '||') return first;
    const node = nodeOf('or', start, [first], []);
    while (this.#next.kind === '||') {
      node.tokens.push(this.#take());
      node.nodes.push(this.#and());
    }
    return node;
  }

  #and(): SyntaxNode {
    const start = this.#next;
    const first = this.#relation();
    if (this.#next.kind !== '&&') return first;
    const node = nodeOf('and', start, [first], []);
    while (this.#next.kind === '&&') {
      node.tokens.push(this.#take());
      node.nodes.push(this.#relation());
    }
    return node;
  }

  #relation(): SyntaxNode {
    const start = this.#next;
    let node = this.#calculation(0);
    while (RELATIONS.has(this.#next.kind)) {
      const tokens = [this.#take()];
      node = nodeOf('binary', start, [node, this.#calculation(0)], tokens);
    }
    return node;
  }

  /** Reads operators that bind at least as tightly as `precedence`. */
  #calculation(precedence: number): SyntaxNode {
    const start = this.#next;
    let node = this.#unary();
    for (;;) {
      const binds = PRECEDENCES.get(this.#next.kind) ?? -1;
      if (binds < precedence || binds < 0) return node;
      const tokens = [this.#take()];
      node = nodeOf('binary', start, [node, this.#calculation(binds + 1)], tokens);
    }
  }

  #unary(): SyntaxNode {
    const start = this.#next;
    const sign = start.kind;
    if ((sign !== '!' && sign !== '-') || (sign === '-' && this.#isNumber(1))) return this.#member();
    const tokens = [this.#take()];
    // The last of several minus signs before a number belongs to the number.
    while (this.#next.kind === sign) tokens.push(this.#take());
    return nodeOf(sign === '!' ? 'not' : 'negate', start, [this.#member()], tokens);
  }

  #isNumber(behind: number): boolean {
    const kind = this.#kind(behind);
    return kind === 'NUM_INT' || kind === 'NUM_FLOAT';
  }

  #member(): SyntaxNode {
    const start = this.#next;
    let node = this.#primary();
    for (;;) {
      if (this.#next.kind === '[') node = this.#item(start, node);
      else if (this.#next.kind !== '.') return node;
      else if (this.#kind(1) === 'IDENTIFIER' && this.#kind(2) === '(')
        node = this.#call(nodeOf('memberCall', start, [node], [this.#take(), this.#take()]));
      else node = this.#field(start, node);
    }
  }

  #item(start: Token, operand: SyntaxNode): SyntaxNode {
    const open = this.#take();
    const mark = this.#next.kind === '?' ? this.#take() : undefined;
    const nodes = [operand, this.#expression()];
    const close = this.#expect(']');
    return nodeOf('index', start, nodes, mark === undefined ? [open, close] : [open, mark, close]);
  }

  #field(start: Token, operand: SyntaxNode): SyntaxNode {
    const dot = this.#take();
    const tokens = this.#next.kind === '?' ? [dot, this.#take()] : [dot];
    const name = this.#next;
    if (name.kind !== 'IDENTIFIER' && name.kind !== 'ESC_IDENTIFIER') giveUp();
    return nodeOf('select', start, [operand, nodeOf('escapeIdent', name, [], [this.#take()])], tokens);
  }

  /** The arguments of a call, which begin with a bracket. */
  #call(node: OpenNode): SyntaxNode {
    node.tokens.push(this.#take());
    if (this.#next.kind !== ')') {
      const list = nodeOf('exprList', this.#next, [], []);
      node.nodes.push(list);
      list.nodes.push(this.#expression());
      while (this.#next.kind === ',') {
        list.tokens.push(this.#take());
        list.nodes.push(this.#expression());
      }
    }
    node.tokens.push(this.#expect(')'));
    return node;
  }

  #primary(): SyntaxNode {
    const start = this.#next;
    switch (start.kind) {
      case 'IDENTIFIER':
        return this.#name(start, [this.#take()]);
      case '.':
        return this.#name(start, [this.#take(), this.#expect('IDENTIFIER')]);
      case '(': {
        this.#take();
        const node = this.#expression();
        this.#expect(')');
        return node;
      }
      case '[':
        return this.#list(start);
      case '{':
        return this.#map(start);
      default:
        return this.#literal(start);
    }
  }

  /** A variable or a call. The names of messages are left to the other parser. */
  #name(start: Token, tokens: Token[]): SyntaxNode {
    if (this.#next.kind === '(') return this.#call(nodeOf('globalCall', start, [], tokens));
    let behind = 0;
    while (this.#kind(behind) === '.' && this.#kind(behind + 1) === 'IDENTIFIER') behind += 2;
    return this.#kind(behind) === '{' ? giveUp() : nodeOf('ident', start, [], tokens);
  }

  #list(start: Token): SyntaxNode {
    const node = nodeOf('list', start, [], [this.#take()]);
    if (this.#next.kind !== ']') {
      const items = nodeOf('listInit', this.#next, [], []);
      node.nodes.push(items);
      items.nodes.push(this.#optional());
      while (this.#next.kind === ',' && this.#kind(1) !== ']') {
        items.tokens.push(this.#take());
        items.nodes.push(this.#optional());
      }
      if (this.#next.kind === ',') node.tokens.push(this.#take());
    }
    node.tokens.push(this.#expect(']'));
    return node;
  }

  #map(start: Token): SyntaxNode {
    const node = nodeOf('map', start, [], [this.#take()]);
    if (this.#next.kind !== '}') {
      const entries = nodeOf('mapInit', this.#next, [], []);
      node.nodes.push(entries);
      this.#entry(entries);
      while (this.#next.kind === ',' && this.#kind(1) !== '}') {
        entries.tokens.push(this.#take());
        this.#entry(entries);
      }
      if (this.#next.kind === ',') node.tokens.push(this.#take());
    }
    node.tokens.push(this.#expect('}'));
    return node;
  }

  #entry({ nodes, tokens }: OpenNode): void {
    nodes.push(this.#optional());
    tokens.push(this.#expect(':'));
    nodes.push(this.#expression());
  }

  /** An item or key, perhaps with a question mark. */
  #optional(): SyntaxNode {
    const start = this.#next;
    const tokens = start.kind === '?' ? [this.#take()] : [];
    return nodeOf('optExpr', start, [this.#expression()], tokens);
  }

  #literal(start: Token): SyntaxNode {
    const sign = start.kind === '-' && this.#isNumber(1) ? this.#take() : undefined;
    const label = LITERALS.get(this.#next.kind) ?? giveUp();
    return nodeOf(label, start, [], sign === undefined ? [this.#take()] : [sign, this.#take()]);
  }
}
