// Tree -> closures. What to evaluate, in which order, and what it costs, as cel-go's planner and its interpreter have it.

import { isPresent, read, readOptional } from './access.js';
import { ConstantError, invocation } from './call.js';
import { LIST_COST, MAP_COST } from './cost.js';
import { planFold } from './fold.js';
import { access, alternative, conditional, equality, logical, membership } from './operations.js';
import { attribute, constant, type Evaluate, isConstant, type Step } from './steps.js';
import type { Bind, Call, Expr, Fold, List, MapLiteral, Select } from './tree.js';
import { CelMap, Failure, isKey, TypeValue, typeNameOf, type Value } from './values.js';

/** A planned expression. */
export interface Plan {
  readonly evaluate: Evaluate;
  /** How many variables of macros there are. */
  readonly slots: number;
}

/** A variable of a macro: where its value is, and how it is computed when that is put off until it is needed. */
interface Scope {
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

/** Plans the nodes of one expression. */
class Planner {
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

function planName(name: string, scope: Scope | undefined): Step {
  for (let local = scope; local !== undefined; local = local.outer) if (local.name === name) return variable(local);
  if (name !== 'device') return constant(new TypeValue(name));
  return attribute((frame) => frame.device);
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

function makeMap(entries: readonly (readonly [Value, Value])[]): CelMap | Failure {
  const other = entries.find(([key]) => !isKey(key) && typeof key !== 'number');
  return other === undefined ? new CelMap(entries) : new Failure(`map with keys of type '${typeNameOf(other[0])}': not supported yet`);
}
