// Tree -> types. Accepts and refuses what cel-go's checker does in the environment of device selectors, and notes at
// each call which overloads fit. Source of the rules: cel-go checker/checker.go and cel/validator.go.

import { NOT_SUPPORTED_YET, type Overload, overloadsOf } from './declarations.js';
import type { Issue } from './errors.js';
import { compilePattern } from './library/regex.js';
import type { Bind, Call, Expr, Fold, List, MapLiteral, Select } from './tree.js';
import {
  Bindings,
  BOOL,
  DEVICE,
  DYN,
  ERROR,
  formatType,
  INT,
  isAtLeastAsGeneral,
  listOf,
  mapOf,
  optionalOf,
  paramOf,
  QUANTITY,
  STRING,
  sameType,
  type Type,
  typeOf,
} from './types.js';
import { typeNameOf } from './values.js';

const DEVICE_FIELDS: ReadonlyMap<string, Type> = new Map([
  ['driver', STRING],
  ['attributes', mapOf(STRING, mapOf(STRING, DYN))],
  ['capacity', mapOf(STRING, mapOf(STRING, QUANTITY))],
  ['allowMultipleAllocations', BOOL],
]);

const TYPE_NAMES: ReadonlyMap<string, Type> = new Map<string, Type>([
  ...(['bool', 'int', 'uint', 'double', 'string', 'bytes', 'null_type'] as const).map((kind): [string, Type] => [
    kind,
    { kind, params: [] },
  ]),
  ['list', listOf(paramOf('A'))],
  ['map', mapOf(paramOf('A'), paramOf('B'))],
  ['type', { kind: 'type', params: [] }],
]);

/** What the check of an expression gives. */
export interface Checked {
  readonly issues: readonly Issue[];
  /** The type of the whole expression. */
  readonly type: Type;
}

/** Checks a tree and completes its calls. Gives all issues found, none when the expression is accepted. */
export function check(root: Expr): Checked {
  const checker = new Checker();
  const type = checker.check(root, undefined);
  if (checker.issues.length === 0) checker.validate();
  return { issues: checker.issues, type: checker.final(type) };
}

/** The variables of the macros around a node, the innermost first. */
interface Scope {
  readonly name: string;
  readonly type: Type;
  readonly outer: Scope | undefined;
}

/** An item of a literal. */
interface Item {
  readonly at: number;
  readonly type: Type;
}

class Checker {
  readonly issues: Issue[] = [];
  readonly #bindings = new Bindings();
  /** Items of literals that must have the same type, looked at once all types are known. */
  readonly #groups: (readonly Item[])[] = [];
  readonly #patterns: { readonly at: number; readonly pattern: string }[] = [];

  final(type: Type): Type {
    return this.#bindings.resolve(type, true);
  }

  check(expr: Expr, scope: Scope | undefined): Type {
    switch (expr.kind) {
      case 'constant':
        return { kind: typeNameOf(expr.value) as Type['kind'], params: [] };
      case 'name':
        return this.#name(expr.name, expr.at, scope);
      case 'select':
        return this.#select(expr, scope);
      case 'call':
        return this.#call(expr, scope);
      case 'list':
        return this.#list(expr, scope);
      case 'map':
        return this.#map(expr, scope);
      case 'fold':
        return this.#fold(expr, scope);
      case 'bind':
        return this.#bind(expr, scope);
    }
  }

  /** The checks that cel-go makes on an expression whose types are right. */
  validate(): void {
    for (const { at, pattern } of this.#patterns) {
      if (compilePattern(pattern) === undefined) this.#report(at, 'invalid matches argument');
    }
    for (const group of this.#groups) this.#validateGroup(group);
  }

  /** All items of a literal must have the very same type: dyn does not mix with others. */
  #validateGroup(group: readonly Item[]): void {
    const first = group[0];
    if (first === undefined) return;
    const wanted = this.final(first.type);
    const other = group.find(({ type }) => !sameType(this.final(type), wanted));
    if (other !== undefined)
      this.#report(other.at, `expected type '${formatType(wanted)}' but found '${formatType(this.final(other.type))}'`);
  }

