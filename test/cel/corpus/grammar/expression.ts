// Generates expressions from the rules: mostly well-typed, sometimes with a wrong type or name.

import type { Random } from '../../../differential/generate/random.js';
import { DEVICE } from './device.js';
import * as libraries from './libraries.js';
import { LITERALS, simplest } from './literals.js';
import { MACROS } from './macros.js';
import { OPERATORS, STANDARD } from './operators.js';
import { randomLiteral } from './random-literals.js';
import type { Piece, Rule } from './rule.js';
import type { Tree } from './tree.js';
import { bindAll, isParameter, match, parts } from './types.js';
import { words } from './words.js';

/** Tables with their weights. */
const TABLES: readonly (readonly [number, readonly Rule[]])[] = [
  [3, OPERATORS],
  [3, STANDARD],
  [3, MACROS],
  [3, DEVICE],
  ...Object.values(libraries).map((table) => [2, table] as const),
];

/** Every rule. */
export const ALL_RULES: readonly Rule[] = TABLES.flatMap(([, table]) => table);

const WRONG_TYPE = 0.012;
const RANDOM_LITERAL = 0.35;
const ANY_TYPE = [
  'int',
  'string',
  'bool',
  'dyn',
  'list(int)',
  'map(string,int)',
  'semver',
  'quantity',
  'optional(int)',
  'null',
  'double',
  'uint',
];

interface Variable {
  readonly name: string;
  readonly type: string;
}

/** Returns the rules of a type in each table. */
const candidates = new Map<string, readonly (readonly [number, readonly Rule[]])[]>();

function rulesFor(type: string): readonly (readonly [number, readonly Rule[]])[] {
  let found = candidates.get(type);
  if (found === undefined) {
    found = TABLES.map(([weight, table]) => [weight, table.filter((rule) => match(rule.type, type) !== undefined)] as const).filter(
      ([, table]) => table.length > 0,
    );
    candidates.set(type, found);
  }
  return found;
}

/** Returns an expression of a type; `depth` is the maximum nesting of rules, at least 1. */
export function makeExpression(random: Random, type: string, depth: number): Tree {
  return new Maker(random).make(type, depth, [], true);
}

class Maker {
  readonly #random: Random;
  #variables = 0;

  constructor(random: Random) {
    this.#random = random;
  }

  make(wanted: string, depth: number, scope: readonly Variable[], outermost = false): Tree {
    const random = this.#random;
    const type = random.chance(WRONG_TYPE) ? random.pick(ANY_TYPE) : wanted;
    const known = scope.filter((variable) => variable.type === type);
    if (known.length > 0 && random.chance(0.5)) return { rule: 'variable', type, parts: [random.pick(known).name] };
    if (depth <= 0 || (!outermost && random.chance(0.1))) return this.#leaf(type);
    const tables = rulesFor(type);
    if (tables.length === 0) return this.#leaf(type);
    const [, table] = random.pick(tables.flatMap((entry) => new Array<(typeof tables)[number]>(entry[0]).fill(entry)));
    return this.#apply(random.pick(table), type, depth - 1, scope);
  }

  #apply(rule: Rule, type: string, depth: number, scope: readonly Variable[]): Tree {
    const bindings = match(rule.type, type) ?? new Map<string, string>();
    let inner = scope;
    const fill = (piece: Piece): (string | Tree)[] => {
      if (typeof piece === 'string') return [piece];
      if (piece.kind === 'word') return [this.#random.pick(words(piece.list, bindAll(piece.type, bindings, this.#random)))];
      const bound = bindAll(piece.type, bindings, this.#random);
      if (piece.kind === 'variable') {
        const name = this.#freshName(piece.name);
        inner = [...inner, { name, type: bound }];
        return [name];
      }
      if (piece.kind === 'binding') {
        const name = this.#freshName(piece.name);
        const value = this.make(bound, depth, inner);
        inner = [...inner, { name, type: bound }];
        return [name, ', ', value];
      }
      const part = this.make(bound, depth, inner);
      const bare = piece.delimited || !isOperator(part) || this.#random.chance(0.08);
      return bare ? [part] : ['(', part, ')'];
    };
    return { rule: rule.text, type, parts: rule.pieces.flatMap(fill) };
  }

  /** Returns a mostly unique name; sometimes one that hides another. */
  #freshName(name: string): string {
    this.#variables += 1;
    return this.#random.chance(0.1) ? name : `${name}${this.#variables}`;
  }

  #leaf(type: string): Tree {
    const literals = LITERALS.get(type);
    const random = this.#random.chance(RANDOM_LITERAL) ? randomLiteral(this.#random, type) : undefined;
    if (literals !== undefined) return { rule: 'literal', type, parts: [random ?? this.#random.pick(literals)] };
    const [name, params] = parts(type);
    const item = (): Tree => this.#leaf(params.at(-1) as string);
    if (name === 'list' && !isParameter(params[0] as string)) {
      const items = this.#random.times(this.#random.pick([0, 1, 2, 2, 3]), item);
      return { rule: 'list literal', type, parts: ['[', ...items.flatMap((one, at) => (at === 0 ? [one] : [', ', one])), ']'] };
    }
    if (name === 'map') return { rule: 'map literal', type, parts: ['{', this.#leaf(params[0] as string), ': ', item(), '}'] };
    if (name === 'optional' && this.#random.chance(0.3)) return { rule: 'no value', type, parts: ['optional.none()'] };
    if (name === 'optional') return { rule: 'value', type, parts: ['optional.of(', item(), ')'] };
    return { rule: 'simplest', type, parts: [simplest(type)] };
  }
}

const OPERATOR_RULES = new Set(ALL_RULES.filter(({ operator }) => operator).map(({ text }) => text));

function isOperator(tree: Tree): boolean {
  return OPERATOR_RULES.has(tree.rule) || (tree.rule === 'literal' && (tree.parts[0] as string).startsWith('-'));
}
