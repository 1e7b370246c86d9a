import { describe, expect, it } from 'vitest';
import { CelCompileError, CelRuntimeError, compileDerivation, type Derivation } from '../../src/cel/engine.js';
import type { DeviceAttribute } from '../../src/core/api/resource-slice.js';
import { type AttributeData, type DeviceData, readVectors, toAttribute, toDevice } from './vector-devices.js';

// Tests derived attributes against responses of the reference. A listed difference
// must be a rejection with that message; an obsolete difference fails the test.

interface Case {
  readonly expression: string;
  /** The message with which the reference rejects the expression. */
  readonly refused?: string;
  /** Per device. */
  readonly results?: readonly (AttributeData | { readonly error: string })[];
}

interface Vectors {
  readonly differences: Readonly<Record<string, string>>;
  readonly cases: readonly Case[];
}

const { differences, cases } = readVectors<Vectors>('derived-attributes.json');
const devices = readVectors<{ readonly devices: readonly DeviceData[] }>('vectors.json').devices.map(toDevice);

function compile(expression: string): Derivation | CelCompileError {
  try {
    return compileDerivation(expression);
  } catch (error) {
    if (error instanceof CelCompileError) return error;
    throw error;
  }
}

function answers(expression: string): (DeviceAttribute | { readonly error: string })[] {
  const derivation = compileDerivation(expression);
  return devices.map((device) => {
    try {
      return derivation.evaluate(device);
    } catch (error) {
      if (error instanceof CelRuntimeError) return { error: error.plainMessage };
      throw error;
    }
  });
}

describe('compileDerivation answers as the reference', () => {
  const same = cases.filter(({ expression }) => !Object.hasOwn(differences, expression));

  it.each(same.filter(({ refused }) => refused !== undefined))('rejects $expression', ({ expression, refused = '' }) => {
    const compiled = compile(expression);
    expect(compiled).toBeInstanceOf(CelCompileError);
    // The tokens that a syntax error expects depend on the parser.
    const words = refused.includes('Syntax error') ? refused.slice(0, refused.indexOf(':')) : refused;
    expect((compiled as CelCompileError).message.slice(0, words.length)).toBe(words);
  });

  it.each(same.filter(({ results }) => results !== undefined))('evaluates $expression', ({ expression, results = [] }) => {
    expect(answers(expression)).toEqual(results.map((result) => ('error' in result ? result : toAttribute(result))));
  });

  it.each(Object.entries(differences))('differs on %s', (expression, reason) => {
    const compiled = compile(expression);
    const said = compiled instanceof CelCompileError ? [compiled.message] : answers(expression).map((answer) => JSON.stringify(answer));
    expect(said.some((text) => text.includes(reason))).toBe(true);
  });
});
