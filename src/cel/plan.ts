// Tree -> closures. What to evaluate, in which order, and what it costs, as cel-go's planner and its interpreter have it.

import { isPresent, read, readOptional } from './access.js';
import { costOfCall, LIST_COST, MAP_COST, SELECT_COST } from './cost.js';
import type { Overload } from './declarations.js';
import { planFold } from './fold.js';
import { Aborted, Frame } from './frame.js';
import { compilePattern } from './library/regex.js';
import { goTypeName } from './names.js';
import type { Bind, Call, Expr, Fold, List, MapLiteral, Select } from './tree.js';
import { CelMap, equal, Failure, isKey, isOfType, NO_SUCH_OVERLOAD, NONE, Optional, TypeValue, typeNameOf, type Value } from './values.js';
import { Semver } from './semver.js';

/** Evaluates a node. */
export type Evaluate = (frame: Frame) => Value;

/** A planned expression. */
export interface Plan {
  readonly evaluate: Evaluate;
  /** How many variables of macros there are. */
  readonly slots: number;
}

/** A planned node. */
export interface Step {
  readonly evaluate: Evaluate;
  /** Of a variable or what is read from something: the evaluation without the cost of its root, which `?:` and selects do not pay twice. */
  readonly bare?: Evaluate;
  /** The value of a node that is constant; it costs nothing. */
  readonly constant?: Value;
}

/** A variable of a macro: where its value is, and how it is computed when that is put off until it is needed. */
export interface Scope {
  readonly name: string;
  readonly slot: number;
  readonly compute: Evaluate | undefined;
  readonly outer: Scope | undefined;
}

/** Plans a checked tree. Gives a Failure when a conversion of a constant fails, which is an error of the expression. */
export function plan(root: Expr): Plan | Failure {
  const planner = new Planner();
  try {
    const { evaluate } = planner.plan(root, undefined);
    return { evaluate, slots: planner.slots };
  } catch (error) {
    if (error instanceof ConstantError) return error.failure;
    throw error;
  }
}

class ConstantError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const CONVERSIONS = new Set(['bool', 'bytes', 'double', 'dyn', 'int', 'string', 'type', 'uint']);

/** Plans the nodes of one expression. */
export class Planner {
  /** Variables given a slot so far. */
  slots = 0;

  plan(expr: Expr, scope: Scope | undefined): Step {
    switch (expr.kind) {
      case 'constant':
        return constant(expr.value);
      case 'name':
        return planName(expr.name, scope);
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

  #select(expr: Select, scope: Scope | undefined): Step {
    const operand = this.plan(expr.operand, scope);
    if (expr.mode === 'optional') return access(operand, constant(expr.field), readOptional);
    if (expr.mode === 'value') return access(operand, constant(expr.field), read);
    const { bare } = access(operand, constant(expr.field), isPresent);
    return { evaluate: bare };
  }

  #call(expr: Call, scope: Scope | undefined): Step {
    const args = (expr.target === undefined ? expr.args : [expr.target, ...expr.args]).map((arg) => this.plan(arg, scope));
    const [first, second, third] = args as [Step, Step, Step];
    switch (expr.name) {
      case '_&&_':
        return logical(args, false);
      case '_||_':
        return logical(args, true);
      case '_?_:_':
        return conditional(first, second, third);
      case '_==_':
        return equality(first, second, true);
      case '_!=_':
        return equality(first, second, false);
      case '@in':
        return membership(first, second, expr.overloads ?? []);
      case '_[_]':
        return access(first, second, read);
      case '_[?_]':
        return access(first, second, readOptional);
      case 'or':
        return alternative(first, second, false);
      case 'orValue':
        return alternative(first, second, true);
      default:
        return invocation(expr.name, expr.overloads ?? [], args);
    }
  }

