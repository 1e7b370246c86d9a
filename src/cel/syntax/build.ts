// Builds the expression tree from the syntax tree. Source: cel-go parser/parser.go, the visitor. The tree of a text with syntax
// errors is also built, to find further errors. Missing and erroneous parts become UNKNOWN, and the tree is discarded.

import type { CelGo } from '../cel-go.js';
import { BEFORE_TEXT } from '../errors.js';
import type { Value } from '../values/values.js';
import type { Diagnostics } from './diagnostics.js';
import { bytesOf, doubleOf, intOf, LiteralError, stringOf, uintOf } from './literal.js';
import { expandMacro, isMacroError } from './macros.js';
import type { SyntaxNode, Token, TokenKind } from './token.js';
import type { Expr, MapLiteral, Message } from './tree.js';

/** The maximum nesting of operators, selections and calls. */
const MAX_DEPTH = 250;

/**
 * The maximum number of nodes after the expansion of macros that repeat their receiver. Without such macros, no text is long
 * enough to reach it. cel-go has no limit: 14 consecutive `optMap` keep it busy for more than ten minutes.
 */
const MAX_NODES = 10_000;

/** Words that cannot be names of variables or functions. */
const RESERVED: ReadonlySet<string> = new Set([
  ...['as', 'break', 'const', 'continue', 'else', 'false', 'for', 'function', 'if', 'import', 'in', 'let', 'loop', 'namespace', 'null'],
  ...['package', 'return', 'true', 'var', 'void', 'while'],
]);

const UNSUPPORTED_BACKQUOTE = "unsupported syntax: '`'";

/** Nodes whose depth is counted, as in cel-go. */
const COUNTED: ReadonlySet<string> = new Set(['conditional', 'binary', 'select', 'memberCall', 'index']);

/** The language features of a release. */
export interface Syntax {
  /** Backquoted field names are supported since 0.29. */
  readonly celGo: CelGo;
  /** Returns whether a call is a macro. All other calls are function calls. */
  hasMacro(name: string, args: number): boolean;
  /** Other names of functions with one receiver and one argument. */
  readonly aliases?: ReadonlyMap<string, string>;
}

/** Returns the expression tree and reports errors. Throws ParsingEnded at a limit. */
export function build(root: SyntaxNode, diagnostics: Diagnostics, syntax: Syntax): Expr {
  return new Builder(diagnostics, syntax).build(root);
}

/** Returns the expression in place of missing text. */
function unknown(at: number): Expr {
  return { kind: 'constant', at, value: null };
}

class Builder {
  readonly #diagnostics: Diagnostics;
  readonly #syntax: Syntax;
  #depth = 0;
  #nodes = 0;

  constructor(diagnostics: Diagnostics, syntax: Syntax) {
    this.#diagnostics = diagnostics;
    this.#syntax = syntax;
  }

  build(syntax: SyntaxNode | undefined): Expr {
    if (syntax === undefined || syntax.label === '') return unknown(BEFORE_TEXT);
    this.#count(1);
    if (!COUNTED.has(syntax.label)) return this.#build(syntax);
    this.#depth += 1;
    if (this.#depth > MAX_DEPTH) this.#diagnostics.exceeded('max recursion depth exceeded');
    const expr = this.#build(syntax);
    this.#depth -= 1;
    return expr;
  }

  /** Counts nodes. Otherwise, nested macros that repeat an expression could make a tree that is too large for later stages. */
  #count(nodes: number): void {
    this.#nodes += nodes;
    if (this.#nodes > MAX_NODES) this.#diagnostics.exceeded('expression is too large after expanding its macros: not supported', true);
  }

  #error(at: number, message: string): Expr {
    this.#diagnostics.report(at, message);
    return unknown(at);
  }

  #build(node: SyntaxNode): Expr {
    switch (node.label) {
      case 'conditional':
        return this.#conditional(node);
      case 'or':
        return this.#chain(node, '_||_');
      case 'and':
        return this.#chain(node, '_&&_');
      case 'binary':
        return this.#binary(node);
      case 'not':
        return this.#unary(node, '!_');
      case 'negate':
        return this.#unary(node, '-_');
      case 'select':
        return this.#select(node);
      case 'memberCall':
        return this.#memberCall(node);
      case 'index':
        return this.#index(node);
      case 'ident':
      case 'globalCall':
        return this.#name(node);
      case 'list':
        return this.#list(node);
      case 'map':
        return { kind: 'map', at: node.start.at, entries: this.#entries(node.nodes[0]) };
      case 'message':
        return this.#message(node);
      case 'unary':
        return unknown(node.start.at);
      default:
        return this.#literal(node);
    }
  }

