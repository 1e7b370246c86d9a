// Estimates the worst-case cost of an expression as the API server does before it accepts the expression. It walks the checked
// tree with the maximum sizes of device parts. Source: cel-go checker/cost.go, coster; macros cost as their expansions there.
// Only the upper bound of costs is computed, since the lower one never affects it. Sizes need both.

import { entryIn } from '../../core/base/entry-in.js';
import type { CelGo } from '../cel-go.js';
import type { Type } from '../check/types.js';
import type { Bind, Call, Expr, Fold, List, MapLiteral, Name, Select } from '../syntax/tree.js';
import { stringSize } from '../values/characters.js';
import type { Value } from '../values/values.js';
import { LIST_COST, MAP_COST, SELECT_COST } from './cost.js';
import { add, addAll, exactly, multiply, type Size, UNKNOWN_SIZE, union, wrapped } from './estimate-amounts.js';
import { type CallEstimate, estimateCall, type Operand } from './estimate-calls.js';
import { Path, sizeAt } from './estimate-paths.js';

/** The maximum estimate of a new expression (resource.k8s.io: CELSelectorExpressionMaxCost). */
export const ESTIMATE_LIMIT = 1_000_000n;

/** The maximum total estimate of the derived attributes of a claim (resource.k8s.io: DeviceClaimDerivedAttributeCELMaxCost). */
export const TOTAL_ESTIMATE_LIMIT = 1_000_000n;

/** Returns the sum of worst-case costs as the API server computes it for the derived attributes of a claim: it wraps around at 2^64. */
export function totalEstimate(costs: readonly bigint[]): bigint {
  return wrapped(costs.reduce((total, cost) => total + cost, 0n));
}

/**
 * Returns the worst-case cost of a checked tree in a release of cel-go, at
 * most 2^64-1. `typeOf` returns the type that the check found for a node.
 */
export function estimateCost(root: Expr, typeOf: (expr: Expr) => Type, celGo: CelGo): bigint {
  return new Estimator(typeOf, celGo).cost(root);
}

/** The sizes of the keys and values of a list or map. */
interface Entries {
  readonly container: 'list' | 'map';
  readonly key: Size;
  readonly value: Size;
}

/** A variable of a macro. */
interface Variable {
  readonly name: string;
  readonly path: Path | undefined;
  readonly size: Size | undefined;
  readonly entries: Entries | undefined;
}

const SELECT = BigInt(SELECT_COST);
const NEW_LIST = BigInt(LIST_COST);
const NEW_MAP = BigInt(MAP_COST);
const NEW_MESSAGE = 40n;
const CALL = 1n;

const SCALARS: ReadonlySet<string> = new Set(['bool', 'double', 'duration', 'int', 'timestamp', 'uint']);

class Estimator {
  readonly #typeOf: (expr: Expr) => Type;
  readonly #celGo: CelGo;
  readonly #costs = new Map<Expr, bigint>();
  readonly #paths = new Map<Expr, Path | undefined>();
  readonly #sizes = new Map<Expr, Size>();
  readonly #entries = new Map<Expr, Entries>();
  /** The innermost variable is last. */
  readonly #variables: Variable[] = [];

  constructor(typeOf: (expr: Expr) => Type, celGo: CelGo) {
    this.#typeOf = typeOf;
    this.#celGo = celGo;
  }

  /** A macro can repeat a part in the tree. The part costs the same in both places. */
  cost(expr: Expr): bigint {
    return entryIn(this.#costs, expr, () => this.#costOf(expr));
  }

  #costOf(expr: Expr): bigint {
    switch (expr.kind) {
      case 'constant':
        return 0n;
      case 'name':
        return this.#name(expr);
      case 'select':
        return this.#select(expr);
      case 'call':
        return this.#call(expr);
      case 'list':
        return this.#list(expr);
      case 'map':
        return this.#map(expr);
      case 'message':
        return addAll([NEW_MESSAGE, ...expr.fields.map(({ value }) => this.cost(value))]);
      case 'fold':
        return this.#fold(expr);
      case 'bind':
        return this.#bind(expr);
    }
  }

