// Rewrites expressions for an attribute that becomes a list (KEP-5491). It edits the text, so that everything else stays as written.

import { inOneGo } from '../../core/base/incremental.js';
import { largestOf } from '../../core/base/lists.js';
import { Diagnostics } from '../syntax/diagnostics.js';
import { Lexer } from '../syntax/lexer.js';
import { stringOf } from '../syntax/literal.js';
import { syntaxTree } from '../syntax/syntax-tree.js';
import type { SyntaxNode, Token } from '../syntax/token.js';

/** The values of an attribute: only lists, or lists on some devices and single values on others. */
export type ListKind = 'lists' | 'both';

/** Replaces the text from one offset to another. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/** A use of a list attribute as a single value. */
export interface ScalarUse {
  readonly domain: string;
  readonly name: string;
  /** The operator or function: `==`, `.startsWith`, `semver`; `condition` for a value used as a condition. */
  readonly use: string;
  /** True if the use fails with an error on a list; false if it gives an unintended result. */
  readonly fails: boolean;
  /** The replacement; undefined if none exists. */
  readonly edit: TextEdit | undefined;
}

/** Returns whether an attribute is a list on some device; undefined if it is not. */
export type ListKindOf = (domain: string, name: string) => ListKind | undefined;

/** Returns the uses of list attributes as single values in an expression that compiles. */
export function scalarUsesIn(text: string, kindOf: ListKindOf): readonly ScalarUse[] {
  const ignore = (): void => undefined;
  const lexer = new Lexer(text, ignore);
  const root = inOneGo(syntaxTree(lexer, new Diagnostics(text)));
  const uses: ScalarUse[] = [];
  new Visitor(text, lexer, kindOf, uses).visit(root);
  return uses;
}

/** Returns a text with the edits applied. */
export function edited(text: string, edits: readonly TextEdit[]): string {
  const parts: string[] = [];
  let at = 0;
  // Edits at one place are applied in reverse order, as if each had been made in the result of the previous one.
  for (const { start, end, text: instead } of [...edits].reverse().sort((left, right) => left.start - right.start)) {
    parts.push(text.slice(at, start), instead);
    at = end;
  }
  return parts.join('') + text.slice(at);
}

/** An attribute read, and the node of its value. */
interface Read {
  readonly node: SyntaxNode;
  readonly domain: string;
  readonly name: string;
  readonly kind: ListKind;
}

/** Connectives, whose operands are conditions. */
const CONNECTIVES: readonly string[] = ['conditional', 'or', 'and', 'not'];

/** Functions that lists also have, or that only test for presence. */
const OF_LISTS: readonly string[] = [
  ...[
    'includes',
    'exists',
    'all',
    'exists_one',
    'existsOne',
    'filter',
    'map',
    'size',
    'first',
    'last',
    'indexOf',
    'lastIndexOf',
    'isSorted',
    'min',
    'max',
  ],
  ...['sum', 'slice', 'flatten', 'sort', 'sortBy', 'reverse', 'distinct', 'join', 'transformList', 'unwrapOpt', 'hasValue'],
];

/** Functions that return their receiver. */
const UNWRAPPING: readonly string[] = ['orValue', 'value'];

const EQUALITY: readonly string[] = ['==', '!='];

class Visitor {
  readonly #text: string;
  readonly #lexer: Lexer;
  readonly #kindOf: ListKindOf;
  readonly #uses: ScalarUse[];

  constructor(text: string, lexer: Lexer, kindOf: ListKindOf, uses: ScalarUse[]) {
    this.#text = text;
    this.#lexer = lexer;
    this.#kindOf = kindOf;
    this.#uses = uses;
  }

