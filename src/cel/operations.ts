// Steps of operators and of reading from values, which look at their parts themselves: they absorb errors, or put off evaluation.

import { costOfCall, SELECT_COST } from './cost.js';
import type { Overload } from './declarations.js';
import { Aborted } from './frame.js';
import { goTypeName } from './names.js';
import { Semver } from './semver.js';
import { attribute, constant, type Evaluate, type Step } from './steps.js';
import { CelMap, equal, Failure, isKey, NO_SUCH_OVERLOAD, NONE, Optional, typeNameOf, type Value } from './values.js';

type Read = (operand: Value, key: Value) => Value;

/** Reads a field or item. An optional read that finds nothing is free. */
export function access(operand: Step, key: Step, readKey: Read): Step & { readonly bare: Evaluate } {
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
export function logical(terms: readonly Step[], deciding: boolean): Step {
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
export function conditional(condition: Step, yes: Step, no: Step): Step {
  const evaluate: Evaluate = (frame) => {
    const value = condition.evaluate(frame);
    if (value === true) return (yes.bare ?? yes.evaluate)(frame);
    if (value === false) return (no.bare ?? no.evaluate)(frame);
    return value instanceof Failure ? value : NO_SUCH_OVERLOAD;
  };
  return { evaluate, bare: evaluate };
}

export function equality(left: Step, right: Step, wanted: boolean): Step {
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
export function membership(item: Step, container: Step, overloads: readonly Overload[]): Step {
  const only = overloads.length === 1 ? overloads[0]?.id : undefined;
  const list = container.constant;
  if (only === 'in_list' && Array.isArray(list) && list.every(isPrimitive))
    return list.length === 0 ? constant(false) : constantMembership(item, list);
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
export function alternative(first: Step, second: Step, unwrap: boolean): Step {
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
