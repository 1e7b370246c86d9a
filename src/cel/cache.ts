// Compiled expressions by what they are for and by their text, bounded: the one least recently used goes first. Errors of
// compilation are kept too.

import { compileDerivation, compileSelector, type Derivation, type Environment, type Selector, STORED } from './engine.js';
import { CelCompileError } from './errors.js';

const DEFAULT_LIMIT = 1_000;

/** A cache of compiled selectors and derived attributes of one environment. */
export class SelectorCache {
  readonly #selectors: CompiledExpressions<Selector>;
  readonly #derivations: CompiledExpressions<Derivation>;

  /** `limit` is the greatest number of expressions of each kind to keep, at least 1. */
  constructor(limit = DEFAULT_LIMIT, environment: Environment = STORED) {
    this.#selectors = new CompiledExpressions((expression) => compileSelector(expression, environment), limit);
    this.#derivations = new CompiledExpressions((expression) => compileDerivation(expression, environment), limit);
  }

  /** The selector of an expression, or why it does not compile. */
  get(expression: string): Selector | CelCompileError {
    return this.#selectors.get(expression);
  }

  /** What computes a derived attribute, or why the expression does not compile as one. */
  derivation(expression: string): Derivation | CelCompileError {
    return this.#derivations.get(expression);
  }
}

/** The expressions of one kind. */
class CompiledExpressions<T> {
  readonly #compile: (expression: string) => T;
  readonly #limit: number;
  readonly #known = new Map<string, T | CelCompileError>();

  constructor(compile: (expression: string) => T, limit: number) {
    this.#compile = compile;
    this.#limit = Math.max(1, limit);
  }

  get(expression: string): T | CelCompileError {
    const compiled = this.#known.get(expression) ?? this.#tryCompile(expression);
    this.#known.delete(expression);
    this.#known.set(expression, compiled);
    if (this.#known.size > this.#limit) this.#known.delete(this.#known.keys().next().value as string);
    return compiled;
  }

  #tryCompile(expression: string): T | CelCompileError {
    try {
      return this.#compile(expression);
    } catch (error) {
      if (error instanceof CelCompileError) return error;
      throw error;
    }
  }
}