  #name(expr: Name): bigint {
    const variable = this.#variable(expr.name);
    this.#paths.set(expr, variable === undefined ? Path.of(plainName(expr.name)) : variable.path);
    return SELECT;
  }

  /** `has()` and fields of dynamic values are free; an optional read is a call. */
  #select(expr: Select): bigint {
    const operand = this.cost(expr.operand);
    if (expr.mode === 'test') return operand;
    if (expr.mode === 'optional') {
      this.#sizeOf(expr.operand);
      this.#keepSize(expr, this.#sizeOf(expr));
      return add(operand, CALL);
    }
    const { kind } = this.#typeOf(expr.operand);
    this.#paths.set(expr, Path.extend(this.#pathOf(expr.operand), expr.field));
    return kind === 'map' || kind === 'struct' ? add(operand, SELECT) : operand;
  }

  #call(expr: Call): bigint {
    if (expr.name === 'dyn' && expr.target === undefined) return this.#dyn(expr, expr.args[0] as Expr);
    const costs: bigint[] = [];
    const args: Operand[] = [];
    for (const arg of expr.args) {
      costs.push(this.cost(arg));
      args.push(this.#operand(arg));
    }
    const paid = addAll(costs);
    if (expr.name === '_&&_' || expr.name === '_||_') {
      this.#keepSize(expr, this.#sizeOf(expr));
      return paid;
    }
    if (expr.name === '_?_:_') return this.#conditional(expr, costs);
    const receiver = expr.target === undefined ? 0n : this.cost(expr.target);
    const target = expr.target === undefined ? undefined : this.#operand(expr.target);
    return add(receiver, paid, this.#worstOverload(expr, target, args));
  }

  /** Returns the cost of the most expensive matching overload, and stores the size that covers all their results. */
  #worstOverload(expr: Call, target: Operand | undefined, args: readonly Operand[]): bigint {
    let worst = 0n;
    let size: Size | undefined;
    for (const { id } of expr.overloads ?? []) {
      const estimate: CallEstimate = estimateCall({ name: expr.name, overload: id, target, args }, this.#celGo);
      if (id === 'add_list' || id === 'add_string' || id === 'add_bytes') this.#keepEntries(expr, this.#commonEntries(expr.args));
      if (estimate.cost > worst) worst = estimate.cost;
      if (estimate.size !== undefined) size = size === undefined ? estimate.size : union(size, estimate.size);
      const step = INDEX_STEPS.get(id);
      const [container] = expr.args;
      if (step !== undefined && container !== undefined) {
        size = this.#entriesOf(container)?.value;
        this.#paths.set(expr, Path.extend(this.#pathOf(container), step));
      }
      size ??= this.#sizeOf(expr);
    }
    this.#keepSize(expr, size);
    return worst;
  }

  #conditional(expr: Call, [condition = 0n, yes = 0n, no = 0n]: readonly bigint[]): bigint {
    const branches = expr.args.slice(1);
    const [first, second] = branches.map((branch) => this.#sizeOf(branch) ?? UNKNOWN_SIZE);
    this.#keepEntries(expr, this.#commonEntries(branches));
    this.#keepSize(expr, union(first ?? UNKNOWN_SIZE, second ?? UNKNOWN_SIZE));
    return add(condition, yes > no ? yes : no);
  }

  /** `dyn(x)` is `x` without its type. */
  #dyn(expr: Call, arg: Expr): bigint {
    const cost = add(this.cost(arg), CALL);
    this.#keepSize(expr, this.#sizeOf(arg));
    this.#keepEntries(expr, this.#entriesOf(arg));
    return cost;
  }

  #list(expr: List): bigint {
    const costs = expr.elements.map((element) => this.cost(element));
    this.#keepEntries(expr, { container: 'list', key: exactly(1n), value: this.#range(expr.elements) });
    return addAll([NEW_LIST, ...costs]);
  }

  #map(expr: MapLiteral): bigint {
    const costs = expr.entries.map(({ key, value }) => add(this.cost(key), this.cost(value)));
    const key = this.#range(expr.entries.map((entry) => entry.key));
    const value = this.#range(expr.entries.map((entry) => entry.value));
    this.#keepEntries(expr, { container: 'map', key, value });
    return addAll([NEW_MAP, ...costs]);
  }

  #range(parts: readonly Expr[]): Size {
    return parts.map((part) => this.#sizeOf(part) ?? UNKNOWN_SIZE).reduce(union, parts.length === 0 ? exactly(0n) : NO_SIZE);
  }

  /** In the reference, `cel.bind` is a loop over an empty list. */
  #bind(expr: Bind): bigint {
    const value = this.cost(expr.value);
    const path = this.#pathOf(expr.value);
    const entries = this.#entriesOf(expr.value);
    this.#variables.push({ name: expr.variable, path, size: this.#sizeOf(expr.value), entries });
    const body = this.cost(expr.body);
    this.#variables.pop();
    this.#keepSize(expr, this.#sizeOf(expr.body));
    this.#keepEntries(expr, this.#entriesOf(expr.body));
    return add(NEW_LIST, value, body);
  }

  #fold(expr: Fold): bigint {
    const range = this.cost(expr.range);
    const added = this.#pushVariables(expr);
    const predicate = expr.predicate === undefined ? 0n : this.cost(expr.predicate);
    const transform = expr.transform === undefined ? 0n : this.cost(expr.transform);
    const item = this.#itemOf(expr);
    this.#variables.length -= added;
    const { start, round, end, makes } = LOOPS[expr.macro](predicate, transform);
    const rounds = this.#sizeOf(expr.range) ?? UNKNOWN_SIZE;
    this.#keepSize(expr, makes === undefined ? exactly(1n) : rounds);
    if (makes === 'list') this.#keepEntries(expr, { container: 'list', key: exactly(1n), value: union(exactly(0n), item) });
    return add(range, start, end, multiply(rounds.max, round));
  }

  /** Returns the size of the item that a loop adds to its list: the transformed item, or the item itself for a filter. */
  #itemOf({ transform, variable: name, range }: Fold): Size {
    if (transform !== undefined) return this.#sizeOf(transform) ?? UNKNOWN_SIZE;
    const variable = this.#variable(name);
    const [itemType] = this.#typeOf(range).params;
    return sizeAt(variable?.path) ?? (itemType && scalarSize(itemType)) ?? variable?.size ?? UNKNOWN_SIZE;
  }

  /** Returns the number of variables. */
  #pushVariables({ range, variable, second }: Fold): number {
    const rangeEntries = this.#entriesOf(range);
    const container = rangeEntries?.container ?? (this.#typeOf(range).kind === 'list' ? 'list' : 'map');
    const push = (name: string, step: string, size: Size | undefined): void => {
      this.#variables.push({ name, path: Path.extend(this.#pathOf(range), step), size, entries: undefined });
    };
    const [keys, values] = container === 'list' ? ['@indices', '@items'] : ['@keys', '@values'];
    if (second !== undefined) {
      push(variable, keys, rangeEntries?.key);
      push(second, values, rangeEntries?.value);
      return 2;
    }
    if (container === 'list') push(variable, values, rangeEntries?.value);
    else push(variable, keys, rangeEntries?.key);
    return 1;
  }

  #variable(name: string): Variable | undefined {
    return this.#variables.findLast((variable) => variable.name === plainName(name));
  }

  #operand(expr: Expr): Operand {
    return { expr, type: this.#typeOf(expr), path: this.#pathOf(expr), size: this.#sizeOf(expr) };
  }

  #pathOf(expr: Expr): Path | undefined {
    const variable = expr.kind === 'name' ? this.#variable(expr.name) : undefined;
    return variable === undefined ? this.#paths.get(expr) : variable.path;
  }

  #sizeOf(expr: Expr): Size | undefined {
    const cachedSize = this.#sizes.get(expr) ?? writtenSize(expr);
    if (cachedSize !== undefined) return cachedSize;
    const declared = sizeAt(this.#pathOf(expr));
    if (declared !== undefined) {
      this.#sizes.set(expr, declared);
      return declared;
    }
    return scalarSize(this.#typeOf(expr)) ?? (expr.kind === 'name' ? this.#variable(expr.name)?.size : undefined);
  }

  #entriesOf(expr: Expr): Entries | undefined {
    return this.#entries.get(expr) ?? (expr.kind === 'name' ? this.#variable(expr.name)?.entries : undefined);
  }

  #commonEntries(parts: readonly Expr[]): Entries | undefined {
    const [first, second] = parts.map((part) => this.#entriesOf(part));
    if (first === undefined || second === undefined) return undefined;
    return { container: first.container, key: union(first.key, second.key), value: union(first.value, second.value) };
  }

  #keepSize(expr: Expr, size: Size | undefined): void {
    if (size !== undefined) this.#sizes.set(expr, size);
  }

  #keepEntries(expr: Expr, entries: Entries | undefined): void {
    if (entries !== undefined) this.#entries.set(expr, entries);
  }
}