  #conditional(node: SyntaxNode): Expr {
    const [condition, yes, no] = node.nodes;
    const args = [this.build(condition), this.build(yes), this.build(no)];
    return call('_?_:_', tokenOf(node, '?'), args);
  }

  /** Turns a chain of `||` or `&&` into a balanced tree, which preserves the order and is not deep. */
  #chain(node: SyntaxNode, name: string): Expr {
    const terms = node.nodes.map((term) => this.build(term));
    this.#count(terms.length);
    const balance = (from: number, to: number): Expr => {
      if (from === to) return terms[from] as Expr;
      const middle = Math.floor((from + to) / 2);
      return call(name, node.tokens[middle], [balance(from, middle), balance(middle + 1, to)]);
    };
    return balance(0, terms.length - 1);
  }

  #binary(node: SyntaxNode): Expr {
    const [operator] = node.tokens;
    const args = [this.build(node.nodes[0]), this.build(node.nodes[1])];
    return call(operator?.kind === 'in' ? '@in' : `_${operator?.text}_`, operator, args);
  }

  /** An even number of signs cancels out. */
  #unary(node: SyntaxNode, name: string): Expr {
    const operand = this.build(node.nodes[0]);
    return node.tokens.length % 2 === 0 ? operand : call(name, node.tokens[0], [operand]);
  }

  #select(node: SyntaxNode): Expr {
    const operand = this.build(node.nodes[0]);
    const [dot, optional] = node.tokens;
    const name = node.nodes[1];
    if (dot === undefined || name === undefined) return unknown(node.start.at);
    return {
      kind: 'select',
      at: dot.at,
      operand,
      field: this.#field(name, name.start.at),
      mode: optional === undefined ? 'value' : 'optional',
    };
  }

  /** Returns the name of a field, without backquotes. */
  #field(name: SyntaxNode | undefined, at: number): string {
    const token = name?.tokens[0];
    if (token?.kind === 'ESC_IDENTIFIER') return this.#escapedField(token, at);
    if (token === undefined) this.#diagnostics.report(at, 'unsupported ident kind');
    return token?.text ?? '';
  }

  #escapedField({ text }: Token, at: number): string {
    if (this.#syntax.celGo !== '0.26') return text.slice(1, -1);
    this.#diagnostics.report(at, UNSUPPORTED_BACKQUOTE);
    return '';
  }

  #index(node: SyntaxNode): Expr {
    const [bracket, optional] = node.tokens;
    const args = [this.build(node.nodes[0]), this.build(node.nodes[1])];
    return call(optional?.kind === '?' ? '_[?_]' : '_[_]', bracket, args);
  }

  #memberCall(node: SyntaxNode): Expr {
    const before = this.#nodes;
    const target = this.build(node.nodes[0]);
    const targetNodes = this.#nodes - before;
    const name = tokenOf(node, 'IDENTIFIER');
    if (name === undefined) return unknown(node.start.at);
    return this.#callOrMacro(name.text, tokenOf(node, '('), target, this.#args(node.nodes[1]), targetNodes);
  }

  /** Builds a variable or a function call. A leading dot skips the variables of macros. */
  #name(node: SyntaxNode): Expr {
    const name = tokenOf(node, 'IDENTIFIER');
    if (name === undefined) return unknown(node.start.at);
    if (RESERVED.has(name.text)) return this.#error(node.start.at, `reserved identifier: ${name.text}`);
    const full = tokenOf(node, '.') === undefined ? name.text : `.${name.text}`;
    if (node.label === 'ident') return { kind: 'name', at: name.at, name: full };
    return this.#callOrMacro(full, tokenOf(node, '('), undefined, this.#args(node.nodes[0]), 0);
  }

  #args(list: SyntaxNode | undefined): Expr[] {
    return (list?.nodes ?? []).map((arg) => this.build(arg));
  }

  #callOrMacro(name: string, open: Token | undefined, target: Expr | undefined, args: readonly Expr[], targetNodes: number): Expr {
    const at = open?.at ?? BEFORE_TEXT;
    const expanded = this.#syntax.hasMacro(name, args.length) ? expandMacro({ name, at, target, args }) : undefined;
    if (expanded === undefined) return { kind: 'call', name: this.#nameOf(name, target, args), at, target, args };
    if (isMacroError(expanded)) return this.#error(expanded.at, expanded.message);
    if (expanded.repeatsTarget) this.#count(targetNodes);
    return expanded.expr;
  }

  #nameOf(name: string, target: Expr | undefined, args: readonly Expr[]): string {
    const alias = target !== undefined && args.length === 1 ? this.#syntax.aliases?.get(name) : undefined;
    return alias ?? name;
  }

  #list(node: SyntaxNode): Expr {
    const items = node.nodes[0]?.nodes ?? [];
    const elements = items.map((item) => this.build(item.nodes[0]));
    const list = { kind: 'list', at: node.start.at, elements } as const;
    if (!items.some(isOptional)) return list;
    return { ...list, optional: new Set([...items.keys()].filter((at) => isOptional(items[at] as SyntaxNode))) };
  }

  #entries(list: SyntaxNode | undefined): MapLiteral['entries'] {
    return pairs(list).map(([key, value]) => {
      const entry = { key: this.build(key.nodes[0]), value: this.build(value) };
      return isOptional(key) ? { ...entry, optional: true } : entry;
    });
  }

  #message(node: SyntaxNode): Expr {
    const brace = node.tokens.findIndex(({ kind }) => kind === '{');
    const name = node.tokens
      .slice(0, brace)
      .map(({ text }) => text)
      .join('');
    const list = node.nodes[0];
    const fields = pairs(list).map(([key, value]) => this.#fieldEntry(key, value, list?.start.at ?? BEFORE_TEXT));
    return { kind: 'message', at: node.tokens[brace]?.at ?? node.start.at, name, fields };
  }

  #fieldEntry(key: SyntaxNode, value: SyntaxNode, at: number): Message['fields'][number] {
    const name = this.#field(key.nodes[0], at);
    const field = { name, value: name === '' ? unknown(at) : this.build(value) };
    return isOptional(key) ? { ...field, optional: true } : field;
  }

  #literal(node: SyntaxNode): Expr {
    const { at } = node.start;
    const value = this.#literalValue(node);
    return value === undefined ? this.#error(at, `invalid ${node.label} literal`) : { kind: 'constant', at, value };
  }

  /** Returns the value of a literal; undefined for a number out of range. For an invalid text, any value is correct. */
  #literalValue({ label, start, tokens }: SyntaxNode): Value | undefined {
    const text = tokens.at(-1)?.text ?? '';
    const sign = tokens.length > 1 ? '-' : '';
    switch (label) {
      case 'int':
        return intOf(sign, text);
      case 'uint':
        return uintOf(text);
      case 'double':
        return doubleOf(sign, text);
      case 'string':
      case 'bytes':
        return this.#quoted(label === 'string' ? stringOf : bytesOf, text, start.at);
      default:
        return label === 'null' ? null : label === 'true';
    }
  }

  #quoted(read: (literal: string) => Value, text: string, at: number): Value {
    try {
      return read(text);
    } catch (error) {
      if (!(error instanceof LiteralError)) throw error;
      this.#diagnostics.report(at, error.message);
      return null;
    }
  }
}

function call(name: string, operator: Token | undefined, args: readonly Expr[]): Expr {
  return { kind: 'call', name, at: operator?.at ?? BEFORE_TEXT, target: undefined, args };
}

function tokenOf(node: SyntaxNode, kind: TokenKind): Token | undefined {
  return node.tokens.find((token) => token.kind === kind);
}

function isOptional(item: SyntaxNode): boolean {
  return item.tokens[0]?.kind === '?';
}

/** Returns the keys and values of a map or message, except for a last key without a value. */
function pairs(list: SyntaxNode | undefined): (readonly [key: SyntaxNode, value: SyntaxNode])[] {
  const nodes = list?.nodes ?? [];
  const found: [SyntaxNode, SyntaxNode][] = [];
  for (let i = 0; i + 1 < nodes.length; i += 2) found.push([nodes[i] as SyntaxNode, nodes[i + 1] as SyntaxNode]);
  return found;
}
