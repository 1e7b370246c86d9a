// Compiles the expressions of the input once per text, evaluates them on devices within a work limit, and analyzes them without devices.

import { type Selector, tryCompileSelector } from '../../cel/engine.js';
import { type DeviceSignature, deviceSignature } from '../../cel/reads/device-signature.js';
import { type Mention, mentionsIn, namesOf } from '../../cel/reads/mentions.js';
import { parse } from '../../cel/syntax/parse.js';
import { type Expr, partsOf } from '../../cel/syntax/tree.js';
import { type Checkpoint, UNLIMITED } from '../../core/base/checkpoint.js';
import { append } from '../../core/base/lists.js';
import type { WorldDevice } from './devices.js';
import type { WorkBounds } from './work-bounds.js';

/** The outcome of a selector on a device; an Error if its evaluation failed. */
export type Outcome = boolean | Error;

/** The size of the cache of compiled expressions. Beyond it, expressions are compiled again on demand. */
export const MOST_EXPRESSIONS = 2_000;

/** An expression that compiles. */
export interface Expression {
  readonly text: string;
  readonly selector: Selector;
  readonly mentions: readonly Mention[];
  /** The texts that the expression compares with `device.driver` for equality. */
  readonly drivers: readonly string[];
}

interface CachedExpression {
  readonly expression: Expression | undefined;
  readonly signatureOf: DeviceSignature | undefined;
  /** Outcomes by the device values that the expression reads; undefined if a limit of this implementation ended the evaluation. */
  readonly outcomes: Map<string, Outcome | undefined>;
}

/** Compiles expressions and evaluates them until a work limit is reached. After that, outcomes are undefined. */
export class Expressions {
  readonly #cachedExpressions = new Map<string, CachedExpression>();
  /** All texts that do not compile. They are small, and compiling them again would be the most expensive work. */
  readonly #wrong = new Set<string>();
  readonly #bounds: WorkBounds;
  readonly #compile: typeof tryCompileSelector;

  constructor(bounds: WorkBounds, compile = tryCompileSelector) {
    this.#bounds = bounds;
    this.#compile = compile;
  }

  /** Returns the expression of a text; undefined if it does not compile. */
  get(text: string): Expression | undefined {
    return this.#cachedExpressionOf(text).expression;
  }

  /** Returns the outcome of a selector on a device; undefined if a work limit is reached or the selector does not compile. */
  try(text: string, device: WorldDevice, checkpoint: Checkpoint = UNLIMITED): Outcome | undefined {
    if (!this.#bounds.spend('trials', 1) || !this.#bounds.spend('evaluation', 0)) return undefined;
    const { expression, signatureOf, outcomes } = this.#cachedExpressionOf(text);
    if (expression === undefined) return undefined;
    const signature = signatureOf?.(device);
    let outcome = signature === undefined ? undefined : outcomes.get(signature);
    if (outcome === undefined && (signature === undefined || !outcomes.has(signature))) {
      outcome = this.#evaluate(expression, device, checkpoint);
      if (signature !== undefined) outcomes.set(signature, outcome);
    }
    if (outcome === undefined) this.#bounds.spend('selector', 1);
    return outcome;
  }

  /** Returns a text of the device values that an expression reads. The expression treats devices with equal texts equally. */
  signature(text: string, device: WorldDevice): string | undefined {
    return this.#cachedExpressionOf(text).signatureOf?.(device);
  }

  #evaluate({ selector }: Expression, device: WorldDevice, checkpoint: Checkpoint): Outcome | undefined {
    const { matches, error, work } = selector.trial(device, checkpoint);
    this.#bounds.charge('evaluation', work);
    return error?.isOwnLimit === true ? undefined : (error ?? matches);
  }

  #cachedExpressionOf(text: string): CachedExpression {
    const cachedExpression = this.#cachedExpressions.get(text);
    if (cachedExpression !== undefined) return cachedExpression;
    if (this.#wrong.has(text)) return WRONG;
    const selector = this.#compile(text);
    if (selector === undefined) {
      this.#wrong.add(text);
      return WRONG;
    }
    if (this.#cachedExpressions.size >= MOST_EXPRESSIONS) this.#cachedExpressions.clear();
    const made = cacheEntryOf(text, selector);
    this.#cachedExpressions.set(text, made);
    return made;
  }
}

const WRONG: CachedExpression = { expression: undefined, signatureOf: undefined, outcomes: new Map() };

function cacheEntryOf(text: string, selector: Selector): CachedExpression {
  const expression = { text, selector, mentions: mentionsIn(text), drivers: driversIn(parse(text)) };
  return { expression, signatureOf: deviceSignature(selector.reads), outcomes: new Map() };
}

/** Returns the texts with which an expression compares the driver: `device.driver == "a"`, `device.driver in ["a", "b"]`. */
function driversIn(root: Expr): readonly string[] {
  const drivers: string[] = [];
  const pending: Expr[] = [root];
  const seen = new Set<Expr>();
  for (let expr = pending.pop(); expr !== undefined; expr = pending.pop()) {
    if (seen.has(expr)) continue;
    seen.add(expr);
    if (expr.kind === 'call' && expr.name === '_==_') {
      const [left, right] = expr.args as [Expr, Expr];
      append(drivers, isDriver(left) ? textsOf(right) : isDriver(right) ? textsOf(left) : []);
    } else if (expr.kind === 'call' && expr.name === '@in' && isDriver(expr.args[0] as Expr)) {
      append(drivers, partsOf(expr.args[1] as Expr).flatMap(textsOf));
    }
    append(pending, partsOf(expr));
  }
  return drivers;
}

function isDriver(expr: Expr): boolean {
  const names = namesOf(expr);
  return names?.length === 2 && names[0] === 'device' && names[1] === 'driver';
}

function textsOf(expr: Expr): readonly string[] {
  return expr.kind === 'constant' && typeof expr.value === 'string' ? [expr.value] : [];
}
