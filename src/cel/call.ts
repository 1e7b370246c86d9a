// Steps of calls of declared functions.

import { costOfCall } from './cost.js';
import type { Overload } from './declarations.js';
import { Frame } from './frame.js';
import { compilePattern } from './library/regex.js';
import { constant, type Evaluate, isConstant, type Step } from './steps.js';
import { Failure, isOfType, NO_SUCH_OVERLOAD, typeNameOf, type Value } from './values.js';

/** A call with constants that fails: an error of the expression, found when it is planned. */
export class ConstantError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const REGEX_FUNCTIONS = new Set(['matches', 'find', 'findAll']);
const CONVERSIONS = new Set(['bool', 'bytes', 'double', 'dyn', 'int', 'string', 'type', 'uint']);

/** A call of a declared function: arguments from the left, then the first overload that takes the values. */
export function invocation(name: string, overloads: readonly Overload[], args: readonly Step[]): Step {
  const cost = costOfCall(name, overloads.length === 1 ? overloads[0]?.id : undefined);
  const evaluators = args.map((arg) => arg.evaluate);
  const pattern = REGEX_FUNCTIONS.has(name) ? args[1]?.constant : undefined;
  if (typeof pattern === 'string' && compilePattern(pattern) === undefined)
    throw new ConstantError(new Failure(`error parsing regexp: ${pattern}`));
  // Only these calls stop at the first argument that fails, and cost nothing then.
  const stops = evaluators.length > 2 || pattern !== undefined || (overloads.length > 1 && !SINGLETONS.has(name));
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
    let result: Value | undefined = failure ?? dispatch(overloads, values, frame);
    if (result === undefined) result = noSuchOverload(name, values, pattern !== undefined);
    frame.charge(cost(values, result));
    return result;
  };
  return CONVERSIONS.has(name) && args.length === 1 && args.every(isConstant) ? folded(apply) : { evaluate: apply };
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

/** Functions that the reference implements once for all types: those of the first argument that have a message of their own. */
const SINGLETONS: ReadonlyMap<string, string> = new Map([
  ['_+_', 'int uint double string bytes list'],
  ['_-_', 'int uint double string'],
  ['_*_', 'int uint double string'],
  ['_/_', 'int uint double string'],
  ['_%_', 'int uint string'],
  ['-_', 'bool int double string'],
  ...['_<_', '_<=_', '_>_', '_>=_'].map((name): [string, string] => [name, 'bool int uint double string bytes']),
  ['matches', 'string'],
  ['size', ''],
]);

const SILENT = new Set(['!_', 'contains', 'startsWith', 'endsWith']);

/** The message tells the types only for functions with an implementation for each overload. */
function noSuchOverload(name: string, values: readonly Value[], hasPattern: boolean): Failure {
  const types = values.map(typeNameOf);
  const first = SINGLETONS.get(name)?.split(' ');
  if (SILENT.has(name) || hasPattern || first?.includes(types[0] ?? '')) return NO_SUCH_OVERLOAD;
  return new Failure(`no such overload: ${first === undefined ? `${name}(${types.join(', ')})` : name}`);
}
