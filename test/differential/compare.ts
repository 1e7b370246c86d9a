// Compares our answers with the reference's: kind, code, results in order, subrequests, config, node selector, tolerations, and with plain
// search the number of steps. If the reference has a message, our message must start with it.

import { isDeepStrictEqual } from 'node:util';
import { ERROR_CODES, type ErrorCodeInfo } from '../../src/core/base/error-codes.js';
import type { AllocationErrorCode } from '../../src/core/base/errors.js';
import type { Case } from '../support/cases.js';
import { type OurAnswer, type ReferenceAnswer, referenceAnswer, STEP_LIMIT } from './answers.js';
import { DEVIATIONS } from './deviations.js';
import { sameText } from './known-texts.js';
import type { OracleAnswer } from './oracle.js';
import type { Inconsistency, OurAnswers } from './ways.js';

/** A difference. Differences with the same signature are of one kind. */
export interface Difference {
  readonly signature: string;
  readonly node?: string;
  readonly got: unknown;
  readonly want: unknown;
}

/** The result of a comparison: unknown differences, and the verdict for each node. */
export interface Comparison {
  readonly differences: readonly Difference[];
  readonly outcomes: readonly NodeOutcome[];
}

/** The reference's answer for one node, and its relation to ours. */
export interface NodeOutcome {
  readonly answer: ReferenceAnswer;
  /** The number of times that each message was logged. */
  readonly messages: Readonly<Record<string, number>>;
  /** The deviation that explains the difference, `equal`, or `different`. */
  readonly verdict: string;
}

/** Compares the answers for every node of a case. */
export function compare(input: Case, reference: OracleAnswer, ours: OurAnswers): Comparison {
  if (reference.nodes === undefined) {
    return { differences: [{ signature: 'the oracle has no answer', got: reference.error, want: 'answers' }], outcomes: [] };
  }
  const differences: Difference[] = [];
  const outcomes: NodeOutcome[] = [];
  for (const [node, raw] of Object.entries(reference.nodes)) {
    const want = referenceAnswer(raw);
    const got: OurAnswer = ours.get(node) ?? { kind: 'crash', message: 'no answer' };
    const signature = difference(got, want);
    const known = signature === undefined ? undefined : DEVIATIONS.find(({ mayShow, explains }) => explains(got, want) && mayShow(input));
    outcomes.push({
      answer: want,
      messages: raw.messages ?? {},
      verdict: signature === undefined ? 'equal' : (known?.name ?? 'different'),
    });
    if (signature !== undefined && known === undefined) differences.push({ signature, node, got, want });
  }
  return { differences, outcomes };
}

/** Differences between our own kinds of calls. */
export function inconsistent(inconsistencies: readonly Inconsistency[]): Difference[] {
  return inconsistencies.map(({ way, got, want }) => ({ signature: `${way}: ${label(got)} instead of ${label(want)}`, got, want }));
}

/** Describes the difference without names and numbers. Undefined: there is no difference. */
export function difference(got: OurAnswer, want: ReferenceAnswer): string | undefined {
  // A search that exceeds our step limit has no answer of ours.
  if (got.kind === 'interrupted' && 'steps' in want && (want.steps ?? 0) > STEP_LIMIT) return undefined;
  if (label(got) !== label(want)) return `${label(got)} instead of ${label(want)}`;
  if (got.kind === 'error' && want.kind === 'error') {
    if (got.nodeLocal !== want.nodeLocal) return `nodeLocal of ${want.code}`;
    return saysSame(want.code, got.message, want.message) ? undefined : `text of ${want.code}: ${withoutNames(want.message, got.message)}`;
  }
  if (got.kind === 'allocated' && want.kind === 'allocated' && !isDeepStrictEqual(got.results, want.results)) {
    return `results: ${whereDifferent(got.results, want.results)}`;
  }
  if ('steps' in got && 'steps' in want && got.steps !== want.steps) return `steps of ${want.kind}`;
  return undefined;
}

function saysSame(code: AllocationErrorCode, got: string, want: string): boolean {
  const info: ErrorCodeInfo = ERROR_CODES[code];
  return info.reference === undefined || got.startsWith(want) || sameText(got, want);
}

/** The different parts of two texts. */
function withoutNames(want: string, got: string): string {
  let start = 0;
  while (start < want.length && want[start] === got[start]) start++;
  const cut = (text: string): string =>
    text
      .slice(Math.max(0, start - 10))
      .replaceAll(/\d+/g, 'N')
      .slice(0, 60);
  return `${JSON.stringify(cut(want))}, ours ${JSON.stringify(cut(got))}`;
}

function label(answer: unknown): string {
  const { kind = '', code } = (answer ?? {}) as { kind?: string; code?: string };
  return code === undefined ? kind : `${kind} ${code}`;
}

/** The first path at which two values differ, without indices. */
function whereDifferent(got: unknown, want: unknown, path = ''): string | undefined {
  if (isDeepStrictEqual(got, want)) return undefined;
  if (typeof got !== 'object' || typeof want !== 'object' || got === null || want === null) return path;
  const isList = Array.isArray(got);
  if (isList && Array.isArray(want) && got.length !== want.length) return `length of ${path}`;
  for (const key of new Set([...Object.keys(got), ...Object.keys(want)])) {
    const fields = [got, want] as readonly Readonly<Record<string, unknown>>[];
    const inner = whereDifferent(fields[0]?.[key], fields[1]?.[key], isList ? `${path}[]` : `${path}.${key}`);
    if (inner !== undefined) return inner;
  }
  return path;
}
