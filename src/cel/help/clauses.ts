// Finds the parts of a selector that are false on a device, with the values that they read. It
// splits the selector at its logical operators and evaluates the parts with the same evaluator.

import type { Checkpoint } from '../../core/base/checkpoint.js';
import { shorten } from '../../core/base/words.js';
import { type CelDevice, compileTerm, type Environment, type Term } from '../engine.js';
import { CelCompileError, CelRuntimeError } from '../errors.js';
import type { Token, TokenKind } from '../syntax/token.js';
import { endOf, openingOf, placesOf, splitAt, tokensOf } from '../syntax/tokens.js';
import { goText } from '../values/print.js';
import type { Value } from '../values/values.js';

/** A part of a selector that prevents it from being true on a device. */
export interface FalsePart {
  /** The part as written in the selector, on one line. Enclosed in `!(...)` if the part is true and must be false. */
  readonly text: string;
  /** The device values that it compares or reads. Absent if none exist or they fail with an error. */
  readonly seen?: string;
}

/** The maximum length of a value in a message. */
const MAX_VALUE = 64;

/** A logical part: an operator with its operands, or a leaf. */
type Part =
  | { readonly kind: 'and' | 'or'; readonly parts: readonly Part[] }
  | { readonly kind: 'not'; readonly part: Part }
  | { readonly kind: 'leaf'; readonly leaf: Leaf };

/** A part without logical operators. */
interface Leaf {
  readonly text: string;
  readonly term: Term;
  /** The parts whose values explain why it is false. */
  readonly looksAt: readonly Term[];
}

/** The clauses of one selector. */
export class Clauses {
  readonly #whole: Part | undefined;

  /** The expression must compile. */
  constructor(expression: string, environment: Environment) {
    this.#whole = new Splitter(expression, environment).split();
  }

  /**
   * Returns the clauses that prevent the selector from being true on a device; empty
   * if it is true or cannot be split. Throws the errors of the checkpoint.
   */
  falseOn(device: CelDevice, checkpoint: Checkpoint): readonly FalsePart[] {
    return this.#whole === undefined ? [] : new Evaluation(device, checkpoint).blame(this.#whole, true);
  }
}

/** Evaluates parts on one device. */
class Evaluation {
  readonly #device: CelDevice;
  readonly #checkpoint: Checkpoint;
  readonly #results = new Map<Leaf, Value | CelRuntimeError>();

  constructor(device: CelDevice, checkpoint: Checkpoint) {
    this.#device = device;
    this.#checkpoint = checkpoint;
  }

