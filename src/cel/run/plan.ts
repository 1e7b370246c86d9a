// Plans a checked tree as closures. Evaluation order and costs equal cel-go's planner and interpreter.

import { LIST_COST, MAP_COST } from '../cost/cost.js';
import type { Overload } from '../library/declarations.js';
import { PatternBudget } from '../library/pattern.js';
import type { Bind, Call, Expr, Fold, List, MapLiteral, Select } from '../syntax/tree.js';
import { ENTRY_BYTES, ITEM_BYTES, OBJECT_BYTES } from '../values/memory.js';
import { goText } from '../values/print.js';
import { CelMap, Failure, Optional, TypeValue, type Value } from '../values/values.js';
import { read, readOptional } from './access.js';
import { ConstantError, invocation } from './call.js';
import { planFold } from './fold.js';
import type { Frame, Planned } from './frame.js';
import { access, alternative, checkHashable, conditional, equality, logical, membership, presence } from './operations.js';
import { attribute, constant, type Evaluate, isConstant, type Step } from './steps.js';

/** The work of adding an item to a list and an entry to a map, in steps (see Frame.work). */
const ITEM_WORK = 1;
const ENTRY_WORK = 14;
const BIND_WORK = 1;

/** A planned expression. */
export interface Plan extends Planned {
  readonly evaluate: Evaluate;
  /** The bytes of its constant patterns. */
  readonly patternBytes: number;
}

/** A variable of a macro: its slot, and the function that computes its value if evaluation is deferred. */
interface Scope {
  readonly name: string;
  readonly slot: number;
  readonly compute: Evaluate | undefined;
  readonly outer: Scope | undefined;
}

/**
 * Plans a checked tree. Returns a Failure if the conversion of a constant fails. `patterns` contains the patterns that the check compiled.
 */
export function plan(root: Expr, patterns = new PatternBudget()): Plan | Failure {
  const planner = new Planner(patterns);
  try {
    const { evaluate } = planner.plan(root, undefined);
    return { evaluate, slots: planner.slots, patterns: planner.patterns.compiled, patternBytes: planner.patterns.bytes };
  } catch (error) {
    if (error instanceof ConstantError) return error.failure;
    throw error;
  }
}

/** Plans the nodes of one expression. */
class Planner {
  /** The number of slots assigned to variables so far. */
  slots = 0;
  /** The number of places assigned so far to device reads in macros. */
  #places = 0;
  readonly patterns: PatternBudget;

  constructor(patterns: PatternBudget) {
    this.patterns = patterns;
  }

  plan(expr: Expr, scope: Scope | undefined): Step {
    switch (expr.kind) {
      case 'constant':
        return constant(expr.value);
      case 'name':
        return expr.isType === true ? planType(expr.name) : planName(expr.name, scope);
      case 'select':
        return this.#select(expr, scope);
      case 'call':
        return this.#call(expr, scope);
      case 'list':
        return this.#list(expr, scope);
      case 'map':
        return this.#map(expr, scope);
      case 'message':
        throw new TypeError('the check rejects messages');
      case 'fold':
        return this.#fold(expr, scope);
      case 'bind':
        return this.#bind(expr, scope);
    }
  }

  #select(expr: Select, scope: Scope | undefined): Step {
    if (expr.qualified !== undefined) return planType(expr.qualified);
    const operand = this.plan(expr.operand, scope);
    const place = this.#newPlace(scope);
    if (expr.mode === 'optional') return access(operand, constant(expr.field), readOptional, place);
    if (expr.mode === 'value') return access(operand, constant(expr.field), read, place);
    return presence(operand, expr.field, place);
  }

  #call(expr: Call, scope: Scope | undefined): Step {
    const args = (expr.target === undefined ? expr.args : [expr.target, ...expr.args]).map((arg) => this.plan(arg, scope));
    const place = expr.name === '_[_]' || expr.name === '_[?_]' ? this.#newPlace(scope) : undefined;
    return planCall(expr.name, expr.overloads ?? [], args, this.patterns, place);
  }

  #list({ elements, optional }: List, scope: Scope | undefined): Step {
    const items = elements.map((element) => this.plan(element, scope));
    const make = (frame: Frame | undefined): Value => {
      const values: Value[] = [];
      for (const [at, item] of items.entries()) {
        const value = item.constant ?? item.evaluate(frame as Frame);
        if (value instanceof Failure) return value;
        if (optional?.has(at) !== true) values.push(value);
        else if (!(value instanceof Optional)) return notOptional(`list element from non-optional value ${goText(value)}`);
        else if (value.value !== undefined) values.push(value.value);
      }
      return values;
    };
    return planLiteral(items, make, LIST_COST, items.length * ITEM_WORK, items.length * ITEM_BYTES);
  }

  #map(expr: MapLiteral, scope: Scope | undefined): Step {
    const entries = expr.entries.map((entry) => ({
      key: this.plan(entry.key, scope),
      value: this.plan(entry.value, scope),
      optional: entry.optional === true,
    }));
    const make = (frame: Frame | undefined): Value => {
      const made = new CelMap([]);
      for (const entry of entries) {
        const key = entry.key.constant ?? entry.key.evaluate(frame as Frame);
        if (key instanceof Failure) return key;
        const value = entry.value.constant ?? entry.value.evaluate(frame as Frame);
        if (value instanceof Failure) return value;
        checkHashable(key, frame === undefined ? 'runtime error' : undefined);
        const failure = setEntry(made, key, value, entry.optional);
        if (failure !== undefined) return failure;
      }
      return made;
    };
    const parts = entries.flatMap(({ key, value }) => [key, value]);
    return planLiteral(parts, make, MAP_COST, entries.length * ENTRY_WORK, entries.length * ENTRY_BYTES);
  }

  #fold(expr: Fold, scope: Scope | undefined): Step {
    const range = this.plan(expr.range, scope);
    const variable = (name: string, outer: Scope | undefined): Scope => ({ name, slot: this.#newSlot(), compute: undefined, outer });
    const first = variable(expr.variable, scope);
    const inner = expr.second === undefined ? first : variable(expr.second, first);
    const part = (node: Expr | undefined): Step | undefined => (node === undefined ? undefined : this.plan(node, inner));
    const slots = { first: first.slot, second: inner === first ? undefined : inner.slot };
    const predicate = part(expr.predicate);
    const added = expr.added?.isType === true ? planType(expr.added.name) : undefined;
    return { evaluate: planFold(expr.macro, slots, range, { predicate, added, transform: part(expr.transform) }) };
  }

  /** The value is computed when the body first uses it. If the body does not use it, it is never computed, as in cel-go. */
  #bind(expr: Bind, scope: Scope | undefined): Step {
    const value = this.plan(expr.value, scope);
    const slot = this.#newSlot();
    const body = this.plan(expr.body, { name: expr.variable, slot, compute: value.evaluate, outer: scope }).evaluate;
    return {
      evaluate: (frame) => {
        frame.work(BIND_WORK);
        frame.slots[slot] = undefined;
        return body(frame);
      },
    };
  }

  /** A step that is evaluated once needs no place to cache its value. */
  #newPlace(scope: Scope | undefined): number | undefined {
    if (scope === undefined) return undefined;
    this.#places += 1;
    return this.#places - 1;
  }

  #newSlot(): number {
    this.slots += 1;
    return this.slots - 1;
  }
}

