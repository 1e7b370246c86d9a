// Plans calls of declared functions.

import { Quantity } from '../../core/quantity/quantity.js';
import { type CostRule, costOfCall, ONE } from '../cost/cost.js';
import type { Implement } from '../library/declaration.js';
import { type Overload, overloadsOf } from '../library/declarations.js';
import type { PatternBudget } from '../library/pattern.js';
import { Failure, type Guard, isFailure, NO_SUCH_OVERLOAD, TypeValue, typeNameOf, type Value } from '../values/values.js';
import { Frame } from './frame.js';
import { constant, type Evaluate, isConstant, type Step } from './steps.js';

/** A failing call with constant arguments: an error of the expression, found during planning. */
export class ConstantError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const REGEX_FUNCTIONS = new Set(['matches', 'find', 'findAll']);
const CONVERSIONS = new Set(['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint']);

/**
 * Plans a call of a declared function: it evaluates arguments from the left and applies the
 * first overload that accepts the values. The budget belongs to the expression.
 */
export function invocation(name: string, overloads: readonly Overload[], args: readonly Step[], budget: PatternBudget): Step {
  const hasPattern = planPattern(name, args[1], budget);
  const isSingleton = SINGLETONS.has(name);
  const call: PlannedCall = {
    cost: costOfCall(name, overloads.length === 1 ? overloads[0]?.id : undefined),
    args: args.map((arg) => arg.evaluate),
    apply: application(name, overloads, args.length, hasPattern),
    // Only these calls stop at the first argument that fails, at no cost.
    stops: args.length > 2 || hasPattern || name === 'format' || (overloads.length > 1 && !isSingleton),
  };
  if (READERS.has(name) && args.every(isConstant)) return { evaluate: readOnce(call) };
  const evaluate = args.length === 2 ? binary(call) : args.length === 1 ? unary(call) : general(call);
  return CONVERSIONS.has(name) && args.length === 1 && args.every(isConstant) ? folded(evaluate) : { evaluate };
}

/** The part of a call that planning determines. */
interface PlannedCall {
  readonly cost: CostRule;
  readonly args: readonly Evaluate[];
  readonly apply: Implement;
  readonly stops: boolean;
}

/** Replaces missing arguments. */
const NOTHING = undefined as unknown as Value;

function unary({ cost, args, apply }: PlannedCall): Evaluate {
  const [first] = args as [Evaluate];
  return (frame) => {
    const a = first(frame);
    const result = isFailure(a) ? a : apply(frame, a, NOTHING, NOTHING, NOTHING);
    frame.chargeCall(cost === ONE ? 1 : cost(a, NOTHING, result, frame));
    return result;
  };
}

/** Ends a call at a failing argument. */
function failing(frame: Frame, failure: Failure): Failure {
  frame.chargeCall(0);
  return failure;
}

function binary({ cost, args, apply, stops }: PlannedCall): Evaluate {
  const [first, second] = args as [Evaluate, Evaluate];
  return (frame) => {
    const a = first(frame);
    if (stops && isFailure(a)) return failing(frame, a);
    const b = second(frame);
    const result = isFailure(a) ? a : isFailure(b) ? b : apply(frame, a, b, NOTHING, NOTHING);
    frame.chargeCall(cost === ONE ? 1 : cost(a, b, result, frame));
    return result;
  };
}

/**
 * Functions that only parse a text: for a constant text, the result is computed once on demand and charged each time. A
 * quantity is copied, because two quantities are never the same map key, as in the reference.
 */
const READERS = new Set(['quantity', 'isQuantity', 'semver', 'isSemver', 'ip', 'isIP', 'ip.isCanonical', 'cidr', 'isCIDR', 'isURL']);

function readOnce({ cost, args, apply }: PlannedCall): Evaluate {
  let cachedCall: { readonly result: Value; readonly cost: number } | undefined;
  return (frame) => {
    if (cachedCall === undefined) {
      const [a, b] = args.map((evaluate) => evaluate(frame)) as [Value, Value];
      const result = apply(frame, a, b, NOTHING, NOTHING);
      cachedCall = { result, cost: cost(a, b, result, frame) };
    }
    frame.chargeCall(cachedCall.cost);
    return cachedCall.result instanceof Quantity ? new Quantity(cachedCall.result) : cachedCall.result;
  };
}

/** Calls without arguments, or with three or more. Except for the last argument, a failing argument ends the call. */
function general({ cost, args, apply }: PlannedCall): Evaluate {
  return (frame) => {
    const values: Value[] = [];
    for (const evaluate of args) {
      const value = evaluate(frame);
      values.push(value);
      if (isFailure(value) && values.length < args.length) return failing(frame, value);
    }
    const [a, b, c, d] = values as [Value, Value, Value, Value];
    const last = values.at(-1);
    const result = isFailure(last) ? last : apply(frame, a, b, c, d);
    frame.chargeCall(cost(a, b, result, frame));
    return result;
  };
}

