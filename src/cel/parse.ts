// Text -> tree. The only file that knows the CEL library: its parser is used, its checker and evaluator are not. What its
// grammar takes differently from cel-go is put right here, or refused.

import { type ASTNode, Environment, ParseError } from '@marcbachmann/cel-js';
import { IssueError } from './errors.js';
import { type Scan, scan, skipBlank, tooDeep } from './scan.js';
import type { Expr, Fold } from './tree.js';
import { bytesFromBinary, inInt64, Uint } from './values.js';

/** How deep the tree of an expression may be: chains of `+` or `.` nest it without any bracket. */
const MAX_DEPTH = 500;

/** Reads an expression. Throws IssueError, positions being those of the expression as given. */
export function parse(expression: string): Expr {
  if (/\r(?!\n)/.test(expression)) throw new IssueError(expression.search(/\r/), 'carriage return: not supported');
  const found = scan(expression);
  return new Converter(expression, found).convert(parseWithLibrary(expression), 0);
}

/** The library remembers every name that is called, for ever: after so many expressions its environment is replaced. */
const EXPRESSIONS_PER_ENVIRONMENT = 1_000;
let environment: Environment | undefined;
let parsed = 0;

function libraryEnvironment(): Environment {
  if (environment !== undefined && parsed % EXPRESSIONS_PER_ENVIRONMENT !== 0) return environment;
  const limits = { maxAstNodes: 100_000, maxDepth: MAX_DEPTH, maxListElements: 100_000, maxMapEntries: 100_000, maxCallArguments: 100_000 };
  environment = new Environment({ enableOptionalTypes: true, limits });
  environment.registerFunction('ownTable(): bool', () => true); // gives the environment its own table of names, which can be dropped with it
  return environment;
}

function parseWithLibrary(expression: string): ASTNode {
  try {
    const library = libraryEnvironment();
    parsed += 1;
    return library.parse(expression).ast;
  } catch (error) {
    if (error instanceof RangeError) throw tooDeep(0);
    if (error instanceof ParseError) throw syntaxIssue(expression, error);
    throw error;
  }
}

function syntaxIssue(expression: string, { code, summary, range }: ParseError): IssueError {
  const at = Math.min(range?.start ?? 0, expression.length);
  if (code === 'invalid_macro_argument') return new IssueError(at, 'argument must be a simple name');
  if (code === 'limit_exceeded') return tooDeep(at);
  if (code === 'reserved_identifier') return new IssueError(at, summary.replace('R', 'r'));
  // `.name` and `.5`, `[?e]` and `{?k: v}` are CEL, but not for the library.
  const more = expression[at] === '.' || expression[at] === '?' ? ' (not supported yet)' : '';
  return new IssueError(at, `Syntax error: ${summary}${more}`);
}

const FOLDS: ReadonlyMap<string, Fold['macro']> = new Map([
  ['all', 'all'],
  ['exists', 'exists'],
  ['exists_one', 'exists_one'],
  ['map', 'map'],
  ['filter', 'filter'],
]);

/** Names of macros with two variables, which take one argument more. */
const TWO_VARIABLE_MACROS = new Set(['all', 'exists', 'exists_one', 'existsOne', 'transformList', 'transformMap', 'transformMapEntry']);

const SIGNED_SELECTOR = 'sign before a number with a selector: not supported yet';

const RELATIONS = new Set(['<', '<=', '>', '>=', 'in']);

class Converter {
  readonly #text: string;
  readonly #closing: Scan['closing'];

  constructor(text: string, found: Scan) {
    this.#text = text;
    this.#closing = found.closing;
  }

  /** The tree of a node. `depth` is how many nodes are around it. */
  convert(node: ASTNode, depth: number): Expr {
    if (depth > MAX_DEPTH) throw tooDeep(node.start);
    const next = depth + 1;
    switch (node.op) {
      case 'value':
        return this.#constant(node.args, node.start, node.end);
      case 'id':
        return { kind: 'name', at: node.start, name: node.args };
      case '.':
      case '.?':
        return this.#select(node, next);
      case '[]':
      case '[?]': {
        const at = this.#after(node.args[0]);
        return this.#call(node.op === '[]' ? '_[_]' : '_[?_]', at, node.args, next);
      }
      case 'call':
        return this.#globalCall(node, next);
      case 'rcall':
        return this.#memberCall(node, next);
      case 'list':
        return { kind: 'list', at: node.start, elements: node.args.map((element) => this.convert(element, next)) };
      case 'map':
        return {
          kind: 'map',
          at: node.start,
          entries: node.args.map(([key, value]) => ({ key: this.convert(key, next), value: this.convert(value, next) })),
        };
      case '?:':
        return this.#conditional(node, next);
      case '||':
      case '&&':
        return this.#chain(node, next);
      case '!_':
      case '-_':
        return this.#unary(node, next);
      default:
        return this.#binary(node.op, node, next);
    }
  }

