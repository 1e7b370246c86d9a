// Generated problems without an answer, and the requirements on the suggestions for each.

import type { Kernel } from '../../../src/allocator/kernel/kernel.js';
import { AllocationError } from '../../../src/core/base/errors.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { resolveFeatures } from '../../../src/core/features/features.js';
import type { Suggestion } from '../../../src/explain/explanation.js';
import { remediesOf, suggestionsOf } from '../../../src/explain/suggest/suggest.js';
import type { AllocateInput, Allocator } from '../../../src/index.js';
import { heldClaim } from '../../differential/generate/allocated.js';
import { generate } from '../../differential/generate/generate.js';
import { asVersion1Beta1, taintsAsRules } from '../../differential/rewrite.js';
import { allocatorFor, type Case, gatesOf, inputFor } from '../../support/cases.js';
import { questionOf, withSuggestion } from '../../support/suggestions.js';

/** A problem without an answer. */
export interface UnallocatableProblem {
  readonly id: string;
  readonly input: AllocateInput;
  readonly case: Case;
  readonly allocator: Allocator;
}

/** The unallocatable problems of one case: some with taints as rules, some in the shapes of v1beta1. Allocated devices are held by claims. */
export function problemsOf(seed: number, index: number, kernel: Kernel): readonly UnallocatableProblem[] {
  const given = heldByClaims(generate(seed, index));
  const allocator = allocatorFor(given, kernel);
  return given.nodes.flatMap((node, place) => {
    const rules = index % 4 === 1 ? taintsAsRules(given) : undefined;
    const plain = inputFor(given, node);
    const tainted = rules === undefined ? plain : { ...plain, resourceSlices: rules.slices, deviceTaintRules: rules.rules };
    const input = index % 4 === 2 ? asVersion1Beta1(tainted) : tainted;
    if (outcomeOf(allocator, input) !== 'unallocatable') return [];
    return [{ id: `${given.id}/${place}`, input, case: given, allocator }];
  });
}

/** The case with claims instead of devices and shares that are allocated by name alone, so that they can be released. */
export function heldByClaims(input: Case): Case {
  const { allocatedDevices = [], allocatedShares = [], consumedCapacity = [], allocatedClaims = [], ...rest } = input;
  const shares = allocatedShares.map((share) => {
    const { driver, pool, device } = share;
    const consumed = consumedCapacity.find((one) => one.driver === driver && one.pool === pool && one.device === device);
    return { request: 'r', ...share, ...(consumed === undefined ? {} : { consumedCapacity: consumed.capacity }) };
  });
  const devices = allocatedDevices.map((one) => ({ request: 'r', ...one }));
  const held = [...devices, ...shares].map((result, number) => heldClaim('direct', `h${number}`, [result]));
  return { ...rest, allocatedClaims: [...allocatedClaims, ...held] };
}

/** The kind of an answer, or the code of an error. */
export function outcomeOf(allocator: Allocator, input: AllocateInput): string {
  try {
    return allocator.allocate({ ...input, limits: { steps: 1_000_000 } }).kind;
  } catch (error) {
    if (!(error instanceof AllocationError)) throw error;
    return error.code;
  }
}

/** The suggestions for a problem. */
export function suggestionsFor({ input, case: given }: UnallocatableProblem, kernel: Kernel): readonly Suggestion[] {
  return suggestionsOf(inOneGo(remediesOf(questionOf(input, resolveFeatures({ featureGates: gatesOf(given) }), kernel))));
}

/** The wrong suggestions: applied to the submitted objects, the claims are not allocated, or the number of remaining requests differs. */
export function wrongAmong(suggestions: readonly Suggestion[], { input, allocator }: UnallocatableProblem): readonly string[] {
  return suggestions.flatMap((suggestion) => {
    const outcome = outcomeOf(allocator, withSuggestion(input, suggestion));
    return outcome === 'allocated' ? [] : [`${suggestion.text}: ${outcome}`];
  });
}

/** Returns whether a suggestion changes only claims, and removes no request. */
export function keepsRequests({ by, text }: Suggestion): boolean {
  return by === 'author' && !text.includes('remove request');
}