  #list(expr: List, scope: Scope | undefined): Step {
    const items = expr.elements.map((element) => this.plan(element, scope));
    if (items.every(isConstant)) return constant(items.map((item) => item.constant as Value));
    const evaluators = items.map((item) => item.evaluate);
    return {
      evaluate: (frame) => {
        frame.charge(LIST_COST);
        const values: Value[] = [];
        for (const evaluate of evaluators) {
          const value = evaluate(frame);
          if (value instanceof Failure) return value;
          values.push(value);
        }
        return values;
      },
    };
  }

  #map(expr: MapLiteral, scope: Scope | undefined): Step {
    const entries = expr.entries.map(({ key, value }) => ({ key: this.plan(key, scope), value: this.plan(value, scope) }));
    if (entries.every(({ key, value }) => isConstant(key) && isConstant(value))) {
      const made = makeMap(entries.map(({ key, value }): [Value, Value] => [key.constant as Value, value.constant as Value]));
      if (!(made instanceof Failure)) return constant(made);
    }
    return {
      evaluate: (frame) => {
        frame.charge(MAP_COST);
        const values: [Value, Value][] = [];
        for (const entry of entries) {
          const key = entry.key.evaluate(frame);
          if (key instanceof Failure) return key;
          const value = entry.value.evaluate(frame);
          if (value instanceof Failure) return value;
          values.push([key, value]);
        }
        return makeMap(values);
      },
    };
  }

  #fold(expr: Fold, scope: Scope | undefined): Step {
    const range = this.plan(expr.range, scope);
    const inner: Scope = { name: expr.variable, slot: this.#newSlot(), compute: undefined, outer: scope };
    const part = (node: Expr | undefined): Step | undefined => (node === undefined ? undefined : this.plan(node, inner));
    return { evaluate: planFold(expr.macro, inner.slot, range, part(expr.predicate), part(expr.transform)) };
  }

  /** The value is computed when the body first needs it, and not at all if it never does, as in cel-go. */
  #bind(expr: Bind, scope: Scope | undefined): Step {
    const value = this.plan(expr.value, scope);
    const slot = this.#newSlot();
    const body = this.plan(expr.body, { name: expr.variable, slot, compute: value.evaluate, outer: scope }).evaluate;
    return {
      evaluate: (frame) => {
        frame.slots[slot] = undefined;
        return body(frame);
      },
    };
  }

  #newSlot(): number {
    this.slots += 1;
    return this.slots - 1;
  }
}

function constant(value: Value): Step {
  return { evaluate: () => value, constant: value };
}

function isConstant(step: Step): boolean {
  return step.constant !== undefined;
}

function planName(name: string, scope: Scope | undefined): Step {
  for (let local = scope; local !== undefined; local = local.outer) if (local.name === name) return variable(local);
  if (name !== 'device') return constant(new TypeValue(name));
  return attribute((frame) => frame.device);
}

function variable({ slot, compute }: Scope): Step {
  if (compute === undefined) return attribute((frame) => frame.slots[slot] as Value);
  return attribute((frame) => {
    const value = frame.slots[slot] ?? frame.bound(compute(frame));
    frame.slots[slot] = value;
    return value;
  });
}

/** A step that is read from a root: the root costs once, however many fields are read from it. */
function attribute(bare: Evaluate): Step & { readonly bare: Evaluate } {
  return {
    bare,
    evaluate: (frame) => {
      frame.charge(SELECT_COST);
      return bare(frame);
    },
  };
}

type Read = (operand: Value, key: Value) => Value;

/** Reads a field or item. An optional read that finds nothing is free. */
function access(operand: Step, key: Step, readKey: Read): Step & { readonly bare: Evaluate } {
  const root = operand.bare ?? operand.evaluate;
  const keyOf = key.bare ?? key.evaluate;
  const bare: Evaluate = (frame) => {
    const from = root(frame);
    if (from instanceof Failure) return from;
    if (from === NONE) return readKey(from, '');
    const name = keyOf(frame);
    if (name instanceof Failure) return name;
    if (!isKey(name) && typeof name !== 'number') return new Failure(`invalid qualifier type: ${goTypeName(name)}`);
    const value = readKey(from, name);
    if (!isAbsent(from, value)) frame.charge(SELECT_COST);
    return value;
  };
  return operand.bare === operand.evaluate ? { bare, evaluate: bare } : attribute(bare);
}

function isAbsent(from: Value, value: Value): boolean {
  return value instanceof Optional ? value.value === undefined : value === false && from instanceof Optional;
}

/** `&&` and `||`: the deciding value wins over any error, whatever their order. */
function logical(terms: readonly Step[], deciding: boolean): Step {
  const evaluators = terms.map((term) => term.evaluate);
  return {
    evaluate: (frame) => {
      let failure: Failure | undefined;
      for (const evaluate of evaluators) {
        const value = evaluate(frame);
        if (value === deciding) return deciding;
        if (value !== !deciding) failure ??= value instanceof Failure ? value : NO_SUCH_OVERLOAD;
      }
      return failure ?? !deciding;
    },
  };
}

/** `c ? a : b`. A branch that is read from a variable does not pay for its root. */
function conditional(condition: Step, yes: Step, no: Step): Step {
  const evaluate: Evaluate = (frame) => {
    const value = condition.evaluate(frame);
    if (value === true) return (yes.bare ?? yes.evaluate)(frame);
    if (value === false) return (no.bare ?? no.evaluate)(frame);
    return value instanceof Failure ? value : NO_SUCH_OVERLOAD;
  };
  return { evaluate, bare: evaluate };
}

function equality(left: Step, right: Step, wanted: boolean): Step {
  const cost = costOfCall(wanted ? '_==_' : '_!=_', wanted ? 'equals' : 'not_equals');
  return {
    evaluate: (frame) => {
      const a = left.evaluate(frame);
      const b = right.evaluate(frame);
      frame.charge(cost([a, b], true));
      if (a instanceof Failure) return a;
      if (b instanceof Failure) return b;
      const same = equal(a, b, frame);
      // `!=` takes a failure of the comparison for a difference.
      return wanted ? same : same !== true;
    },
  };
}

