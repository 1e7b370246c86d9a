// CEL selectors and derived attributes: the interface of this folder to all others. Text goes through scan, parse, check and plan;
// what comes out is evaluated once per device. Semantics: cel-go 0.29 in the environment that Kubernetes 1.37 has for stored expressions.

import type { DeviceAttribute } from '../api/resource-slice.js';
import { check } from './check.js';
import { attributeOfResult, refuseResultType } from './derived-attribute.js';
import { type CelDevice, deviceValue } from './device.js';
import { CelCompileError, CelRuntimeError, compileError, IssueError } from './errors.js';
import { Aborted, Frame } from './frame.js';
import { asBool } from './names.js';
import { parse } from './parse.js';
import { type Plan, plan } from './plan.js';
import { formatResultType, type Type } from './types.js';
import { Failure, type Value } from './values.js';

export type { CelDevice } from './device.js';
export { CelCompileError, CelRuntimeError } from './errors.js';

/** A compiled selector. */
export interface Selector {
  readonly expression: string;
  /** Whether the device matches. Throws CelRuntimeError. */
  evaluate(device: CelDevice): boolean;
  /** The same, and what it cost in cel-go's units. Throws CelRuntimeError. */
  measure(device: CelDevice): { readonly matches: boolean; readonly cost: number };
}

/** A compiled expression of a derived attribute. */
export interface Derivation {
  readonly expression: string;
  /** The value of the attribute; a list may be empty, which is none. Throws CelRuntimeError. */
  evaluate(device: CelDevice): DeviceAttribute;
}

/** Compiles a selector. Throws CelCompileError, also for what is right in Kubernetes and not supported here yet. */
export function compileSelector(expression: string): Selector {
  const planned = compile(expression, refuseSelectorType);
  const measure: Selector['measure'] = (device) => {
    const { result, cost } = run(planned, device);
    const matches = asBool(result);
    if (typeof matches === 'boolean') return { matches, cost };
    throw new CelRuntimeError(matches);
  };
  return { expression, measure, evaluate: (device) => measure(device).matches };
}

/** Compiles the expression of a derived attribute. Throws as {@link compileSelector}. */
export function compileDerivation(expression: string): Derivation {
  const planned = compile(expression, refuseResultType);
  const evaluate: Derivation['evaluate'] = (device) => {
    const attribute = attributeOfResult(run(planned, device).result);
    if (attribute instanceof Failure) throw new CelRuntimeError(attribute.message);
    return attribute;
  };
  return { expression, evaluate };
}

function refuseSelectorType(type: Type): string | undefined {
  if (type.kind === 'bool' || type.kind === 'dyn') return undefined;
  return `must evaluate to bool or the unknown type, not ${formatResultType(type)}`;
}

/** Compiles an expression whose type is not refused. */
function compile(expression: string, refuseType: (type: Type) => string | undefined): Plan {
  try {
    const tree = parse(expression);
    const { issues, type } = check(tree);
    if (issues.length > 0) throw compileError(expression, issues);
    const refusal = refuseType(type);
    if (refusal !== undefined) throw new CelCompileError(refusal);
    const planned = plan(tree);
    if (planned instanceof Failure) throw new CelCompileError(`program instantiation failed: ${planned.message}`);
    return planned;
  } catch (error) {
    if (error instanceof IssueError) throw compileError(expression, [error.issue]);
    if (error instanceof Aborted) throw new CelCompileError(error.message);
    // The stages bound their recursion; this is the last resort, on a host with a small stack.
    if (error instanceof RangeError) throw compileError(expression, [{ at: 0, message: 'expression nests too deeply: not supported' }]);
    throw error;
  }
}

function run(planned: Plan, device: CelDevice): { readonly result: Value; readonly cost: number } {
  const frame = new Frame(deviceValue(device), planned.slots);
  try {
    const result = planned.evaluate(frame);
    if (result instanceof Failure) throw new CelRuntimeError(result.message);
    return { result, cost: frame.cost };
  } catch (error) {
    if (error instanceof Aborted) throw new CelRuntimeError(error.message);
    if (error instanceof RangeError) throw new CelRuntimeError('expression nests too deeply: not supported');
    throw error;
  }
}
