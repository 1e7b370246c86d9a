// Compiles and evaluates CEL selectors and derived attributes; this is the interface of the
// folder. An expression is parsed, checked and planned once, then evaluated per device.
// Semantics: cel-go 0.29 in the environments of Kubernetes 1.37. Texts, names and estimates of earlier releases follow cel-go 0.26.

import type { DeviceAttribute } from '../core/api/resource-slice.js';
import { type Checkpoint, UNLIMITED } from '../core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { check, checking } from './check/check.js';
import { notesOn } from './check/notes.js';
import { formatResultType, type Type } from './check/types.js';
import { estimateCost } from './cost/estimate.js';
import { attributeOfResult, resultTypeProblem } from './derived-attribute.js';
import { type Environment, STORED } from './environment.js';
import { CelCompileError, CelRuntimeError, compileError, type Issue } from './errors.js';
import { helpForIssues, helpForResultType } from './help/help.js';
import { Memo } from './memo.js';
import { type Reads, readsOf } from './reads/reads.js';
import { type CelDevice, deviceValue } from './run/device.js';
import { type LookedUp, watchedDevice } from './run/device-reads.js';
import { Aborted, Frame, LocalLimit } from './run/frame.js';
import { type Plan, plan } from './run/plan.js';
import { parse, parsing } from './syntax/parse.js';
import { asBool } from './values/names.js';
import { Failure, type Value } from './values/values.js';

export { ESTIMATE_LIMIT, TOTAL_ESTIMATE_LIMIT, totalEstimate } from './cost/estimate.js';
export { type Environment, type EnvironmentOptions, resolveEnvironment, STORED } from './environment.js';
export { CelCompileError, CelRuntimeError } from './errors.js';
export type { CelDevice } from './run/device.js';
export type { LookedUp } from './run/device-reads.js';

/** The members that compiled selectors and derived attributes share. */
export interface Compiled {
  readonly expression: string;
  /** The worst-case cost as the API server estimates it, at most 2^64-1. */
  readonly maxCost: bigint;
  readonly reads: Reads;
  /** Sentences about probably unintended behavior of the expression; usually empty. */
  readonly notes: readonly string[];
  /** Bytes of its patterns and of its cached results. */
  readonly moreBytes: number;
}

/** A compiled selector. */
export interface Selector extends Compiled {
  /**
   * Returns whether the device matches. Evaluates once for devices with equal values of everything
   * that the selector reads. Throws CelRuntimeError and the errors of the checkpoint.
   */
  evaluate(device: CelDevice, checkpoint?: Checkpoint): boolean;
  /** Evaluates without a cache and returns result, cost and work. Throws the errors of the checkpoint. */
  measure(device: CelDevice, checkpoint?: Checkpoint): Measured<boolean>;
  /** Evaluates once and also returns the keys that were read. Throws the errors of the checkpoint. */
  trial(device: CelDevice, checkpoint?: Checkpoint): Trial;
}

/** The result of an evaluation or the error that ended it, its cost in cel-go's units, and its work in steps. */
export interface Measured<T> {
  readonly result: T | CelRuntimeError;
  readonly cost: number;
  readonly work: number;
}

/** Returns the result of an evaluation. Throws the error that ended it. */
export function resultOf<T>({ result }: Measured<T>): T {
  if (result instanceof CelRuntimeError) throw result;
  return result;
}

/** The outcome of one evaluation: the result or an error, its cost so far, and the keys that were read. */
interface Trial {
  readonly matches?: boolean;
  readonly error?: CelRuntimeError;
  readonly cost: number;
  readonly work: number;
  readonly read: LookedUp;
}

/** A compiled expression of a derived attribute. */
export interface Derivation extends Compiled {
  /** Returns the value of the attribute; an empty list means no value. Throws CelRuntimeError and the errors of the checkpoint. */
  evaluate(device: CelDevice, checkpoint?: Checkpoint): DeviceAttribute;
  /** Evaluates like `evaluate` and returns result, cost and work. Throws the errors of the checkpoint. */
  measure(device: CelDevice, checkpoint?: Checkpoint): Measured<DeviceAttribute>;
}

/** Returns a compiled selector. Throws CelCompileError. */
export function compileSelector(expression: string, environment: Environment = STORED): Selector {
  return inOneGo(compilingSelector(expression, environment));
}

