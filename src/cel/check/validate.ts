// Runs the validators that cel-go applies to typed trees: literal regular expressions, timestamps
// and durations, format strings, and equal types of items in list and map literals.
// Sources: cel-go cel/validator.go, ext/formatting.go.

import type { Incremental } from '../../core/base/incremental.js';
import type { Issue } from '../errors.js';
import type { PatternBudget } from '../library/pattern.js';
import { expandFormat, type Verb, wrongArgument } from '../library/string-format.js';
import { Aborted } from '../run/frame.js';
import { type Call, type Expr, type List, type MapLiteral, partsOf } from '../syntax/tree.js';
import { parseDuration } from '../values/duration.js';
import { parseTimestamp, timestampOfSeconds } from '../values/timestamp.js';
import { Failure, type Value } from '../values/values.js';
import { formatType, sameType, type Type, typeName } from './types.js';

/** The number of nodes that one increment validates. Each pattern is a separate increment. */
const NODES_OF_INCREMENT = 200;

/**
 * Returns all issues of a checked tree. `typeOf` returns the type of a node;
 * `patterns` compiles literal patterns. Throws Aborted where the reference panics.
 */
export function* validateTree(root: Expr, typeOf: (expr: Expr) => Type, patterns: PatternBudget): Incremental<readonly Issue[]> {
  const validator = new Validator(typeOf, patterns);
  let nodes = 0;
  for (const { expr, formatted } of nodesOf(root)) {
    validator.validate(expr, formatted);
    if (++nodes % NODES_OF_INCREMENT === 0 || (expr.kind === 'call' && expr.name === 'matches')) yield;
  }
  return validator.issues;
}

/** A node. `formatted`: the node is in a call of `format`, whose arguments may have different types. */
interface Visited {
  readonly expr: Expr;
  readonly formatted: boolean;
}

/** Returns the nodes of a tree, each before its parts. */
function nodesOf(root: Expr): readonly Visited[] {
  const nodes: Visited[] = [];
  const visit = (expr: Expr, formatted: boolean): void => {
    nodes.push({ expr, formatted });
    const inside = formatted || (expr.kind === 'call' && expr.name === 'format');
    for (const child of partsOf(expr)) visit(child, inside);
  };
  visit(root, false);
  return nodes;
}

class Validator {
  readonly issues: Issue[] = [];
  readonly #typeOf: (expr: Expr) => Type;
  readonly #patterns: PatternBudget;

  constructor(typeOf: (expr: Expr) => Type, patterns: PatternBudget) {
    this.#typeOf = typeOf;
    this.#patterns = patterns;
  }

  validate(expr: Expr, formatted: boolean): void {
    if (expr.kind === 'call') this.#call(expr);
    if (expr.kind === 'list' && !formatted) this.#list(expr);
    if (expr.kind === 'map' && !formatted) this.#map(expr);
  }

  #report(at: number, message: string): void {
    this.issues.push({ at, message });
  }

  #call(expr: Call): void {
    const [argument] = expr.args;
    if (argument?.kind === 'constant' && LITERALS.get(expr.name)?.(argument.value, this.#patterns) === false)
      this.#report(argument.at, `invalid ${expr.name} argument`);
    const { target } = expr;
    if (expr.name !== 'format' || argument?.kind !== 'list' || target?.kind !== 'constant' || typeof target.value !== 'string') return;
    this.#format(expr, target.value, argument.elements);
  }

  #format(call: Call, format: string, elements: readonly Expr[]): void {
    let used = 0;
    let wrong: Expr | undefined;
    const problem = expandFormat(format, elements.length, true, (verb, argument) => {
      used += 1;
      wrong = this.#notFormattable(verb, elements[argument] as Expr);
      return wrong === undefined ? '' : wrongArgument(verb, typeName(this.#typeOf(wrong)));
    });
    if (problem instanceof Failure) this.#report(wrong?.at ?? call.at, problem.message);
    else if (elements.length > used)
      this.#report(call.at, `too many arguments supplied to string.format (expected ${used}, got ${elements.length})`);
  }

  /** Returns the argument, or the part of it, that a format clause does not accept. */
  #notFormattable(verb: Verb, expr: Expr): Expr | undefined {
    const { kind } = this.#typeOf(expr);
    if (kind !== 'dyn' && !FORMATTABLE[verb].includes(kind)) return expr;
    if (verb !== 's' || (expr.kind !== 'list' && expr.kind !== 'map')) return undefined;
    for (const part of partsOf(expr)) {
      const wrong = this.#notFormattable(verb, part);
      if (wrong !== undefined) return wrong;
    }
    return undefined;
  }

  /** All items must have equal types: dyn does not mix with other types. */
  #list({ elements, optional }: List): void {
    const types = elements.map((element, at) => this.#itemType(element, optional?.has(at) === true));
    const at = types.findIndex((type) => !sameType(type, types[0] as Type));
    if (at !== -1) this.#mismatch(elements[at] as Expr, types[0] as Type, types[at] as Type);
  }

  #map({ entries }: MapLiteral): void {
    const keys = entries.map(({ key }) => this.#typeOf(key));
    const values = entries.map(({ value, optional }) => this.#itemType(value, optional === true));
    for (const [at, { key, value }] of entries.entries()) {
      if (!sameType(keys[at] as Type, keys[0] as Type)) this.#mismatch(key, keys[0] as Type, keys[at] as Type);
      if (!sameType(values[at] as Type, values[0] as Type)) this.#mismatch(value, values[0] as Type, values[at] as Type);
    }
  }

  #itemType(expr: Expr, optional: boolean): Type {
    const type = this.#typeOf(expr);
    if (!optional) return type;
    const [inner] = type.params;
    // The reference panics here.
    if (inner === undefined) throw new Aborted('runtime error: index out of range [0] with length 0');
    return inner;
  }

  #mismatch(expr: Expr, expectedType: Type, found: Type): void {
    this.#report(expr.at, `expected type '${formatType(expectedType)}' but found '${formatType(found)}'`);
  }
}

/** Functions whose first argument is validated if it is a literal. */
const LITERALS: ReadonlyMap<string, (value: Value, patterns: PatternBudget) => boolean> = new Map<
  string,
  (value: Value, patterns: PatternBudget) => boolean
>([
  ['matches', (value, patterns) => !(patterns.compile(String(value)) instanceof Failure)],
  ['duration', (value) => typeof value === 'string' && parseDuration(value) !== undefined],
  ['timestamp', isTimestamp],
]);

function isTimestamp(value: Value): boolean {
  if (typeof value === 'bigint') return timestampOfSeconds(value) !== undefined;
  const timestamp = parseTimestamp(String(value));
  return timestamp !== undefined && timestamp !== 'range';
}

const INTEGERS: readonly Type['kind'][] = ['int', 'uint'];

/** The types that a format clause accepts. */
const FORMATTABLE: Readonly<Record<Verb, readonly Type['kind'][]>> = {
  s: [...INTEGERS, 'list', 'map', 'double', 'bool', 'string', 'timestamp', 'bytes', 'duration', 'type', 'null_type'],
  d: INTEGERS,
  f: ['double', 'string'],
  e: ['double', 'string'],
  b: [...INTEGERS, 'bool'],
  x: [...INTEGERS, 'string', 'bytes'],
  X: [...INTEGERS, 'string', 'bytes'],
  o: INTEGERS,
};
