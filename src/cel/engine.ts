// CEL selectors: the interface of this folder to all others. Text goes through scan, parse, check and plan; what comes out is
// evaluated once per device. Semantics: cel-go 0.29 in the environment that Kubernetes 1.37 has for stored selectors.

import { check } from './check.js';
import { type CelDevice, deviceValue } from './device.js';
import { CelCompileError, CelRuntimeError, compileError, IssueError } from './errors.js';
import { Aborted, Frame } from './frame.js';
import { asBool } from './names.js';
import { parse } from './parse.js';
import { type Plan, plan } from './plan.js';
import { formatType } from './types.js';
import { Failure } from './values.js';

export type { CelDevice } from './device.js';
export { CelCompileError, CelRuntimeError } from './errors.js';

/** A compiled expression. */
export interface Selector {
  readonly expression: string;
  /** Whether the device matches. Throws CelRuntimeError. */
  evaluate(device: CelDevice): boolean;
  /** The same, and what it cost in cel-go's units. Throws CelRuntimeError. */
  measure(device: CelDevice): { readonly matches: boolean; readonly cost: number };
}

/** Compiles a selector. Throws CelCompileError, also for what is right in Kubernetes and not supported here yet. */
export function compileSelector(expression: string): Selector {
  const planned = compile(expression);
  const measure: Selector['measure'] = (device) => run(planned, device);
  return { expression, measure, evaluate: (device) => measure(device).matches };
}

function compile(expression: string): Plan {
  try {
    const tree = parse(expression);
    const { issues, type } = check(tree);
    if (issues.length > 0) throw compileError(expression, issues);
    if (type.kind !== 'bool' && type.kind !== 'dyn')
      throw new CelCompileError(
        `must evaluate to bool or the unknown type, not ${type.kind === 'null_type' ? type.kind : formatType(type)}`,
      );
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

function run(planned: Plan, device: CelDevice): { readonly matches: boolean; readonly cost: number } {
  const frame = new Frame(deviceValue(device), planned.slots);
  try {
    const result = planned.evaluate(frame);
    const matches = result instanceof Failure ? result.message : asBool(result);
    if (typeof matches === 'boolean') return { matches, cost: frame.cost };
    throw new CelRuntimeError(matches);
  } catch (error) {
    if (error instanceof Aborted) throw new CelRuntimeError(error.message);
    if (error instanceof RangeError) throw new CelRuntimeError('expression nests too deeply: not supported');
    throw error;
  }
}
