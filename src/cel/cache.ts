// Compiled selectors by their text, bounded: the one least recently used goes first. Errors of compilation are kept too.

import { compileSelector, type Selector } from './engine.js';
import { CelCompileError } from './errors.js';

const DEFAULT_LIMIT = 1_000;

/** A cache of compiled selectors. */
export class SelectorCache {
  readonly #limit: number;
  readonly #known = new Map<string, Selector | CelCompileError>();

  /** `limit` is the greatest number of expressions to keep, at least 1. */
  constructor(limit = DEFAULT_LIMIT) {
    this.#limit = Math.max(1, limit);
  }

  /** The selector of an expression, or why it does not compile. */
  get(expression: string): Selector | CelCompileError {
    const compiled = this.#known.get(expression) ?? compile(expression);
    this.#known.delete(expression);
    this.#known.set(expression, compiled);
    if (this.#known.size > this.#limit) this.#known.delete(this.#known.keys().next().value as string);
    return compiled;
  }
}

function compile(expression: string): Selector | CelCompileError {
  try {
    return compileSelector(expression);
  } catch (error) {
    if (error instanceof CelCompileError) return error;
    throw error;
  }
}
