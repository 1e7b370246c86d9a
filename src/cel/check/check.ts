// Assigns types to a tree: accepts and rejects as cel-go's checker does in the
// environment of device selectors, and records the matching overloads at each call.
// Source: cel-go checker/checker.go. Later validation is in validate.ts.

import { entryIn } from '../../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../../core/base/incremental.js';
import { type Environment, STORED } from '../environment.js';
import type { Issue } from '../errors.js';
import type { Overload } from '../library/declarations.js';
import { PatternBudget } from '../library/pattern.js';
import type { Bind, Call, Expr, Fold, List, MapLiteral, Message, Name, Select } from '../syntax/tree.js';
import { typeNameOf, type Value } from '../values/values.js';
import { isTypeName, resolveName, resolveTypeName, type Scope, withoutDot } from './names.js';
import {
  Bindings,
  BOOL,
  DEVICE,
  DYN,
  ERROR,
  formatType,
  INT,
  isAtLeastAsGeneral,
  isDynamic,
  listOf,
  mapOf,
  optionalOf,
  sameType,
  type Type,
} from './types.js';
import { validateTree } from './validate.js';

const CONSTANT_TYPES = new Map<Type['kind'], Type>();

/** Returns the type of a constant. All constants of a type share one object, which makes comparison of types fast. */
function typeOfConstant(value: Value): Type {
  if (typeof value === 'boolean') return BOOL;
  return entryIn(CONSTANT_TYPES, typeNameOf(value) as Type['kind'], (kind) => ({ kind, params: [] }));
}

interface Checked {
  readonly issues: readonly Issue[];
  /** The type of the whole expression. */
  readonly type: Type;
  /** Returns the type of a node of the tree. */
  readonly typeOf: (expr: Expr) => Type;
  /** The compiled literal patterns. */
  readonly patterns: PatternBudget;
}

/** Checks a tree in an environment and completes its calls. Returns all issues; empty if the expression is accepted. */
export function check(root: Expr, environment: Environment = STORED): Checked {
  return inOneGo(checking(root, environment));
}

/** Checks a tree like `check`, in increments. */
export function* checking(root: Expr, environment: Environment): Incremental<Checked> {
  const checker = new Checker(environment);
  const type = checker.check(root, undefined);
  checker.finish();
  const typeOfNode = (expr: Expr): Type => checker.typeOf(expr);
  const patterns = new PatternBudget();
  yield;
  const issues = checker.issues.length > 0 ? checker.issues : yield* validateTree(root, typeOfNode, patterns);
  return { issues, type: checker.final(type), typeOf: typeOfNode, patterns };
}

class Checker {
  readonly issues: Issue[] = [];
  readonly #environment: Environment;
  readonly #bindings = new Bindings();
  readonly #types = new Map<Expr, Type>();
  readonly #names: Name[] = [];

  constructor(environment: Environment) {
    this.#environment = environment;
  }

  final(type: Type): Type {
    return this.#bindings.resolve(type, true);
  }

  /** Marks the names that denote types, once all types are inferred. */
  finish(): void {
    for (const name of this.#names) name.isType = this.typeOf(name).kind === 'type';
  }

  /** Returns the type that the check found for a node. */
  typeOf(expr: Expr): Type {
    return this.final(this.#types.get(expr) ?? DYN);
  }

  check(expr: Expr, scope: Scope | undefined): Type {
    const type = this.#check(expr, scope);
    this.#types.set(expr, type);
    return type;
  }

  #check(expr: Expr, scope: Scope | undefined): Type {
    switch (expr.kind) {
      case 'constant':
        return typeOfConstant(expr.value);
      case 'name':
        this.#names.push(expr);
        return this.#name(expr, scope);
      case 'select':
        return this.#select(expr, scope);
      case 'call':
        return this.#call(expr, scope);
      case 'list':
        return this.#list(expr, scope);
      case 'map':
        return this.#map(expr, scope);
      case 'message':
        return this.#message(expr);
      case 'fold':
        return this.#fold(expr, scope);
      case 'bind':
        return this.#bind(expr, scope);
    }
  }

  #report(at: number, message: string, isOwnLimit = false): Type {
    this.issues.push(isOwnLimit ? { at, message, isOwnLimit } : { at, message });
    return ERROR;
  }