  #report(at: number, message: string): Type {
    this.issues.push({ at, message });
    return ERROR;
  }

  #undeclared(name: string, at: number): Type {
    if (NOT_SUPPORTED_YET.has(name)) return this.#report(at, `function '${name}' is not supported yet`);
    return this.#report(at, `undeclared reference to '${name}' (in container '')`);
  }

  #name(name: string, at: number, scope: Scope | undefined): Type {
    for (let local = scope; local !== undefined; local = local.outer) if (local.name === name) return local.type;
    if (name === 'device') return DEVICE;
    const type = TYPE_NAMES.get(name);
    return type === undefined ? this.#undeclared(name, at) : typeOf(type);
  }

  #select(expr: Select, scope: Scope | undefined): Type {
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
        return (target === DEVICE ? DEVICE_FIELDS.get(field) : undefined) ?? this.#report(at, `undefined field '${field}'`);
      case 'param':
        this.#bindings.assign([DYN], [target]);
        return DYN;
      default:
        if (target.kind !== 'dyn' && target.kind !== 'error')
          this.#report(at, `type '${formatType(target)}' does not support field selection`);
        return DYN;
    }
  }

  #call(expr: Call, scope: Scope | undefined): Type {
    const args = expr.args.map((arg) => this.check(arg, scope));
    if (expr.name === '_&&_' || expr.name === '_||_') return this.#logical(expr, args);
    const namespaced = expr.target?.kind === 'name' ? `${expr.target.name}.${expr.name}` : undefined;
    if (namespaced !== undefined && (overloadsOf(namespaced) !== undefined || NOT_SUPPORTED_YET.has(namespaced))) {
      expr.name = namespaced;
      expr.target = undefined;
    }
    if (expr.target !== undefined) args.unshift(this.check(expr.target, scope));
    const overloads = overloadsOf(expr.name);
    if (overloads === undefined) return this.#undeclared(expr.name, expr.at);
    const pattern = expr.args.at(-1);
    if (expr.name === 'matches' && pattern?.kind === 'constant' && typeof pattern.value === 'string')
      this.#patterns.push({ at: pattern.at, pattern: pattern.value });
    return this.#resolve(expr, args, overloads);
  }

  #logical(expr: Call, args: readonly Type[]): Type {
    const wrong = args
      .map((type, i) => ({ type, at: expr.args[i]?.at ?? expr.at }))
      .filter(({ type }) => !this.#bindings.assign([type], [BOOL]));
    for (const { type, at } of wrong) this.#report(at, `expected type 'bool' but found '${formatType(this.#bindings.resolve(type))}'`);
    return wrong.length > 0 ? ERROR : BOOL;
  }

  /** Finds the overloads that fit; the result is their common type, or dyn. */
  #resolve(expr: Call, args: readonly Type[], overloads: readonly Overload[]): Type {
    const fitting: Overload[] = [];
    let result: Type | undefined;
    for (const overload of overloads) {
      if (overload.member !== (expr.target !== undefined)) continue;
      const instance = this.#instantiate(overload);
      if (!this.#bindings.assign(args, instance.params)) continue;
      fitting.push(overload);
      const type = this.#bindings.resolve(instance.result);
      if (result === undefined) result = type;
      else if (result.kind !== 'dyn' && !sameType(type, result)) result = DYN;
    }
    expr.overloads = fitting;
    return result ?? this.#noOverload(expr, args);
  }

  #instantiate(overload: Overload): { readonly params: readonly Type[]; readonly result: Type } {
    const fresh = new Map<string, Type>();
    const rename = (type: Type): Type => {
      if (type.kind !== 'param') return type.params.length === 0 ? type : { ...type, params: type.params.map(rename) };
      const name = type.name ?? '';
      const param = fresh.get(name) ?? this.#bindings.freshParam();
      fresh.set(name, param);
      return param;
    };
    return { params: overload.params.map(rename), result: rename(overload.result) };
  }

  #noOverload(expr: Call, args: readonly Type[]): Type {
    const types = args.map((type) => formatType(this.final(type)));
    const applied = expr.target === undefined ? `(${types.join(', ')})` : `${types[0]}.(${types.slice(1).join(', ')})`;
    return this.#report(expr.at, `found no matching overload for '${expr.name}' applied to '${applied}'`);
  }

  #list(expr: List, scope: Scope | undefined): Type {
    const items = expr.elements.map((element) => ({ at: element.at, type: this.check(element, scope) }));
    this.#groups.push(items);
    return listOf(this.#join(items) ?? this.#bindings.freshParam());
  }

  #map(expr: MapLiteral, scope: Scope | undefined): Type {
    const keys: Item[] = [];
    const values: Item[] = [];
    for (const entry of expr.entries) {
      keys.push({ at: entry.key.at, type: this.check(entry.key, scope) });
      values.push({ at: entry.value.at, type: this.check(entry.value, scope) });
    }
    this.#groups.push(keys, values);
    return mapOf(this.#join(keys) ?? this.#bindings.freshParam(), this.#join(values) ?? this.#bindings.freshParam());
  }

  /** The common type of the items of a literal. */
  #join(items: readonly Item[]): Type | undefined {
    let joined: Type | undefined;
    for (const { at, type } of items) {
      if (joined === undefined) joined = type;
      else if (this.#bindings.assign([joined], [type])) joined = isAtLeastAsGeneral(joined, type) ? joined : type;
      else joined = this.#report(at, `expected type '${formatType(joined)}' but found '${formatType(type)}'`);
    }
    return joined;
  }

  #fold(expr: Fold, scope: Scope | undefined): Type {
    const range = this.#bindings.resolve(this.check(expr.range, scope));
    const inner = { name: expr.variable, type: this.#itemType(range, expr.range.at), outer: scope };
    if (expr.predicate !== undefined) this.#predicate(expr, this.check(expr.predicate, inner), inner.type);
    if (expr.macro === 'filter') return listOf(inner.type);
    if (expr.transform === undefined) return BOOL;
    return listOf(this.#bindings.resolve(this.check(expr.transform, inner)));
  }

  #itemType(range: Type, at: number): Type {
    if (range.kind === 'list' || range.kind === 'map') return range.params[0] as Type;
    if (range.kind === 'dyn' || range.kind === 'error' || range.kind === 'param') {
      this.#bindings.assign([DYN], [range]);
      return DYN;
    }
    return this.#report(at, `expression of type '${formatType(range)}' cannot be range of a comprehension (must be list, map, or dynamic)`);
  }

  /** The macros expand to `&&`, `||` or `?:`, whose errors differ. */
  #predicate(expr: Fold, type: Type, item: Type): void {
    if (this.#bindings.assign([type], [BOOL])) return;
    const found = formatType(this.final(type));
    if (expr.macro === 'all' || expr.macro === 'exists') {
      this.#report(expr.predicate?.at ?? expr.at, `expected type 'bool' but found '${found}'`);
      return;
    }
    const branch = formatType(this.final(expr.macro === 'exists_one' ? INT : listOf(item)));
    this.#report(expr.at, `found no matching overload for '_?_:_' applied to '(${found}, ${branch}, ${branch})'`);
  }

  #bind(expr: Bind, scope: Scope | undefined): Type {
    const type = this.check(expr.value, scope);
    return this.#bindings.resolve(this.check(expr.body, { name: expr.variable, type, outer: scope }));
  }
}