/**
 * Returns overloads that may accept values which the static overloads reject. They exist because functions that are implemented
 * once for all types ignore static types.
 */
const others = (name: string): readonly Overload[] => (SINGLETONS.has(name) ? (overloadsOf(name) ?? []) : []);

function overloadSearch(name: string, overloads: readonly Overload[], size: number): Implement {
  const rest = others(name);
  return (frame, a, b, c, d) => {
    const overload = firstFor(overloads, size, a, b, c, d) ?? firstFor(rest, size, a, b, c, d);
    if (overload !== undefined) return overload.apply(frame, a, b, c, d);
    return noSuchOverload(name, [a, b, c, d].slice(0, size));
  };
}

function firstFor(overloads: readonly Overload[], size: number, a: Value, b: Value, c: Value, d: Value): Overload | undefined {
  for (const overload of overloads) {
    const [first, second, third, fourth] = overload.guards as readonly [Guard, Guard, Guard, Guard];
    if (size > 0 && !first(a)) continue;
    if (size > 1 && !second(b)) continue;
    if (size > 2 && !third(c)) continue;
    if (size > 3 && !fourth(d)) continue;
    return overload;
  }
  return undefined;
}

/** With a constant pattern, the reference searches the name of a type like a text. */
function searchOfTypeNames(name: string, overloads: readonly Overload[]): Implement {
  const rest = others(name);
  return (frame, ...values) => {
    const [a, b, c, d] = values.map((value) => (value instanceof TypeValue ? value.type : value)) as [Value, Value, Value, Value];
    const size = overloads[0]?.params.length ?? 0;
    const overload = firstFor(overloads, size, a, b, c, d) ?? firstFor(rest, size, a, b, c, d);
    return overload === undefined ? NO_SUCH_OVERLOAD : overload.apply(frame, a, b, c, d);
  };
}

/**
 * Returns a function that applies the called function to values without failures. It tries the overload of the static types
 * first, which usually is the only one.
 */
function application(name: string, overloads: readonly Overload[], size: number, hasPattern: boolean): Implement {
  const search = hasPattern ? searchOfTypeNames(name, overloads) : overloadSearch(name, overloads, size);
  const [only] = overloads;
  if (only === undefined || overloads.length > 1) return search;
  const { guards, apply } = only;
  const [takesFirst, takesSecond] = guards as readonly [Guard, Guard];
  if (size === 1) return (frame, a, b, c, d) => (takesFirst(a) ? apply(frame, a, b, c, d) : search(frame, a, b, c, d));
  if (size !== 2) return search;
  return (frame, a, b, c, d) => (takesFirst(a) && takesSecond(b) ? apply(frame, a, b, c, d) : search(frame, a, b, c, d));
}

/** Returns whether the call has a constant pattern, which is compiled with the expression. */
function planPattern(name: string, pattern: Step | undefined, budget: PatternBudget): boolean {
  if (!REGEX_FUNCTIONS.has(name) || typeof pattern?.constant !== 'string') return false;
  const compiled = budget.compile(pattern.constant);
  if (compiled instanceof Failure) throw new ConstantError(compiled);
  return true;
}

/** Converts a constant once, at no cost. */
function folded(apply: Evaluate): Step {
  const value = apply(new Frame(null));
  if (value instanceof Failure) throw new ConstantError(value);
  return constant(value);
}

/** For these types, every call is implemented, so the message is short. */
const RECEIVERS: ReadonlySet<string> = new Set(['string', 'google.protobuf.Timestamp', 'google.protobuf.Duration']);

/**
 * Functions that the reference implements once for all types, each with the further types of the first argument that have a short message.
 */
const SINGLETONS: ReadonlyMap<string, string> = new Map([
  ['_+_', 'int uint double bytes list'],
  ['_-_', 'int uint double'],
  ['_*_', 'int uint double'],
  ['_/_', 'int uint double'],
  ['_%_', 'int uint'],
  ['-_', 'bool int double'],
  ...['_<_', '_<=_', '_>_', '_>=_'].map((name): [string, string] => [name, 'bool int uint double bytes']),
  ['matches', ''],
  ['size', ''],
  ['sort', ''],
  ['@sortByAssociatedKeys', 'list'],
]);

const SILENT = new Set(['!_', 'contains', 'startsWith', 'endsWith']);

/** Only functions with an implementation per overload report the types in the message. */
function noSuchOverload(name: string, values: readonly Value[]): Failure {
  const types = values.map(typeNameOf);
  const [first = ''] = types;
  const short = SINGLETONS.get(name);
  if (SILENT.has(name) || (short !== undefined && (RECEIVERS.has(first) || short.split(' ').includes(first)))) return NO_SUCH_OVERLOAD;
  return new Failure(`no such overload: ${short === undefined ? `${name}(${types.join(', ')})` : name}`);
}