  #undeclared(name: string, at: number): Type {
    return this.#report(at, `undeclared reference to '${name}' (in container '')`);
  }

  #name(expr: Name, scope: Scope | undefined): Type {
    return resolveName(expr, scope, this.#environment.celGo) ?? this.#undeclared(expr.name, expr.at);
  }

  #select(expr: Select, scope: Scope | undefined): Type {
    return resolveTypeName(expr, scope, this.#environment.celGo) ?? this.#field(expr, scope);
  }

  #field(expr: Select, scope: Scope | undefined): Type {
    const operand = this.#bindings.resolve(this.check(expr.operand, scope));
    const isOptional = operand.kind === 'optional_type';
    const type = this.#fieldType(isOptional ? (operand.params[0] as Type) : operand, expr);
    if (expr.mode === 'test') return BOOL;
    return this.#bindings.resolve(isOptional || expr.mode === 'optional' ? optionalOf(type) : type);
  }

  #fieldType(target: Type, { at, field }: Select): Type {
    switch (target.kind) {
      case 'map':
        return target.params[1] as Type;
      case 'struct':
        // Only the device has declared fields.
        if (target !== DEVICE) return this.#report(at, `unexpected failed resolution of '${formatType(target)}'`);
        return this.#environment.deviceFields.get(field) ?? this.#report(at, `undefined field '${field}'`);
      case 'param':
        this.#bindings.assign([DYN], [target]);
        return DYN;
      default:
        if (!isDynamic(target) && target.kind !== 'error')
          this.#report(at, `type '${formatType(target)}' does not support field selection`);
        return DYN;
    }
  }

  #call(expr: Call, scope: Scope | undefined): Type {
    const args = expr.args.map((arg) => this.check(arg, scope));
    if (expr.name === '_&&_' || expr.name === '_||_') return this.#logical(expr, args);
    const namespaced = expr.target?.kind === 'name' ? `${expr.target.name}.${expr.name}`.replace(/^\./, '') : undefined;
    if (namespaced !== undefined && this.#environment.overloadsOf(namespaced) !== undefined) {
      expr.name = namespaced;
      expr.target = undefined;
    }
    if (expr.target !== undefined) args.unshift(this.check(expr.target, scope));
    const name = withoutDot(expr.name);
    const overloads = this.#environment.overloadsOf(name);
    if (overloads === undefined) return this.#undeclared(expr.name, expr.at);
    expr.name = name;
    return this.#resolve(expr, args, overloads);
  }

  #logical(expr: Call, args: readonly Type[]): Type {
    if (args.every((type) => type === BOOL)) return BOOL;
    const wrong = args
      .map((type, i) => ({ type, at: expr.args[i]?.at ?? expr.at }))
      .filter(({ type }) => !this.#bindings.assign([type], [BOOL]));
    for (const { type, at } of wrong) this.#report(at, `expected type 'bool' but found '${formatType(this.#bindings.resolve(type))}'`);
    return wrong.length > 0 ? ERROR : BOOL;
  }

  /** Records the overloads that match the call. */
  #resolve(expr: Call, args: readonly Type[], overloads: readonly Overload[]): Type {
    const isMember = expr.target !== undefined;
    const { fitting, result } = this.#match(isMember, args, overloads);
    expr.overloads = fitting;
    return result ?? this.#noOverload(expr.name, expr.at, isMember, args);
  }

  /** Finds the overloads that match. The result is their common type, or dyn. */
  #match(
    isMember: boolean,
    args: readonly Type[],
    overloads: readonly Overload[],
  ): { fitting: readonly Overload[]; result: Type | undefined } {
    const fitting: Overload[] = [];
    let result: Type | undefined;
    for (const overload of overloads) {
      if (overload.member !== isMember || !overload.declared) continue;
      const instance = this.#instantiate(overload);
      if (!this.#bindings.assign(args, instance.params)) continue;
      fitting.push(overload);
      const type = this.#bindings.resolve(instance.result);
      if (result === undefined) result = type;
      else if (!isDynamic(result) && !sameType(type, result)) result = DYN;
    }
    return { fitting, result };
  }

  #instantiate(overload: Overload): { readonly params: readonly Type[]; readonly result: Type } {
    if (!overload.generic) return overload;
    const fresh = new Map<string, Type>();
    const rename = (type: Type): Type => {
      if (type.kind !== 'param') return type.params.length === 0 ? type : { ...type, params: type.params.map(rename) };
      return entryIn(fresh, type.name ?? '', () => this.#bindings.freshParam());
    };
    return { params: overload.params.map(rename), result: rename(overload.result) };
  }

  #noOverload(name: string, at: number, isMember: boolean, args: readonly Type[]): Type {
    const types = args.map((type) => formatType(this.final(type)));
    const applied = isMember ? `${types[0]}.(${types.slice(1).join(', ')})` : `(${types.join(', ')})`;
    return this.#report(at, `found no matching overload for '${name}' applied to '${applied}'`);
  }

  #list({ elements, optional }: List, scope: Scope | undefined): Type {
    const types = elements.map((element, at) => this.#item(element, optional?.has(at) === true, scope));
    return listOf(this.#join(types) ?? this.#bindings.freshParam());
  }

  /** Returns the type of an item of a literal; for an optional item, the type of its value. */
  #item(expr: Expr, optional: boolean, scope: Scope | undefined): Type {
    const type = this.check(expr, scope);
    if (!optional) return type;
    if (type.kind === 'optional_type') return type.params[0] as Type;
    if (!isDynamic(type)) this.#report(expr.at, `expected type '${formatType(optionalOf(type))}' but found '${formatType(type)}'`);
    return type;
  }

  #map(expr: MapLiteral, scope: Scope | undefined): Type {
    const keys: Type[] = [];
    const values: Type[] = [];
    for (const { key, value, optional } of expr.entries) {
      keys.push(this.check(key, scope));
      values.push(this.#item(value, optional === true, scope));
    }
    return mapOf(this.#join(keys) ?? this.#bindings.freshParam(), this.#join(values) ?? this.#bindings.freshParam());
  }

  /** Device selectors have no use for the protobuf messages of cel-go, so these are not supported. */
  #message({ at, name }: Message): Type {
    const global = withoutDot(name);
    if (global.startsWith('google.protobuf.') || global === formatType(DEVICE))
      return this.#report(at, `message '${global}': not supported`, true);
    if (isTypeName(global)) return this.#report(at, `'${global}' is not a message type`);
    return this.#undeclared(name, at);
  }

  /**
   * Returns the common type of the items of a literal: dyn if they differ,
   * undefined if the literal is empty. Validation later requires equal types.
   */
  #join(types: readonly Type[]): Type | undefined {
    let joined: Type | undefined;
    for (const type of types) {
      if (joined === undefined) joined = type;
      // An equal type is not compared again, because it adds no information.
      else if (joined === type) continue;
      else if (this.#bindings.assign([joined], [type])) joined = isAtLeastAsGeneral(joined, type) ? joined : type;
      else joined = DYN;
    }
    return joined;
  }

  #fold(expr: Fold, scope: Scope | undefined): Type {
    const range = this.#bindings.resolve(this.check(expr.range, scope));
    const [first, second] = this.#variables(expr, range);
    let inner: Scope = { name: expr.variable, type: first, outer: scope };
    if (expr.second !== undefined) inner = { name: expr.second, type: second, outer: inner };
    if (expr.macro === 'filter' || expr.macro === 'transformMap') {
      expr.added = { kind: 'name', name: expr.variable, at: expr.at };
      this.#names.push(expr.added);
      this.#types.set(expr.added, first);
    }
    const predicate = expr.predicate === undefined ? BOOL : this.check(expr.predicate, inner);
    if (expr.added !== undefined) this.#readByMacro(expr.variable, expr.at);
    const result = this.#foldResult(expr, first, expr.transform === undefined ? BOOL : this.check(expr.transform, inner));
    this.#predicate(expr, predicate, result);
    return result;
  }

  /** Returns the types of the variables: for one variable the item or key, for two the index or key and the value. */
  #variables({ range: { at }, second }: Fold, range: Type): readonly [Type, Type] {
    if (range.kind === 'list') return second === undefined ? [range.params[0] as Type, DYN] : [INT, range.params[0] as Type];
    if (range.kind === 'map') return range.params as [Type, Type];
    if (range.kind === 'dyn' || range.kind === 'error' || range.kind === 'param') {
      this.#bindings.assign([DYN], [range]);
      return [DYN, DYN];
    }
    const rangeProblem = 'cannot be range of a comprehension (must be list, map, or dynamic)';
    return [this.#report(at, `expression of type '${formatType(range)}' ${rangeProblem}`), ERROR];
  }

  #foldResult(expr: Fold, first: Type, transform: Type): Type {
    switch (expr.macro) {
      case 'filter':
        return listOf(first);
      case 'map':
        return listOf(this.#bindings.resolve(transform));
      case 'transformMap':
        return this.#insertion(expr.at, first, transform);
      case 'transformMapEntry':
        return this.#insertion(expr.at, transform);
      default:
        return BOOL;
    }
  }

  /** Returns the type of the map after an insertion of a key and value, or of all entries of another map. */
  #insertion(at: number, ...inserted: readonly Type[]): Type {
    const name = 'cel.@mapInsert';
    const map = mapOf(this.#bindings.freshParam(), this.#bindings.freshParam());
    const args = [map, ...inserted];
    if (this.#match(false, args, this.#environment.overloadsOf(name) ?? []).result === undefined)
      return this.#noOverload(name, at, false, args);
    return this.#bindings.resolve(map);
  }

  /** Such macros expand to `&&`, `||` or `?:`, whose errors are different. */
  #predicate(expr: Fold, type: Type, result: Type): void {
    if (this.#bindings.assign([type], [BOOL])) return;
    if (expr.macro === 'all' || expr.macro === 'exists') {
      this.#report(expr.predicate?.at ?? expr.at, `expected type 'bool' but found '${formatType(this.#bindings.resolve(type))}'`);
      return;
    }
    const branch = expr.macro === 'exists_one' ? INT : result;
    this.#noOverload('_?_:_', expr.at, false, [type, branch, branch]);
  }

  /** Macros that read a variable themselves do not find the variable if it is written with a leading dot. */
  #readByMacro(variable: string, at: number): void {
    if (variable.startsWith('.')) this.#undeclared(variable, at);
  }

  #bind(expr: Bind, scope: Scope | undefined): Type {
    const type = this.check(expr.value, scope);
    this.#readByMacro(expr.variable, expr.at);
    return this.#bindings.resolve(this.check(expr.body, { name: expr.variable, type, outer: scope }));
  }
}
