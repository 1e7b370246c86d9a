// Evaluates an expression of any type without a device, and returns its rejection, its value as text or its error, and the cost.

import { check } from '../../src/cel/check/check.js';
import { compileError, IssuesError } from '../../src/cel/errors.js';
import { NamedFormat } from '../../src/cel/library/named-format.js';
import { Aborted, Frame } from '../../src/cel/run/frame.js';
import { plan } from '../../src/cel/run/plan.js';
import { parse } from '../../src/cel/syntax/parse.js';
import { Cidr, IpAddress } from '../../src/cel/values/address.js';
import { Duration } from '../../src/cel/values/duration.js';
import { Semver } from '../../src/cel/values/semver.js';
import { Timestamp } from '../../src/cel/values/timestamp.js';
import { Url } from '../../src/cel/values/url.js';
import { CelMap, Failure, Optional, TypeValue, Uint, type Value } from '../../src/cel/values/values.js';
import { Quantity } from '../../src/core/quantity/quantity.js';

/** The first line of a rejection, or a value or error with the cost. */
export interface Answer {
  readonly refused?: string;
  readonly value?: string;
  readonly error?: string;
  readonly cost?: number;
}

/** Compiles and evaluates an expression. Throws only errors that the engine must not throw. */
export function answerOf(expression: string): Answer {
  try {
    const tree = parse(expression);
    const { issues } = check(tree);
    if (issues.length > 0) return refusal(compileError(expression, issues).message);
    const planned = plan(tree);
    if (planned instanceof Failure) return refusal(`program: ${planned.message}`);
    const frame = new Frame(null, planned);
    return { ...evaluated(() => planned.evaluate(frame)), cost: frame.cost };
  } catch (error) {
    if (error instanceof IssuesError) return refusal(compileError(expression, error.issues).message);
    if (error instanceof Aborted) return refusal(error.message);
    throw error;
  }
}

function evaluated(evaluate: () => Value): Answer {
  try {
    const value = evaluate();
    return value instanceof Failure ? { error: value.message } : { value: show(value) };
  } catch (error) {
    if (error instanceof Aborted) return { error: error.message };
    throw error;
  }
}

function refusal(message: string): Answer {
  return { refused: (message.split('\n', 1)[0] ?? '').replace(/^compilation failed: /, '') };
}

const CLASSES: readonly (readonly [new (...args: never[]) => unknown, string])[] = [
  [IpAddress, 'ip'],
  [Cidr, 'cidr'],
  [Url, 'url'],
  [NamedFormat, 'format'],
  [Semver, 'v'],
  [Quantity, 'q'],
];

/** Returns a value as text with its type: `1u`, `d1.5e+00`, `dur(1000)`, `opt("a")`. */
export function show(value: Value): string {
  if (typeof value === 'number') return showDouble(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value !== 'object' || value === null) return String(value);
  if (Array.isArray(value)) return `[${value.map(show).join(',')}]`;
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`;
  if (value instanceof Uint) return `${value.value}u`;
  if (value instanceof CelMap) return `{${Array.from(value.entries(), ({ key, value: item }) => `${show(key)}:${show(item)}`).sort()}}`;
  if (value instanceof Optional) return value.value === undefined ? 'none' : `opt(${show(value.value)})`;
  if (value instanceof TypeValue) return `type(${value.type})`;
  if (value instanceof Duration) return `dur(${value.nanos})`;
  if (value instanceof Timestamp) return `ts(${value.seconds}.${value.nanos}${value.offset < 0 ? '' : '+'}${value.offset})`;
  const name = CLASSES.find(([type]) => value instanceof type)?.[1];
  return `${name}(${String(value)})`;
}

function showDouble(value: number): string {
  if (Number.isNaN(value)) return 'dNaN';
  if (!Number.isFinite(value)) return value > 0 ? 'd+Inf' : 'd-Inf';
  const [mantissa = '', exponent = ''] = (Object.is(value, -0) ? '-0e+0' : value.toExponential()).split('e');
  return `d${mantissa}e${exponent[0]}${exponent.slice(1).padStart(2, '0')}`;
}
