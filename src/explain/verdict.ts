// The result of `allocate` on a node as part of an explanation, also without counts, and for pods that filters reject.

import type { AllocationResult } from '../allocator/decode/allocation-result.js';
import { decodeSelections } from '../allocator/decode/decode.js';
import type { EncodedProblem } from '../allocator/encode/encode.js';
import { type InterruptedSelector, SelectorInterrupted } from '../allocator/encode/interrupted-selector.js';
import type { InterruptedBy } from '../allocator/evaluate/limits.js';
import type { Selection as Picked } from '../allocator/kernel/problem.js';
import type { PoolDevice } from '../allocator/pools/pool.js';
import type { EndedBy } from '../core/base/checkpoint.js';
import { AllocationError, copyOfError } from '../core/base/errors.js';
import type { Incremental } from '../core/base/incremental.js';
import { withJson } from '../core/base/plain-json.js';
import type { Rejection } from '../scheduler/filters/filter.js';
import type { NodeExplanation } from './explanation.js';
import { endInWords, interruptionInWords, rejectionsInWords } from './first-line.js';

/** Returns the explanation of a node if the call ended before it. */
export function explanationAtEnd(node: string, by: EndedBy): NodeExplanation {
  return { node, kind: 'interrupted', by, requests: [], unavailable: [], pools: [], text: endInWords(by) };
}

/** Returns an explanation without counts. The result shares no objects, because callers may change it. */
export function withoutCounts(node: string, verdict: Verdict): NodeExplanation {
  return withJson({ node, ...verdict, requests: [], unavailable: [], pools: [], text: verdictInWords(verdict) });
}

/** The result of `allocate`. */
export type Verdict =
  | { readonly kind: 'allocated' | 'unallocatable' }
  | { readonly kind: 'interrupted'; readonly by: InterruptedBy; readonly selector?: InterruptedSelector }
  | { readonly kind: 'error'; readonly error: AllocationError };

/** Returns the verdict for an exception. Rethrows unexpected ones. */
export function verdictOf(error: unknown): Verdict {
  if (error instanceof SelectorInterrupted) return { kind: 'interrupted', by: 'selector', selector: { ...error.selector } };
  if (error instanceof AllocationError) return { kind: 'error', error: copyOfError(error) };
  throw error;
}

/** Describes a verdict that needs no counts. */
export function verdictInWords(verdict: Verdict): string {
  if (verdict.kind === 'error') return verdict.error.message;
  if (verdict.kind === 'interrupted') return interruptionInWords(verdict.by);
  return verdict.kind;
}

/** Explains a node on which no device is considered, because the pod has no claims that can be searched. */
export function explainRejected(node: string, rejections: readonly Rejection[]): NodeExplanation {
  return withRejections(withoutCounts(node, { kind: 'unallocatable' }), rejections);
}

/** Adds the rejections of filters to an explanation. If a filter rejects the node, errors of devices no longer count. */
export function withRejections(explained: NodeExplanation, filterRejections: readonly Rejection[]): NodeExplanation {
  if (filterRejections.length === 0) return explained;
  const { kind, text, by: _by, selector: _selector, error: _error, ...counts } = explained;
  const rejections = filterRejections.map((each) => ({ ...each }));
  const first = rejectionsInWords(rejections, explained.node);
  // Missing devices are reported after the words of the scheduler.
  const others = kind === 'unallocatable' && (counts.requests.length > 0 || counts.unavailable.length > 0) ? `; and ${text}` : '';
  return { ...counts, kind: 'unallocatable', rejections, text: `${first}${others}` };
}

/** Returns the allocations of selections, with placeholder share IDs; or the error if the selections cannot be represented. */
export function* allocationsOf(
  selections: readonly Picked[],
  { claims: plans, slots, devices }: EncodedProblem,
  options: Omit<Parameters<typeof decodeSelections>[2], 'newShareID'>,
): Incremental<readonly AllocationResult[] | AllocationError> {
  const selectedDevices = selections.map(({ slot, device }) => ({ slot, device: devices[device] as PoolDevice }));
  let shares = 0;
  try {
    return yield* decodeSelections({ claims: plans.map(({ claim }) => claim), plans, slots }, selectedDevices, {
      ...options,
      newShareID: () => String(shares++),
    });
  } catch (error) {
    if (error instanceof AllocationError) return copyOfError(error);
    throw error;
  }
}
