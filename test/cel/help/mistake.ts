// A wrong selector, what is said about it, and the selector that whoever follows that writes.

import { expect } from 'vitest';
import { CelCompileError, compileSelector, type Environment } from '../../../src/cel/engine.js';
import { toDevice } from '../vector-devices.js';

/**
 * The mistake in words, the selector, the help, and for help that shows what to write, the part of the selector that takes the place of.
 * The groups `before` and `after` stay around it, and dots in it stand for the group `inside`.
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

/** The error of an expression that does not compile. */
export function errorOf(expression: string, environment?: Environment): CelCompileError {
  try {
    compileSelector(expression, environment);
  } catch (error) {
    if (error instanceof CelCompileError) return error;
    throw error;
  }
  throw new Error(`${expression} compiles`);
}

/** Expects that the help is given, and that the selector compiles and has a result with what is shown in it. */
export function expectHelp([, wrong, help, part, shown]: Mistake): void {
  expect(errorOf(wrong).help).toEqual([help]);
  if (part === undefined || shown === undefined) return;
  expect(help).toContain(shown);
  const { before = '', inside = '', after = '' } = (typeof part === 'string' ? undefined : part.exec(wrong)?.groups) ?? {};
  const mended = wrong.replace(part, () => before + shown.replaceAll('...', inside) + after);
  expect(mended).not.toBe(wrong);
  expect(compileSelector(mended.replaceAll('DOMAIN', 'd').replaceAll('NAME', 'model')).trial(DEVICE)).toHaveProperty('matches');
}