  /** Visits a condition. */
  visit(node: SyntaxNode): void {
    if (CONNECTIVES.includes(node.label)) {
      for (const part of node.nodes) this.visit(part);
      return;
    }
    const reads = this.#readsIn(node);
    const [read] = reads;
    if (read === undefined) return;
    if (read.node === node) this.#add(read, 'condition', true, node, `${this.#textOf(node)}.includes(true)`);
    else if (node.label === 'binary') this.#binary(node, reads);
    else this.#other(node, reads);
  }

  #binary(node: SyntaxNode, reads: readonly Read[]): void {
    const [left, right] = node.nodes as readonly [SyntaxNode, SyntaxNode];
    const operator = node.tokens[0]?.text ?? '';
    const read = reads.find((each) => each.node === left || each.node === right);
    if (read === undefined || reads.length > 1) return this.#other(node, reads);
    const other = read.node === left ? right : left;
    if (EQUALITY.includes(operator)) {
      // Such a comparison with a list is intended.
      if (other.label === 'list') return;
      const not = operator === '!=' ? '!' : '';
      this.#add(read, operator, false, node, `${not}${this.#textOf(read.node)}.includes(${this.#textOf(other)})`);
    } else if (operator === 'in') {
      if (read.node === right) return;
      const variable = this.#freeName();
      this.#add(
        read,
        operator,
        false,
        node,
        `${this.#primary(other)}.exists(${variable}, ${this.#textOf(read.node)}.includes(${variable}))`,
      );
    } else this.#other(node, reads);
  }

  /** Any other condition is rewritten so that it holds for a list if it holds for one of its items. */
  #other(node: SyntaxNode, reads: readonly Read[]): void {
    for (const read of reads) {
      const use = this.#useOf(read, node);
      if (use === undefined) continue;
      // A replacement for one read would leave the others unchanged.
      const isAlone = reads.length === 1;
      this.#add(read, use, true, node, isAlone ? this.#forSomeItem(node, read) : undefined);
    }
  }

  #forSomeItem(node: SyntaxNode, read: Read): string {
    const variable = this.#freeName();
    const [start, end] = this.#spanOf(node);
    const [from, to] = this.#spanOf(read.node);
    const condition = oneLine(this.#text.slice(start, from) + variable + this.#text.slice(to, end));
    const access = this.#textOf(read.node);
    // After flattening, a list in a list becomes its items, and a single value remains itself.
    return `${read.kind === 'both' ? `[${access}].flatten()` : access}.exists(${variable}, ${condition})`;
  }

  /** Returns the operator or function that receives a read; undefined for operators and functions that accept lists. */
  #useOf(read: Read, within: SyntaxNode): string | undefined {
    const parentNode = parentOf(read.node, within);
    if (parentNode === undefined) return undefined;
    if (parentNode.label === 'memberCall') {
      const name = parentNode.tokens.find(({ kind }) => kind === 'IDENTIFIER')?.text ?? '';
      return parentNode.nodes[0] === read.node && OF_LISTS.includes(name) ? undefined : `.${name}`;
    }
    if (parentNode.label === 'exprList') {
      const call = parentOf(parentNode, within);
      const name = call?.tokens.find(({ kind }) => kind === 'IDENTIFIER')?.text ?? '';
      const isTaken = ['has', 'size', 'type', 'dyn', 'includes', 'contains'].includes(name);
      return isTaken ? undefined : name;
    }
    return parentNode.label === 'binary' ? parentNode.tokens[0]?.text : undefined;
  }

  #add({ domain, name }: Read, use: string, fails: boolean, node: SyntaxNode, text: string | undefined): void {
    const [start, end] = this.#spanOf(node);
    const edit = text === undefined || isOnLines(this.#text.slice(start, end)) ? undefined : { start, end, text };
    this.#uses.push({ domain, name, use, fails, edit });
  }

  /** Returns the outermost list reads in a node. */
  #readsIn(node: SyntaxNode): readonly Read[] {
    const read = this.#readAt(node);
    return read === undefined ? node.nodes.flatMap((part) => this.#readsIn(part)) : [read];
  }

  #readAt(node: SyntaxNode): Read | undefined {
    const [target] = node.nodes;
    const isUnwrapped =
      node.label === 'memberCall' && UNWRAPPING.includes(node.tokens.find(({ kind }) => kind === 'IDENTIFIER')?.text ?? '');
    if (isUnwrapped) {
      const inner = target === undefined ? undefined : this.#readAt(target);
      return inner === undefined ? undefined : { ...inner, node };
    }
    const [root, map, domain, name, ...rest] = keysOf(node) ?? [];
    if (root !== 'device' || map !== 'attributes' || domain === undefined || name === undefined || rest.length > 0) return undefined;
    const kind = this.#kindOf(domain, name);
    return kind === undefined ? undefined : { node, domain, name, kind };
  }

  #textOf(node: SyntaxNode): string {
    const [start, end] = this.#spanOf(node);
    return oneLine(this.#text.slice(start, end));
  }

  /** Returns the text of a node in a form that can be the receiver of a call. */
  #primary(node: SyntaxNode): string {
    const text = this.#textOf(node);
    return ['list', 'ident', 'select', 'index', 'memberCall', 'globalCall'].includes(node.label) || text.startsWith('(')
      ? text
      : `(${text})`;
  }

  /** Returns the offsets of a node, including the parentheses around its parts. */
  #spanOf(node: SyntaxNode): readonly [start: number, end: number] {
    const start = node.start.at;
    let end = lastEnd(node);
    let open = 0;
    for (let index = 0; ; index++) {
      const token = this.#lexer.token(index);
      if (token.kind === 'EOF' || (token.at >= end && open <= 0)) break;
      if (token.at < start) continue;
      if (token.kind === '(') open++;
      else if (token.kind === ')') {
        open--;
        end = Math.max(end, token.at + 1);
      } else if (token.at >= end) break;
    }
    return [start, end];
  }

  /** Returns a name for a variable that the expression does not use. */
  #freeName(): string {
    let name = 'v';
    while (new RegExp(`\\b${name}\\b`).test(this.#text)) name += 'v';
    return name;
  }
}