const isPrimitive = (value: Value): boolean => typeof value !== 'object' || (value !== null && typeNameOf(value) === 'uint');

/** `a in b`. A list of constants is looked up at no cost. */
function membership(item: Step, container: Step, overloads: readonly Overload[]): Step {
  const only = overloads.length === 1 ? overloads[0]?.id : undefined;
  const list = container.constant;
  if (only === 'in_list' && Array.isArray(list) && list.every(isPrimitive)) return list.length === 0 ? constant(false) : constantMembership(item, list);
  const cost = costOfCall('@in', only);
  return {
    evaluate: (frame) => {
      const value = item.evaluate(frame);
      const within = container.evaluate(frame);
      frame.charge(cost([value, within], true));
      if (value instanceof Failure) return value;
      if (within instanceof Failure) return within;
      if (within instanceof CelMap) return hasKey(within, value);
      return Array.isArray(within) ? within.some((other) => equal(value, other as Value, frame) === true) : NO_SUCH_OVERLOAD;
    },
  };
}

function constantMembership(item: Step, list: readonly Value[]): Step {
  return {
    evaluate: (frame) => {
      const value = item.evaluate(frame);
      if (value instanceof Failure) return value;
      if (value instanceof Semver) throw unhashable();
      return list.some((other) => equal(other, value, frame) === true);
    },
  };
}

/** The reference looks versions up in a Go map, which panics; only maps of a device have keys that are plain strings. */
function unhashable(): Aborted {
  return new Aborted('internal error: runtime error: hash of unhashable type cel.Semver');
}

function hasKey(map: CelMap, key: Value): boolean {
  if (key instanceof Semver && map.size > 0 && !map.ofDevice) throw unhashable();
  return map.has(key);
}

/** `o.or(p)`, `o.orValue(v)`: the second is evaluated only when the first is empty. */
function alternative(first: Step, second: Step, unwrap: boolean): Step {
  return {
    evaluate: (frame) => {
      const value = first.evaluate(frame);
      if (value instanceof Failure) return value;
      if (!(value instanceof Optional)) return NO_SUCH_OVERLOAD;
      if (value.value === undefined) return second.evaluate(frame);
      return unwrap ? value.value : value;
    },
  };
}

/** A call of a declared function: arguments from the left, then the first overload that takes the values. */
function invocation(name: string, overloads: readonly Overload[], args: readonly Step[]): Step {
  const cost = costOfCall(name, overloads.length === 1 ? overloads[0]?.id : undefined);
  const evaluators = args.map((arg) => arg.evaluate);
  const apply: Evaluate = (frame) => {
    const values: Value[] = [];
    let failure: Failure | undefined;
    for (const evaluate of evaluators) {
      const value = evaluate(frame);
      if (value instanceof Failure) failure ??= value;
      values.push(value);
      if (failure !== undefined && evaluators.length > 2) return failure;
    }
    const result = failure ?? dispatch(name, overloads, values, frame);
    frame.charge(cost(values, result));
    return result;
  };
  const pattern = (name === 'find' || name === 'findAll') ? args[1]?.constant : undefined;
  if (typeof pattern === 'string' && compilePattern(pattern) === undefined) throw new ConstantError(new Failure(`error parsing regexp: ${pattern}`));
  return CONVERSIONS.has(name) && args.length === 1 && args.every(isConstant) ? folded(apply) : { evaluate: apply };
}

/** A conversion of a constant is made once, at no cost. */
function folded(apply: Evaluate): Step {
  const value = apply(new Frame(null, 0));
  if (value instanceof Failure) throw new ConstantError(value);
  return constant(value);
}

function dispatch(name: string, overloads: readonly Overload[], values: readonly Value[], frame: Frame): Value {
  for (const overload of overloads) {
    if (overload.accepted.every((param, i) => isOfType(values[i] as Value, param))) return overload.implement(values, frame);
  }
  return noSuchOverload(name, values);
}

/** Functions that the reference implements once for all types do not say what they were called with. */
const SILENT = new Set(['matches', 'contains', 'startsWith', 'endsWith']);

function noSuchOverload(name: string, values: readonly Value[]): Failure {
  if (SILENT.has(name) || /^[^a-z]/.test(name)) return NO_SUCH_OVERLOAD;
  return new Failure(name === 'size' ? 'no such overload: size' : `no such overload: ${name}(${values.map(typeNameOf).join(', ')})`);
}

function makeMap(entries: readonly (readonly [Value, Value])[]): CelMap | Failure {
  const other = entries.find(([key]) => !isKey(key) && typeof key !== 'number');
  return other === undefined ? new CelMap(entries) : new Failure(`map with keys of type '${typeNameOf(other[0])}': not supported yet`);
}
