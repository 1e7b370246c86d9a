// Steps of calls of declared functions.

import { costOfCall } from './cost.js';
import { type Overload, overloadsOf } from './declarations.js';
import { Frame } from './frame.js';
import { compilePattern, type PatternBudget } from './library/pattern.js';
import { constant, type Evaluate, isConstant, type Step } from './steps.js';
import { Failure, isOfType, NO_SUCH_OVERLOAD, TypeValue, typeNameOf, type Value } from './values.js';

/** A call with constants that fails: an error of the expression, found when it is planned. */
export class ConstantError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const REGEX_FUNCTIONS = new Set(['matches', 'find', 'findAll']);
const CONVERSIONS = new Set(['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint']);

/** A call of a declared function: arguments from the left, then the first overload that takes the values. The budget is the expression's. */
export function invocation(name: string, overloads: readonly Overload[], args: readonly Step[], budget: PatternBudget): Step {
  const cost = costOfCall(name, overloads.length === 1 ? overloads[0]?.id : undefined);
  const evaluators = args.map((arg) => arg.evaluate);
  const hasPattern = planPattern(name, args[1], budget);
  const isSingleton = SINGLETONS.has(name);
  // What is implemented once for all types does not keep to the static ones.
  const candidates = isSingleton ? [...overloads, ...(overloadsOf(name) ?? [])] : overloads;
  // Only these calls stop at the first argument that fails, and cost nothing then.
  const stops = evaluators.length > 2 || hasPattern || name === 'format' || (overloads.length > 1 && !isSingleton);
  const apply: Evaluate = (frame) => {
    const values: Value[] = [];
    let failure: Failure | undefined;
    for (const evaluate of evaluators) {
      const value = evaluate(frame);
      values.push(value);
      if (!(value instanceof Failure)) continue;
      failure ??= value;
      if (stops && values.length < evaluators.length) return failure;
    }
    let result: Value | undefined = failure ?? dispatch(candidates, hasPattern ? namesOfTypes(values) : values, frame);
    if (result === undefined) result = noSuchOverload(name, values, hasPattern);
    frame.charge(cost(values, result));
    return result;
  };
  return CONVERSIONS.has(name) && args.length === 1 && args.every(isConstant) ? folded(apply) : { evaluate: apply };
}

/** Whether the call has a constant pattern, which is compiled when the expression is. */
function planPattern(name: string, pattern: Step | undefined, budget: PatternBudget): boolean {
  if (!REGEX_FUNCTIONS.has(name) || typeof pattern?.constant !== 'string') return false;
  const compiled = compilePattern(pattern.constant, budget);
  if (compiled instanceof Failure) throw new ConstantError(compiled);
  return true;
}

/** Where the pattern is constant, the reference searches the name of a type like a text. */
function namesOfTypes(values: readonly Value[]): readonly Value[] {
  return values.map((value) => (value instanceof TypeValue ? value.type : value));
}

/** A conversion of a constant is made once, at no cost. */
function folded(apply: Evaluate): Step {
  const value = apply(new Frame(null, 0));
  if (value instanceof Failure) throw new ConstantError(value);
  return constant(value);
}

function dispatch(overloads: readonly Overload[], values: readonly Value[], frame: Frame): Value | undefined {
  for (const overload of overloads) {
    if (overload.accepted.every((param, i) => isOfType(values[i] as Value, param))) return overload.implement(values, frame);
  }
  return undefined;
}

/** Types that answer every call, so that the message is short. */
const RECEIVERS: ReadonlySet<string> = new Set(['string', 'google.protobuf.Timestamp', 'google.protobuf.Duration']);

/** Functions that the reference implements once for all types: those of the first argument that have a short message, too. */
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

/** The message tells the types only for functions with an implementation for each overload. */
function noSuchOverload(name: string, values: readonly Value[], hasPattern: boolean): Failure {
  const types = values.map(typeNameOf);
  const [first = ''] = types;
  const short = SINGLETONS.get(name);
  if (SILENT.has(name) || hasPattern || (short !== undefined && (RECEIVERS.has(first) || short.split(' ').includes(first))))
    return NO_SUCH_OVERLOAD;
  return new Failure(`no such overload: ${short === undefined ? `${name}(${types.join(', ')})` : name}`);
}