/** Compiles a selector like {@link compileSelector}, in increments. */
export function* compilingSelector(expression: string, environment: Environment): Incremental<Selector> {
  return selectorOf(expression, environment, yield* compiling(expression, environment, selectorTypeProblem, helpForResultType));
}

/** Returns a compiled selector, or undefined if the expression does not compile. It avoids the cost of creating the error. */
export function tryCompileSelector(expression: string, environment: Environment = STORED): Selector | undefined {
  const made = inOneGo(programOrFailure(expression, environment, selectorTypeProblem));
  return 'plan' in made ? selectorOf(expression, environment, made) : undefined;
}

function selectorOf(expression: string, environment: Environment, program: Program): Selector {
  const evaluate = (device: CelDevice, checkpoint: Checkpoint): boolean =>
    toBool(run(program.plan, deviceValue(device), checkpoint).result);
  const { reads, notes } = program;
  const maxCost = costOf(expression, environment);
  const memo = new Memo(reads, evaluate);
  return {
    expression,
    reads,
    notes,
    get maxCost() {
      return maxCost();
    },
    get moreBytes() {
      return memo.bytes + program.plan.patternBytes;
    },
    measure: measureOf(program.plan, toBool),
    evaluate: (device, checkpoint) => memo.evaluate(device, checkpoint),
    trial: trialOf(program.plan),
  };
}

/** Returns a compiled derived attribute. Throws like {@link compileSelector}. */
export function compileDerivation(expression: string, environment: Environment = STORED): Derivation {
  return inOneGo(compilingDerivation(expression, environment));
}

/** Compiles the expression of a derived attribute like {@link compileDerivation}, in increments. */
export function* compilingDerivation(expression: string, environment: Environment): Incremental<Derivation> {
  const program = yield* compiling(expression, environment, (type) => resultTypeProblem(type, environment.listResults));
  const measure = measureOf(program.plan, toAttribute);
  const maxCost = costOf(expression, environment);
  return {
    expression,
    reads: program.reads,
    notes: program.notes,
    moreBytes: program.plan.patternBytes,
    get maxCost() {
      return maxCost();
    },
    evaluate: (device, checkpoint) => resultOf(measure(device, checkpoint)),
    measure,
  };
}

/** A part of an expression, of any type. */
export interface Term {
  /** Returns its value on a device, or the error that ended its evaluation. Throws the errors of the checkpoint. */
  evaluate(device: CelDevice, checkpoint?: Checkpoint): Value | CelRuntimeError;
}

/** Compiles a part of an expression for explanations. Throws CelCompileError. */
export function compileTerm(expression: string, environment: Environment = STORED): Term {
  const program = inOneGo(compiling(expression, environment, () => undefined));
  return {
    evaluate: (device, checkpoint) => {
      try {
        return run(program.plan, deviceValue(device), checkpoint).result;
      } catch (error) {
        if (error instanceof CelRuntimeError) return error;
        throw error;
      }
    },
  };
}

/** The results of the stages that evaluation needs. */
interface Program {
  readonly plan: Plan;
  readonly reads: Reads;
  readonly notes: readonly string[];
}

/** Returns a function that computes the worst-case cost on demand. Allocation never needs the cost, and typed trees use much memory. */
function costOf(expression: string, environment: Environment): () => bigint {
  let cachedCost: bigint | undefined;
  return () => {
    if (cachedCost === undefined) {
      const tree = parse(expression, environment);
      cachedCost = estimateCost(tree, check(tree, environment).typeOf, environment.celGo);
    }
    return cachedCost;
  };
}

type ResultTypeCheck = (type: Type, environment: Environment) => string | undefined;

const selectorTypeProblem: ResultTypeCheck = (type, { attributeType }) => {
  if (type.kind === 'bool' || type.kind === attributeType.kind) return undefined;
  return `must evaluate to bool or the unknown type, not ${formatResultType(type)}`;
};

/** The issues of an expression that does not compile, or a function that creates its error: text and stack cost more than the compilation. */
type CompileFailure = readonly Issue[] | (() => CelCompileError);

/** Compiles an expression of an accepted type, in increments. `helpFor` returns the advice for other types. Throws CelCompileError. */
function* compiling(
  expression: string,
  environment: Environment,
  typeProblemOf: ResultTypeCheck,
  helpFor?: typeof helpForResultType,
): Incremental<Program> {
  const made = yield* programOrFailure(expression, environment, typeProblemOf, helpFor);
  if ('plan' in made) return made;
  yield;
  if (typeof made === 'function') throw made();
  const help = yield* helpForIssues(expression, made, environment);
  const isOwnLimit = made.every((issue) => issue.isOwnLimit === true);
  throw compileError(expression, made, help, isOwnLimit);
}

