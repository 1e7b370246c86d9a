// Compiled expressions by what they are for and by their text. Errors of compilation are kept too.

import { Recent } from '../recent.js';
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
  readonly #known: Recent<T | CelCompileError>;

  constructor(compile: (expression: string) => T, limit: number) {
    this.#compile = compile;
    this.#known = new Recent(Math.max(1, limit));
  }

  get(expression: string): T | CelCompileError {
    return this.#known.getOr(expression, () => this.#tryCompile(expression));
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
