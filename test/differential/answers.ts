// Converts answers to one form: ours from any kind of call, and the reference's.

import { AllocationError, type ErrorPlace } from '../../src/core/base/errors.js';
import type { AllocationResult, Outcome } from '../../src/index.js';
import { type Answer, expected } from '../support/cases.js';
import { withoutShares } from '../support/without-shares.js';
import type { OracleNodeAnswer } from './oracle.js';

/** The step limit of our searches. A count of steps is equal on every machine, unlike a time. */
export const STEP_LIMIT = 100_000;

/** Our answer. */
export type OurAnswer =
  | (Answer & { readonly steps?: number; readonly place?: ErrorPlace })
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'crash'; readonly message: string };

/** The reference's answer. */
export type ReferenceAnswer =
  | (Answer & { readonly steps?: number })
  | { readonly kind: 'timeout' }
  | { readonly kind: 'panic'; readonly message: string }
  | { readonly kind: 'unknown-error'; readonly message: string };

/** Returns the answer of one of our calls, including a thrown error. */
export async function answerOf(ask: () => Outcome | Promise<Outcome>): Promise<OurAnswer> {
  try {
    return answerFrom(await ask());
  } catch (error) {
    return answerFromError(error);
  }
}

function answerFrom(outcome: Outcome): OurAnswer {
  switch (outcome.kind) {
    case 'allocated':
      if (!hasGoodShares(outcome.allocations)) return { kind: 'crash', message: 'share IDs are not UUIDs, or not distinct' };
      return { kind: 'allocated', results: withoutShares(outcome.allocations), steps: outcome.steps };
    case 'unallocatable':
      return { kind: 'unallocatable', steps: outcome.steps };
    default:
      return { kind: 'interrupted' };
  }
}

/** Returns whether every share has a unique UUID. */
function hasGoodShares(allocations: readonly AllocationResult[]): boolean {
  const ids = allocations.flatMap(({ devices }) => (devices?.results ?? []).flatMap(({ shareID }) => shareID ?? []));
  return new Set(ids).size === ids.length && ids.every((id) => UUID.test(id));
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Converts a thrown error to an answer. */
export function answerFromError(error: unknown): OurAnswer {
  if (!(error instanceof AllocationError))
    return { kind: 'crash', message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  const { code, nodeLocal, message, claim, request, selector, device, path } = error;
  const place = Object.fromEntries(Object.entries({ claim, request, selector, device, path }).filter(([, value]) => value !== undefined));
  return { kind: 'error', code, nodeLocal, message, place };
}

/** The reference's answer for one node. */
export function referenceAnswer(answer: OracleNodeAnswer): ReferenceAnswer {
  const { error, timeout, panic, steps = 0 } = answer;
  if (timeout === true || error?.startsWith('filter operation aborted') === true) return { kind: 'timeout' };
  if (panic === true) return { kind: 'panic', message: error ?? '' };
  try {
    return { ...expected(answer), steps };
  } catch {
    return { kind: 'unknown-error', message: error ?? '' };
  }
}