  #call(name: string, at: number, args: readonly ASTNode[], depth: number, target?: ASTNode): Expr {
    const converted = target === undefined ? undefined : this.convert(target, depth);
    return { kind: 'call', name, at, target: converted, args: args.map((arg) => this.convert(arg, depth)) };
  }

  /** Where the operator, dot or bracket after a node stands: parentheses around the node are passed over. */
  #after(node: ASTNode): number {
    return skipBlank(this.#text, node.end, ')');
  }

  /** Whether a pair of parentheses that opens at or after `from` encloses the whole node. */
  #enclosed(from: number, node: ASTNode): boolean {
    const at = skipBlank(this.#text, from);
    return this.#text[at] === '(' && at < node.start && (this.#closing.get(at) ?? -1) >= node.end;
  }

  #constant(value: unknown, start: number, end: number): Expr {
    const written = this.#text.slice(start, end);
    if (written.startsWith('0X')) throw new IssueError(start, "Syntax error: hexadecimal numbers begin with '0x'");
    if (typeof value === 'bigint') {
      if (!inInt64(value)) throw new IssueError(start, 'invalid int literal');
      return { kind: 'constant', at: start, value };
    }
    if (value === null || typeof value === 'boolean' || typeof value === 'number') return { kind: 'constant', at: start, value };
    if (typeof value === 'string') return { kind: 'constant', at: start, value: value.replaceAll('\r\n', '\n') };
    if (value instanceof Uint8Array) {
      if (/[^\0-\x7f]/.test(written)) throw new IssueError(start, 'bytes literal with other than ASCII characters: not supported yet');
      return { kind: 'constant', at: start, value: bytesFromBinary(value) };
    }
    return { kind: 'constant', at: start, value: new Uint(BigInt(String(value))) };
  }

  #select(node: ASTNode & { readonly op: '.' | '.?' }, depth: number): Expr {
    const [operand, field] = node.args;
    const at = this.#after(operand);
    return { kind: 'select', at, operand: this.convert(operand, depth), field, mode: node.op === '.' ? 'value' : 'optional' };
  }

  #globalCall(node: ASTNode & { readonly op: 'call' }, depth: number): Expr {
    const [name, args] = node.args;
    this.#refuseTrailingComma(args, node);
    const at = skipBlank(this.#text, node.start + name.length);
    if (name !== 'has' || args.length !== 1) return this.#call(name, at, args, depth);
    const tested = this.convert(args[0] as ASTNode, depth);
    if (tested.kind !== 'select' || tested.mode !== 'value') throw new IssueError(tested.at, 'invalid argument to has() macro');
    return { ...tested, at, mode: 'test' };
  }

  #memberCall(node: ASTNode & { readonly op: 'rcall' }, depth: number): Expr {
    const [name, target, args] = node.args;
    this.#refuseTrailingComma(args, node);
    const at = skipBlank(this.#text, skipBlank(this.#text, this.#after(target) + 1) + name.length);
    if (name === 'bind' && target.op === 'id' && target.args === 'cel' && args.length === 3) {
      const [variable, value, body] = args as [ASTNode, ASTNode, ASTNode];
      return { kind: 'bind', at, variable: variableName(variable), value: this.convert(value, depth), body: this.convert(body, depth) };
    }
    const macro = FOLDS.get(name);
    if (macro !== undefined && (args.length === 2 || (macro === 'map' && args.length === 3)))
      return this.#fold(macro, at, target, args, depth);
    if (args.length >= 3 && args.length <= 4 && TWO_VARIABLE_MACROS.has(name))
      throw new IssueError(at, `macro '${name}' with two variables: not supported yet`);
    if ((name === 'optMap' || name === 'optFlatMap') && args.length === 2) return this.#optionalMap(name, at, target, args, depth);
    return this.#call(name, at, args, depth, target);
  }

  #fold(macro: Fold['macro'], at: number, target: ASTNode, args: readonly ASTNode[], depth: number): Expr {
    const range = this.convert(target, depth);
    const variable = variableName(args[0] as ASTNode);
    const parts = args.slice(1).map((arg) => this.convert(arg, depth));
    const transform = macro === 'map' ? parts.at(-1) : undefined;
    const predicate = macro !== 'map' || parts.length === 2 ? parts[0] : undefined;
    return { kind: 'fold', macro, at, range, variable, predicate, transform };
  }

  /** `o.optMap(v, e)` is `o.hasValue() ? optional.of(cel.bind(v, o.value(), e)) : optional.none()`; optFlatMap leaves `of` out. */
  #optionalMap(name: string, at: number, target: ASTNode, args: readonly ASTNode[], depth: number): Expr {
    const operand = this.convert(target, depth);
    const member = (method: string): Expr => ({ kind: 'call', name: method, at, target: operand, args: [] });
    const global = (fn: string, ...given: Expr[]): Expr => ({ kind: 'call', name: fn, at, target: undefined, args: given });
    const variable = variableName(args[0] as ASTNode);
    const bind: Expr = { kind: 'bind', at, variable, value: member('value'), body: this.convert(args[1] as ASTNode, depth) };
    return global('_?_:_', member('hasValue'), name === 'optMap' ? global('optional.of', bind) : bind, global('optional.none'));
  }

  #conditional(node: ASTNode & { readonly op: '?:' }, depth: number): Expr {
    const [condition, yes] = node.args;
    const at = this.#after(condition);
    // cel-go wants parentheses around a conditional between `?` and `:`.
    if (yes.op === '?:' && !this.#enclosed(at + 1, yes))
      throw new IssueError(this.#after(yes.args[0]), "Syntax error: mismatched input '?' expecting ':'");
    return this.#call('_?_:_', at, node.args, depth);
  }

  /** A chain of the same logical operator becomes one call with all terms, however long it is. */
  #chain(node: ASTNode & { readonly op: '||' | '&&' }, depth: number): Expr {
    const terms: ASTNode[] = [];
    let first: ASTNode = node;
    while (first.op === node.op) {
      terms.unshift(first.args[1]);
      first = first.args[0];
    }
    terms.unshift(first);
    return this.#call(node.op === '||' ? '_||_' : '_&&_', this.#after(first), terms, depth);
  }

  /** A row of signs of one kind counts as one, or as none when their number is even, as in cel-go. */
  #unary(node: ASTNode & { readonly op: '!_' | '-_' }, depth: number): Expr {
    let operand = node.args;
    let innermost = node.start;
    let signs = 1;
    while (operand.op === node.op && !this.#enclosed(innermost + 1, operand)) {
      innermost = operand.start;
      operand = operand.args as ASTNode;
      signs += 1;
    }
    const bare = !this.#enclosed(innermost + 1, operand);
    const literal = node.op === '-_' && bare && signs === 1 ? this.#negative(operand, innermost, depth) : undefined;
    if (literal !== undefined) return literal;
    if (bare && (operand.op === '!_' || operand.op === '-_') && !isNegativeNumber(operand)) {
      const number = /^-\s*[0-9]/.test(this.#text.slice(operand.start));
      throw new IssueError(operand.start, number ? SIGNED_SELECTOR : `Syntax error: extraneous input '${operand.op[0]}'`);
    }
    return signs % 2 === 0 ? this.convert(operand, depth) : this.#call(node.op, node.start, [operand], depth);
  }

  /** In cel-go the sign belongs to a number that follows it, and binds tighter than `.` and `[`. */
  #negative(operand: ASTNode, at: number, depth: number): Expr | undefined {
    if (operand.op !== 'value') {
      const leftmost = this.#text.slice(skipBlank(this.#text, at + 1), operand.start + 1);
      if (/^[0-9]/.test(leftmost)) throw new IssueError(at, SIGNED_SELECTOR);
      return undefined;
    }
    if (typeof operand.args === 'number') return { kind: 'constant', at, value: -operand.args };
    if (typeof operand.args !== 'bigint') return undefined;
    if (!inInt64(-operand.args)) throw new IssueError(at, 'invalid int literal');
    if (depth > MAX_DEPTH) throw tooDeep(at);
    return { kind: 'constant', at, value: -operand.args };
  }

  /**
   * A binary operator. The library lets `<` bind tighter than `==`, for cel-go all relations are one level, from the left:
   * `a == b < c` is `(a == b) < c`, so what the library put together on the right is taken apart.
   */
  #binary(op: string, node: ASTNode, depth: number): Expr {
    const [left, right] = node.args as [ASTNode, ASTNode];
    const at = this.#after(left);
    const equality = op === '==' || op === '!=';
    if (!equality || !RELATIONS.has(right.op) || this.#enclosed(at + op.length, right))
      return this.#call(operatorName(op), at, [left, right], depth);
    const parts: { op: string; at: number; right: ASTNode }[] = [];
    let first = right;
    while (RELATIONS.has(first.op) && !this.#enclosed(at + op.length, first)) {
      const [inner, outer] = first.args as [ASTNode, ASTNode];
      parts.unshift({ op: first.op, at: this.#after(inner), right: outer });
      first = inner;
    }
    let result = this.#call(operatorName(op), at, [left, first], depth + parts.length);
    for (const part of parts) {
      result = {
        kind: 'call',
        name: operatorName(part.op),
        at: part.at,
        target: undefined,
        args: [result, this.convert(part.right, depth)],
      };
    }
    return result;
  }

  /** The library takes `f(a,)`, cel-go does not. */
  #refuseTrailingComma(args: readonly ASTNode[], node: ASTNode): void {
    const last = args.at(-1);
    const at = last === undefined ? -1 : this.#after(last);
    if (at !== -1 && at < node.end && this.#text[at] === ',') throw new IssueError(at + 1, "Syntax error: mismatched input ')'");
  }
}

function operatorName(op: string): string {
  return op === 'in' ? '@in' : `_${op}_`;
}

function isNegativeNumber(node: ASTNode): boolean {
  return node.op === '-_' && node.args.op === 'value' && (typeof node.args.args === 'bigint' || typeof node.args.args === 'number');
}

function variableName(node: ASTNode): string {
  if (node.op === 'id') return node.args;
  throw new IssueError(node.start, 'argument must be a simple name');
}