  /** Returns the clauses that make a part differ from the expected value; empty if it does not differ or fails with an error. */
  blame(part: Part, expected: boolean): readonly FalsePart[] {
    if (this.#valueOf(part) !== !expected) return [];
    if (part.kind === 'not') return this.blame(part.part, !expected);
    // Each false operand of `&&` makes it false; `||` is false because of all its operands.
    if (part.kind !== 'leaf') return part.parts.flatMap((one) => this.blame(one, expected));
    const seen = part.leaf.looksAt.flatMap((term) => {
      const value = term.evaluate(this.#device, this.#checkpoint);
      return value instanceof CelRuntimeError ? [] : [printed(value)];
    });
    const text = expected ? part.leaf.text : `!(${part.leaf.text})`;
    return [{ text, ...(seen.length === 0 ? {} : { seen: seen.join(' and ') }) }];
  }

  /** Returns the boolean value of a part; undefined for an error or another type. */
  #valueOf(part: Part): boolean | undefined {
    if (part.kind === 'leaf') return this.#valueOfLeaf(part.leaf);
    if (part.kind === 'not') {
      const value = this.#valueOf(part.part);
      return value === undefined ? undefined : !value;
    }
    // One operand that decides the result is enough, even if others fail with errors.
    const deciding = part.kind === 'or';
    const values = part.parts.map((one) => this.#valueOf(one));
    if (values.includes(deciding)) return deciding;
    return values.includes(undefined) ? undefined : !deciding;
  }

  #valueOfLeaf(leaf: Leaf): boolean | undefined {
    let value = this.#results.get(leaf);
    if (value === undefined) {
      value = leaf.term.evaluate(this.#device, this.#checkpoint);
      this.#results.set(leaf, value);
    }
    return typeof value === 'boolean' ? value : undefined;
  }
}

function printed(value: Value): string {
  return typeof value === 'string' ? JSON.stringify(shorten(value, MAX_VALUE)) : shorten(goText(value), MAX_VALUE);
}

const RELATIONS: ReadonlySet<TokenKind> = new Set<TokenKind>(['==', '!=', '<', '<=', '>', '>=', 'in']);

/** Deeper parts are not split. */
const MAX_DEPTH = 32;

/** Splits an expression into its logical parts. */
class Splitter {
  readonly #expression: string;
  readonly #environment: Environment;
  readonly #tokens: readonly Token[];

  constructor(expression: string, environment: Environment) {
    this.#expression = expression;
    this.#environment = environment;
    this.#tokens = tokensOf(expression);
  }

  /** Returns the parts of the expression; undefined if a part does not compile. */
  split(): Part | undefined {
    try {
      return this.#split(this.#tokens, 0);
    } catch (error) {
      if (error instanceof CelCompileError) return undefined;
      throw error;
    }
  }

  #split(clauseTokens: readonly Token[], depth: number): Part {
    const tokens = withoutParentheses(clauseTokens);
    if (depth < MAX_DEPTH && placesOf(tokens, '?').length === 0) {
      for (const [operator, kind] of [['||', 'or'] as const, ['&&', 'and'] as const]) {
        const parts = splitAt(tokens, operator);
        if (parts.length > 1) return { kind, parts: parts.map((part) => this.#split(part, depth + 1)) };
      }
      const isNegation = tokens[0]?.kind === '!' && relationIn(tokens) === undefined;
      if (isNegation) return { kind: 'not', part: this.#split(tokens.slice(1), depth + 1) };
    }
    return { kind: 'leaf', leaf: this.#leaf(tokens) };
  }

  #leaf(tokens: readonly Token[]): Leaf {
    const text = this.#textOf(tokens);
    return { text: text.replace(/\s+/g, ' '), term: compileTerm(text, this.#environment), looksAt: this.#looksAt(tokens) };
  }

  #looksAt(tokens: readonly Token[]): readonly Term[] {
    // A part with unsplit logic reads more values than would explain the result.
    if (placesOf(tokens, '?', '||', '&&').length > 0) return [];
    const relation = relationIn(tokens);
    if (relation === undefined) return this.#termOf(receiverOf(tokens));
    return [tokens.slice(0, relation), tokens.slice(relation + 1)].flatMap((side) => {
      const receiver = isCallOf(side, 'compareTo') ? receiverOf(side) : side;
      return this.#termOf(receiver);
    });
  }

  /** Returns a part if its value depends on the device. */
  #termOf(tokens: readonly Token[] | undefined): readonly Term[] {
    if (tokens === undefined || !tokens.some(({ kind, text }) => kind === 'IDENTIFIER' && text === 'device')) return [];
    return [compileTerm(this.#textOf(tokens), this.#environment)];
  }

  #textOf(tokens: readonly Token[]): string {
    const [first, last] = [tokens[0], tokens.at(-1)];
    return first === undefined || last === undefined ? '' : this.#expression.slice(first.at, endOf(last));
  }
}

/** Returns the position of the comparison operator of a part; undefined if none exists. */
function relationIn(tokens: readonly Token[]): number | undefined {
  return placesOf(tokens, ...RELATIONS).at(-1);
}

/** Removes parentheses around the whole part. */
function withoutParentheses(tokens: readonly Token[]): readonly Token[] {
  let inner = tokens;
  while (inner[0]?.kind === '(' && openingOf(inner) === 0) inner = inner.slice(1, -1);
  return inner;
}

/** Returns the receiver of a call `receiver.function(...)`; undefined if the part is not such a call. */
function receiverOf(tokens: readonly Token[]): readonly Token[] | undefined {
  const opening = openingOf(tokens);
  if (opening === undefined || tokens.at(-1)?.kind !== ')') return undefined;
  const isMember = tokens[opening - 1]?.kind === 'IDENTIFIER' && tokens[opening - 2]?.kind === '.';
  return isMember && opening > 2 ? tokens.slice(0, opening - 2) : undefined;
}

function isCallOf(tokens: readonly Token[], name: string): boolean {
  const opening = openingOf(tokens);
  return opening !== undefined && tokens[opening - 1]?.text === name && receiverOf(tokens) !== undefined;
}
