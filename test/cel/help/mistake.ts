// Tests mistakes in selectors: the help for each, and the corrected selector.

import { expect } from 'vitest';
import { CelCompileError, compileSelector, type Environment } from '../../../src/cel/engine.js';
import { toDevice } from '../vector-devices.js';

/**
 * The mistake in words, the selector, and the help. If the help shows a replacement, also the replaced part of the selector.
 * The groups `before` and `after` remain around it, and dots in it represent the group `inside`.
 */
export type Mistake = readonly [what: string, wrong: string, help: string, part?: string | RegExp, shown?: string];

const DEVICE = toDevice({
  driver: 'd',
  attributes: {
    model: { string: 'H100' },
    index: { int: '3' },
    healthy: { bool: true },
    version: { version: '1.2.3' },
    links: { strings: ['a', 'b'] },
  },
  capacity: { memory: '40Gi' },
});

/** Returns the error of an expression that does not compile. */
export function errorOf(expression: string, environment?: Environment): CelCompileError {
  try {
    compileSelector(expression, environment);
  } catch (error) {
    if (error instanceof CelCompileError) return error;
    throw error;
  }
  throw new Error(`${expression} compiles`);
}

/** Expects the help, and that the corrected selector compiles and has a result. */
export function expectHelp([, wrong, help, part, shown]: Mistake): void {
  expect(errorOf(wrong).help).toEqual([help]);
  if (part === undefined || shown === undefined) return;
  expect(help).toContain(shown);
  const { before = '', inside = '', after = '' } = (typeof part === 'string' ? undefined : part.exec(wrong)?.groups) ?? {};
  const mended = wrong.replace(part, () => before + shown.replaceAll('...', inside) + after);
  expect(mended).not.toBe(wrong);
  expect(compileSelector(mended.replaceAll('DOMAIN', 'd').replaceAll('NAME', 'model')).trial(DEVICE)).toHaveProperty('matches');
}