/** The neutral element of `union`. */
const NO_SIZE: Size = { min: UNKNOWN_SIZE.max, max: 0n };

const INDEX_STEPS: ReadonlyMap<string, string> = new Map([
  ['index_list', '@items'],
  ['index_map', '@values'],
]);

/** The costs of a loop: its start, every round, and its result; and the type of collection that it builds, if any. */
interface Loop {
  readonly start: bigint;
  readonly round: bigint;
  readonly end: bigint;
  readonly makes?: 'list' | 'map';
}

/** A round that appends to a list: the list so far, a new list of one item, and the call that joins them. */
const APPEND = SELECT + NEW_LIST + CALL;

/** The loops of the macros in cel-go, whose accumulator is read like any variable. */
const LOOPS: Readonly<Record<Fold['macro'], (predicate: bigint, transform: bigint) => Loop>> = {
  all: (predicate) => ({ start: 0n, round: add(SELECT + CALL, SELECT, predicate), end: SELECT }),
  exists: (predicate) => ({ start: 0n, round: add(SELECT + 2n * CALL, SELECT, predicate), end: SELECT }),
  exists_one: (predicate) => ({ start: 0n, round: add(predicate, SELECT + CALL), end: SELECT + CALL }),
  filter: (predicate) => ({ start: NEW_LIST, round: add(predicate, APPEND, SELECT), end: SELECT, makes: 'list' }),
  map: (predicate, transform) => ({ start: NEW_LIST, round: add(predicate, APPEND, transform), end: SELECT, makes: 'list' }),
  transformMap: (predicate, transform) => ({
    start: NEW_MAP,
    round: add(predicate, SELECT + SELECT + CALL, transform),
    end: SELECT,
    makes: 'map',
  }),
  transformMapEntry: (predicate, transform) => ({
    start: NEW_MAP,
    round: add(predicate, SELECT + CALL, transform),
    end: SELECT,
    makes: 'map',
  }),
};

/** The reference ignores a leading dot here, even if a macro has a variable with that name. */
function plainName(name: string): string {
  return name.startsWith('.') ? name.slice(1) : name;
}

/** Returns the size of a literal; undefined for other expressions. */
function writtenSize(expr: Expr): Size | undefined {
  if (expr.kind === 'constant') return exactly(constantSize(expr.value));
  if (expr.kind === 'list') return exactly(BigInt(expr.elements.length));
  return expr.kind === 'map' ? exactly(BigInt(expr.entries.length)) : undefined;
}

function constantSize(value: Value): bigint {
  if (typeof value === 'string') return BigInt(stringSize(value));
  return value instanceof Uint8Array ? BigInt(value.length) : 1n;
}

/** Returns size 1 for types of fixed size; undefined for other types. */
function scalarSize(type: Type): Size | undefined {
  const inner = type.kind === 'optional_type' ? type.params[0] : type;
  if (inner?.kind === 'optional_type') return scalarSize(inner);
  return inner !== undefined && SCALARS.has(inner.kind) ? exactly(1n) : undefined;
}