/** Plans a call with planned arguments. `place`: see `access`. */
export function planCall(
  name: string,
  overloads: readonly Overload[],
  args: readonly Step[],
  patterns: PatternBudget,
  place?: number,
): Step {
  const [first, second, third] = args as [Step, Step, Step];
  switch (name) {
    case '_&&_':
      return logical(first, second, false);
    case '_||_':
      return logical(first, second, true);
    case '_?_:_':
      return conditional(first, second, third);
    case '_==_':
      return equality(first, second, true);
    case '_!=_':
      return equality(first, second, false);
    case '@in':
      return membership(first, second, overloads);
    case '_[_]':
      return access(first, second, read, place);
    case '_[?_]':
      return access(first, second, readOptional, place);
    case 'or':
      return alternative(first, second, false);
    case 'orValue':
      return alternative(first, second, true);
    default:
      return invocation(name, overloads, args, patterns);
  }
}

const TYPES: ReadonlySet<string> = new Set([
  ...['bool', 'int', 'uint', 'double', 'string', 'bytes', 'null_type', 'list', 'map', 'type', 'optional_type'],
  ...['google.protobuf.Timestamp', 'google.protobuf.Duration', 'net.IP', 'net.CIDR'],
]);

/**
 * In the reference, every name whose type is `type` counts as the name of a type. This applies even to the name of a variable,
 * and to a name with the leading dot that skips variables.
 */
function planType(name: string): Step {
  if (!TYPES.has(name)) throw new ConstantError(new Failure(`reference to undefined type: ${name}`));
  return constant(new TypeValue(name));
}

function planName(name: string, scope: Scope | undefined): Step {
  if (name.startsWith('.')) return planName(name.slice(1), undefined);
  for (let local = scope; local !== undefined; local = local.outer) if (local.name === name) return variable(local);
  return attribute((frame) => frame.device, true);
}

function variable({ slot, compute }: Scope): Step {
  if (compute === undefined) return attribute((frame) => frame.slots[slot] as Value);
  return attribute((frame) => {
    let value = frame.slots[slot];
    if (value === undefined) value = frame.bound(compute(frame));
    frame.slots[slot] = value;
    return value;
  });
}

/** A literal with only constant parts is created once, at no cost. */
function planLiteral(parts: readonly Step[], make: (frame: Frame | undefined) => Value, cost: number, work: number, bytes: number): Step {
  if (parts.every(isConstant)) {
    const value = make(undefined);
    return value instanceof Failure ? { evaluate: () => value } : constant(value);
  }
  return {
    evaluate: (frame) => {
      frame.make(work, OBJECT_BYTES + bytes);
      const value = make(frame);
      frame.charge(cost);
      return value;
    },
  };
}

const notOptional = (what: string): Failure => new Failure(`cannot initialize optional ${what}`);

/** An optional entry without a value removes an earlier one with the same key. */
function setEntry(map: CelMap, key: Value, value: Value, optional: boolean): Failure | undefined {
  if (optional && !(value instanceof Optional)) return notOptional(`entry '${goText(key)}' from non-optional value ${goText(value)}`);
  const held = optional ? (value as Optional).value : value;
  if (held === undefined) map.remove(key);
  else map.set(key, held);
  return undefined;
}