function* programOrFailure(
  expression: string,
  environment: Environment,
  typeProblemOf: ResultTypeCheck,
  helpFor: typeof helpForResultType = () => [],
): Incremental<Program | CompileFailure> {
  try {
    const parsed = yield* parsing(expression, environment);
    const { tree } = parsed;
    if (tree === undefined) return parsed.issues;
    yield;
    const { issues, type, patterns } = yield* checking(tree, environment);
    if (issues.length > 0) return issues;
    const typeProblem = typeProblemOf(type, environment);
    if (typeProblem !== undefined) return () => new CelCompileError(typeProblem, 1, 1, helpFor(type, tree));
    yield;
    const planned = plan(tree, patterns);
    if (planned instanceof Failure) return () => new CelCompileError(`program instantiation failed: ${planned.message}`);
    yield;
    const reads = readsOf(tree);
    yield;
    return { plan: planned, reads, notes: notesOn(tree, environment) };
  } catch (error) {
    if (error instanceof CelCompileError) return () => error;
    if (error instanceof Aborted) return () => new CelCompileError(error.message, 1, 1, [], error instanceof LocalLimit);
    // The stages limit their recursion. This catch is the last resort on a host with a small stack.
    if (error instanceof RangeError) return () => compileError(expression, [{ at: 0, message: TOO_DEEP }], [], true);
    throw error;
  }
}

const TOO_DEEP = 'expression nests too deeply: not supported';

/** The result of a plan or the error that ended it, its cost so far, and its work. */
interface Ran {
  readonly result: Value | CelRuntimeError;
  readonly cost: number;
  readonly work: number;
}

function run(planned: Plan, device: Value, checkpoint: Checkpoint = UNLIMITED): Ran {
  const frame = new Frame(device, planned, checkpoint);
  const ran = (result: Ran['result']): Ran => ({ result, cost: frame.cost, work: frame.workDone });
  try {
    const result = planned.evaluate(frame);
    return ran(result instanceof Failure ? new CelRuntimeError(result.message) : result);
  } catch (error) {
    if (error instanceof Aborted) return ran(new CelRuntimeError(error.message, error instanceof LocalLimit));
    // Recursion and the size of values are limited. This catch is the last resort on a host with little stack or memory.
    if (error instanceof RangeError) return ran(new CelRuntimeError(TOO_DEEP, true));
    throw error;
  }
}

/** Returns the function that evaluates a plan without a cache. */
function measureOf<T>(
  planned: Plan,
  convert: (result: Value | CelRuntimeError) => T,
): (device: CelDevice, checkpoint?: Checkpoint) => Measured<T> {
  return (device, checkpoint) => {
    let [cost, work] = [0, 0];
    try {
      const ran = run(planned, deviceValue(device), checkpoint);
      ({ cost, work } = ran);
      return { result: convert(ran.result), cost, work };
    } catch (error) {
      if (error instanceof CelRuntimeError) return { result: error, cost, work };
      throw error;
    }
  };
}

/** Converts a result to an attribute. Throws CelRuntimeError for errors and for values that cannot be an attribute. */
function toAttribute(result: Value | CelRuntimeError): DeviceAttribute {
  if (result instanceof CelRuntimeError) throw result;
  const attribute = attributeOfResult(result);
  if (attribute instanceof Failure) throw new CelRuntimeError(attribute.message);
  return attribute;
}

/** Converts a result to a boolean. Throws CelRuntimeError for errors and for all other values. */
function toBool(result: Value | CelRuntimeError): boolean {
  if (result instanceof CelRuntimeError) throw result;
  const matches = asBool(result);
  if (typeof matches === 'boolean') return matches;
  throw new CelRuntimeError(matches);
}

function trialOf(planned: Plan): Selector['trial'] {
  return (device, checkpoint) => {
    let cost = 0;
    let work = 0;
    let read = (): LookedUp => ({ attributes: [], capacity: [] });
    try {
      const watched = watchedDevice(device);
      read = watched.read;
      const outcome = run(planned, watched.value, checkpoint);
      cost = outcome.cost;
      work = outcome.work;
      return { matches: toBool(outcome.result), cost, work, read: read() };
    } catch (error) {
      if (!(error instanceof CelRuntimeError)) throw error;
      return { error, cost, work, read: read() };
    }
  };
}
