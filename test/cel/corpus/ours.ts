// Answers questions by this engine. Of the corpus, only this file and ./endure.ts use the engine's exports.

import {
  CelCompileError,
  type CelDevice,
  CelRuntimeError,
  compileDerivation,
  compileSelector,
  type Derivation,
  type Environment,
  resolveEnvironment,
  type Selector,
  STORED,
} from '../../../src/cel/engine.js';
import type { DeviceAttribute } from '../../../src/core/api/resource-slice.js';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import { type AttributeData, toDevice } from '../vector-devices.js';
import type { Answer, Question, Release, Result } from './question.js';

/** The reference has no work limit, so comparisons run without one. */
const WITHOUT_OWN_LIMIT = new Checkpoint({ selectorWork: Number.POSITIVE_INFINITY });

/** Returns the engine's answer. Throws unexpected exceptions, and an error if different methods of evaluation disagree. */
export function ask({ expression, kind, new: release, devices }: Question): Answer {
  const environment = release === undefined ? STORED : environmentOf(release);
  try {
    const compiled = kind === 'selector' ? compileSelector(expression, environment) : compileDerivation(expression, environment);
    const evaluate = 'trial' in compiled ? selectorResult(compiled) : derivationResult(compiled);
    return { maxCost: String(compiled.maxCost), results: devices.map((device) => evaluate(toDevice(device))) };
  } catch (error) {
    if (error instanceof CelCompileError) return { refused: error.plainMessage };
    throw error;
  }
}

/** A release defines a gate only from some version on. */
function environmentOf({ version, consumableCapacity, listTypeAttributes }: Release): Environment {
  const minor = Number(version.split('.')[1]);
  const featureGates = {
    ...(minor >= 34 ? { DRAConsumableCapacity: consumableCapacity } : {}),
    ...(minor >= 36 ? { DRAListTypeAttributes: listTypeAttributes } : {}),
  };
  return resolveEnvironment({ environment: 'new', kubernetesVersion: version, featureGates });
}

function selectorResult(selector: Selector): (device: CelDevice) => Result {
  return (device) => {
    const { matches, error, cost } = selector.trial(device, WITHOUT_OWN_LIMIT);
    const result: Result = error === undefined ? { value: matches ?? false } : { error: error.plainMessage };
    const remembered = resultOf(() => ({ value: selector.evaluate(device, WITHOUT_OWN_LIMIT) }));
    if (remembered.error !== result.error || remembered.value !== result.value) throw new Error('evaluate() and trial() do not agree');
    return { ...result, cost };
  };
}

function derivationResult(derivation: Derivation): (device: CelDevice) => Result {
  return (device) => resultOf(() => ({ value: toData(derivation.evaluate(device, WITHOUT_OWN_LIMIT)) }));
}

function resultOf(evaluate: () => Result): Result {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof CelRuntimeError) return { error: error.plainMessage };
    throw error;
  }
}

function toData({ int, ints, ...rest }: DeviceAttribute): AttributeData {
  return { ...rest, ...(int === undefined ? {} : { int: String(int) }), ...(ints === undefined ? {} : { ints: ints.map(String) }) };
}