/** Returns `device` and the keys by which a node reads from it; undefined for other nodes. */
function keysOf(node: SyntaxNode): readonly string[] | undefined {
  const [operand, key] = node.nodes;
  if (node.label === 'ident') return [node.tokens.at(-1)?.text ?? ''];
  const before = operand === undefined || (node.label !== 'select' && node.label !== 'index') ? undefined : keysOf(operand);
  const name = key === undefined ? undefined : node.label === 'select' ? nameIn(key.tokens[0]) : textIn(key);
  return before === undefined || name === undefined ? undefined : [...before, name];
}

function nameIn(token: Token | undefined): string | undefined {
  return token?.kind === 'ESC_IDENTIFIER' ? token.text.slice(1, -1) : token?.text;
}

function textIn({ label, tokens }: SyntaxNode): string | undefined {
  return label === 'string' && tokens[0] !== undefined ? stringOf(tokens[0].text) : undefined;
}

function parentOf(node: SyntaxNode, within: SyntaxNode): SyntaxNode | undefined {
  if (within.nodes.includes(node)) return within;
  for (const part of within.nodes) {
    const found = parentOf(node, part);
    if (found !== undefined) return found;
  }
  return undefined;
}

function lastEnd({ start, nodes, tokens }: SyntaxNode): number {
  const ends = [...tokens.map(({ at, text }) => at + text.length), ...nodes.map(lastEnd)];
  return largestOf(ends, start.at);
}

/** Returns whether line ends are significant in a text: after a comment, and within triple quotes. */
function isOnLines(text: string): boolean {
  return text.includes('\n') && /\/\/|"""|'''/.test(text);
}

/** Replaces white space with line ends with one space, so that a quoted text stays on its line. */
function oneLine(text: string): string {
  return text.replace(/[ \t]*\r?\n[ \t\r\n]*/g, ' ');
}
