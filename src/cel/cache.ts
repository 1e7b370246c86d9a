// Caches compiled expressions by their purpose and text, including compile errors.

import { weakEntryIn } from '../core/base/entry-in.js';
import { type Incremental, inOneGo } from '../core/base/incremental.js';
import { bytesOfText, LruCache } from '../core/base/lru-cache.js';
import {
  type Compiled,
  compilingDerivation,
  compilingSelector,
  type Derivation,
  type Environment,
  type Selector,
  STORED,
} from './engine.js';
import { CelCompileError } from './errors.js';
import { isTooLong } from './syntax/parse.js';

const DEFAULT_LIMIT = 1_000;
/** The limit for all expressions of one kind, in bytes. */
const MOST_BYTES = 64 << 20;
/** The memory of a compiled expression: a constant, and a maximum per character (measured: 4 kB and 120 bytes). */
const COMPILED_BYTES = 4_096;
const COMPILED_BYTES_OF_CHARACTER = 128;

/** A cache of compiled selectors and derived attributes of one environment. */
export class SelectorCache {
  readonly environment: Environment;
  readonly #selectors: CompiledExpressions<Selector>;
  readonly #derivations: CompiledExpressions<Derivation>;

  /** `limit` is the maximum number of cached expressions of each kind, at least 1. */
  constructor(limit = DEFAULT_LIMIT, environment: Environment = STORED) {
    this.environment = environment;
    this.#selectors = new CompiledExpressions((expression) => compilingSelector(expression, environment), limit);
    this.#derivations = new CompiledExpressions((expression) => compilingDerivation(expression, environment), limit);
  }

  /** Returns the selector of an expression, or its compile error. */
  get(expression: string): Selector | CelCompileError {
    return this.#selectors.get(expression);
  }

  /** Returns the cached selector or compile error; undefined if the expression must be compiled first. */
  cached(expression: string): Selector | CelCompileError | undefined {
    return this.#selectors.cached(expression);
  }

  /** Compiles a selector into the cache, in increments. */
  compiling(expression: string): Incremental<Selector | CelCompileError> {
    return this.#selectors.compiling(expression);
  }

  /** Compiles a derived attribute into the cache, in increments. */
  compilingDerivation(expression: string): Incremental<Derivation | CelCompileError> {
    return this.#derivations.compiling(expression);
  }

  /** Returns the function that computes a derived attribute, or the compile error of its expression. */
  derivation(expression: string): Derivation | CelCompileError {
    return this.#derivations.get(expression);
  }
}

const caches = new WeakMap<Environment, SelectorCache>();

/**
 * Returns the cache that all allocators of the process share for an environment:
 * there may be many, and compilation depends only on the environment.
 */
export function sharedSelectors(environment: Environment): SelectorCache {
  return weakEntryIn(caches, environment, () => new SelectorCache(DEFAULT_LIMIT, environment));
}

class CompiledExpressions<T extends Compiled> {
  readonly #compile: (expression: string) => Incremental<T>;
  readonly #entries: LruCache<T | CelCompileError>;

  constructor(compile: (expression: string) => Incremental<T>, limit: number) {
    this.#compile = compile;
    this.#entries = new LruCache<T | CelCompileError>({ entries: Math.max(1, limit), bytes: MOST_BYTES, weigh });
  }

  get(expression: string): T | CelCompileError {
    return this.cached(expression) ?? inOneGo(this.compiling(expression));
  }

  *compiling(expression: string): Incremental<T | CelCompileError> {
    const cachedResult = this.cached(expression);
    if (cachedResult !== undefined) return cachedResult;
    const compiled = yield* this.#tryCompile(expression);
    if (!isTooLong(expression)) this.#entries.set(expression, compiled);
    return compiled;
  }

  /** Expressions that are too long are not cached: rejecting them again is cheap. */
  cached(expression: string): T | CelCompileError | undefined {
    return isTooLong(expression) ? undefined : this.#entries.get(expression);
  }

  *#tryCompile(expression: string): Incremental<T | CelCompileError> {
    try {
      return yield* this.#compile(expression);
    } catch (error) {
      if (error instanceof CelCompileError) return error;
      throw error;
    }
  }
}

function weigh(compiled: Compiled | CelCompileError): number {
  // The stack repeats the message, so it counts twice.
  if (compiled instanceof CelCompileError) return COMPILED_BYTES + 3 * bytesOfText(compiled.message);
  return COMPILED_BYTES + compiled.expression.length * COMPILED_BYTES_OF_CHARACTER + compiled.moreBytes;
}
