// Compares the engine's answer with the reference's: rejection and message, worst-case
// cost, and for each device the value or kind of error and the actual cost.

import { isDeepStrictEqual } from 'node:util';
import type { Answer, Question, Result } from './question.js';

/** The compared parts of answers. */
export const COLUMNS = ['acceptance', 'refusal', 'maxCost', 'value', 'error', 'cost', 'message'] as const;

export type Column = (typeof COLUMNS)[number];

/** A difference. Differences with equal signatures probably have the same cause. */
export interface Difference {
  readonly column: Column;
  readonly signature: string;
  /** The index of the device. */
  readonly device?: number;
  readonly got: unknown;
  readonly want: unknown;
}

/** The number of comparisons per column, and the differences. */
export interface Comparison {
  readonly compared: ReadonlyMap<Column, number>;
  readonly differences: readonly Difference[];
}

export interface CompareOptions {
  /** True if texts must be equal, not only their kinds. */
  readonly messages: boolean;
}

/** Compares two answers to a question. */
export function compare(question: Question, ours: Answer, reference: Answer, options: CompareOptions): Comparison {
  const comparer = new Comparer(options);
  if (ours.refused !== undefined || reference.refused !== undefined) comparer.refusals(ours.refused, reference.refused);
  else {
    comparer.check('acceptance', true, '', 'taken', 'taken');
    comparer.costs('maxCost', ours.maxCost, reference.maxCost);
    for (const [device, want] of (reference.results ?? []).entries()) {
      if (want.random !== true) comparer.results(device, ours.results?.[device] ?? {}, want, question.kind === 'derived');
    }
  }
  return { compared: comparer.compared, differences: comparer.differences };
}

class Comparer {
  readonly compared = new Map<Column, number>();
  readonly differences: Difference[] = [];
  readonly #options: CompareOptions;

  constructor(options: CompareOptions) {
    this.#options = options;
  }

  /** Counts a comparison and records a difference. */
  check(column: Column, equal: boolean, signature: string, got: unknown, want: unknown, device?: number): void {
    this.compared.set(column, (this.compared.get(column) ?? 0) + 1);
    if (!equal)
      this.differences.push({ column, signature: `${column}: ${signature}`, ...(device === undefined ? {} : { device }), got, want });
  }

  refusals(got: string | undefined, want: string | undefined): void {
    if (got === undefined)
      return this.check('acceptance', want === undefined, `taken, should be: ${refusalKind(want ?? '')}`, 'taken', want);
    this.check('acceptance', want !== undefined, `refused: ${refusalKind(got)}`, got, want ?? 'taken');
    if (want === undefined) return;
    const [gotKind, wantKind] = [refusalKind(got), refusalKind(want)];
    this.check('refusal', gotKind === wantKind, `${gotKind} instead of ${wantKind}`, got, want);
    if (this.#options.messages) this.check('message', got === want, `text of the refusal: ${wantKind}`, got, want);
  }

  results(device: number, got: Result, want: Result, derived: boolean): void {
    const [gotKind, wantKind] = [resultKind(got), resultKind(want)];
    if (got.error !== undefined && want.error !== undefined) {
      this.check('error', gotKind === wantKind, `${gotKind} instead of ${wantKind}`, got.error, want.error, device);
      if (this.#options.messages) this.check('message', got.error === want.error, `text of the ${wantKind}`, got.error, want.error, device);
    } else {
      const [gotValue, wantValue] = [got.error ?? got.value, want.error ?? want.value];
      const what = gotKind === wantKind ? `a different ${gotKind}` : `${gotKind} instead of ${wantKind}`;
      this.check('value', got.error === want.error && isDeepStrictEqual(gotValue, wantValue), what, gotValue, wantValue, device);
    }
    // Derived attributes have no cost in the reference. Beyond the limit, costs are
    // not comparable, since this engine ends before a call that is too large.
    const ended = want.error?.includes('cost limit exceeded') === true;
    const comparable = !derived && !ended && want.cost !== undefined && (got.error === undefined) === (want.error === undefined);
    if (comparable) this.costs('cost', got.cost, want.cost, want.error === undefined ? '' : ' until the error', device);
  }

  costs(column: 'cost' | 'maxCost', got: unknown, want: unknown, when = '', device?: number): void {
    this.check(column, got === want, (Number(got) > Number(want) ? 'too high' : 'too low') + when, got, want, device);
  }
}

function resultKind({ error, value }: Result): string {
  if (error !== undefined) return `error '${errorKind(error)}'`;
  return typeof value === 'object' ? (Object.keys(value)[0] ?? 'nothing') : typeof value;
}

/** Returns the kind of a run-time error: its text up to the first colon, without quoted parts and numbers. */
export function errorKind(message: string): string {
  const words = message
    .replaceAll(/"(?:[^"\\]|\\.)*"|'[^']*'|`[^`]*`|\([^)]*\)/g, '_')
    .replaceAll(/-?\d+/g, 'N')
    .split(/[:\n]/, 1)[0] as string;
  return words.trim().slice(0, 80);
}

/** Returns the kind of a rejection: the kind of its first error, without the place. */
export function refusalKind(message: string): string {
  const first = message
    .replace(/^compilation failed: /, '')
    .replace(/^ERROR: <input>:-?\d+:-?\d+: /, '')
    .split('\n', 1)[0] as string;
  if (first.startsWith('Syntax error')) return 'Syntax error';
  return errorKind(first);
}
