// The answer of `allocate` on a node as part of an explanation: also where there is nothing to count, and where filters keep a pod off.

import type { AllocationResult } from '../allocator/decode/allocation-result.js';
import { decodePicks } from '../allocator/decode/decode.js';
import type { EncodedProblem } from '../allocator/encode/encode.js';
import { type InterruptedSelector, SelectorInterrupted } from '../allocator/encode/interrupted-selector.js';
import type { InterruptedBy } from '../allocator/evaluate/limits.js';
import type { Pick as Picked } from '../allocator/kernel/problem.js';
import type { PoolDevice } from '../allocator/pools/pool.js';
import type { EndedBy } from '../core/base/checkpoint.js';
import { AllocationError, copyOfError } from '../core/base/errors.js';
import { inOneGo } from '../core/base/incremental.js';
import { withJson } from '../core/base/plain-json.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { NodeExplanation } from './explanation.js';
import { endInWords, interruptionInWords, rejectionsInWords } from './first-line.js';

/** Gives what there is to say of a node when the call ended before. */
export function explanationAtEnd(node: string, by: EndedBy): NodeExplanation {
  return { node, kind: 'interrupted', by, requests: [], unavailable: [], pools: [], text: endInWords(by) };
}

/** An explanation without any counts. Callers may change it, so it shares nothing. */
export function withoutCounts(node: string, verdict: Verdict): NodeExplanation {
  return withJson({ node, ...verdict, requests: [], unavailable: [], pools: [], text: verdictInWords(verdict) });
}

/** The answer of `allocate`. */
export type Verdict =
  | { readonly kind: 'allocated' | 'unallocatable' }
  | { readonly kind: 'interrupted'; readonly by: InterruptedBy; readonly selector?: InterruptedSelector }
  | { readonly kind: 'error'; readonly error: AllocationError };

/** The verdict on an exception. Throws what is none of ours. */
export function verdictOf(error: unknown): Verdict {
  if (error instanceof SelectorInterrupted) return { kind: 'interrupted', by: 'selector', selector: { ...error.selector } };
  if (error instanceof AllocationError) return { kind: 'error', error: copyOfError(error) };
  throw error;
}

/** A verdict that needs no counts, in words. */
export function verdictInWords(verdict: Verdict): string {
  if (verdict.kind === 'error') return verdict.error.message;
  if (verdict.kind === 'interrupted') return interruptionInWords(verdict.by);
  return verdict.kind;
}

/** Explains a node on which no device is considered, since a pod has no claims that could be looked for. */
export function explainRejected(node: string, rejections: readonly Rejection[]): NodeExplanation {
  return withRejections(withoutCounts(node, { kind: 'unallocatable' }), rejections);
}

/** The explanation for a pod: where filters keep it off, nobody asks about devices, and what is wrong with them is no error. */
export function withRejections(explained: NodeExplanation, given: readonly Rejection[]): NodeExplanation {
  if (given.length === 0) return explained;
  const { kind, text, by: _by, selector: _selector, error: _error, ...counts } = explained;
  const rejections = given.map((each) => ({ ...each }));
  const first = rejectionsInWords(rejections, explained.node);
  // Devices that cannot be had either are told after what the scheduler says.
  const others = kind === 'unallocatable' && (counts.requests.length > 0 || counts.unavailable.length > 0) ? `; and ${text}` : '';
  return { ...counts, kind: 'unallocatable', rejections, text: `${first}${others}` };
}

/** The results of selections, with share IDs that nobody sees; or the error of one that cannot be written down, though there are devices. */
export function allocationsOf(
  picks: readonly Picked[],
  { claims: plans, slots, devices }: EncodedProblem,
  options: Omit<Parameters<typeof decodePicks>[2], 'newShareID'>,
): readonly AllocationResult[] | AllocationError {
  const picked = picks.map(({ slot, device }) => ({ slot, device: devices[device] as PoolDevice }));
  let shares = 0;
  try {
    return inOneGo(
      decodePicks({ claims: plans.map(({ claim }) => claim), plans, slots }, picked, {
        ...options,
        newShareID: () => String(shares++),
      }),
    );
  } catch (error) {
    if (error instanceof AllocationError) return copyOfError(error);
    throw error;
  }
}
