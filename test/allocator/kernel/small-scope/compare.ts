// Solves one problem by plain search and by the solver. Reports a difference between their answers, or a missing or wrong reason.

import { BOUND_ALL } from '../../../../src/allocator/kernel/layout.js';
import type { Problem, SearchAnswer } from '../../../../src/allocator/kernel/problem.js';
import { reasonOf } from '../../../../src/allocator/kernel/reasons/reasons.js';
import { referenceKernel } from '../../../../src/allocator/kernel/reference.js';
import { type BoundsPolicy, ESCALATE, WasmKernel } from '../../../../src/allocator/kernel/solver.js';
import { inOneGo } from '../../../../src/core/base/incremental.js';
import { isProof } from '../../../support/check-reason.js';
import { solveWithBounds } from '../../../support/solve.js';

/** The solver with its bounds from the first step on, and with the released policy. */
const POLICIES: readonly (readonly [string, BoundsPolicy])[] = [
  ['with bounds from the first step', { plainSteps: 0, bounds: BOUND_ALL }],
  ['as released', ESCALATE],
];

/** The common outcome, or a text that describes the difference. */
export interface Comparison {
  readonly kind: SearchAnswer['kind'];
  /** There is a reason, and it is proved. */
  readonly hasReason: boolean;
  readonly difference?: string;
}

/** Returns an answer as a text without its steps, of which bounds save some. */
function textOf(answer: SearchAnswer): string {
  if (answer.kind === 'found') return `found ${answer.selections.map(({ slot, device }) => `${slot}:${device}`).join(' ')}`;
  if (answer.kind !== 'error') return answer.kind;
  const { kind, slot, device, constraint } = answer.error;
  return `error ${kind} ${slot}:${device} ${constraint ?? ''}`;
}

/** Returns a function that compares, with one instance of the solver for each policy. */
export async function comparer(module: WebAssembly.Module): Promise<(problem: Problem) => Comparison> {
  const solvers = await Promise.all(POLICIES.map(async ([name, policy]) => ({ name, kernel: await WasmKernel.create(module, policy) })));
  return (problem) => {
    const { answer: expected } = solveWithBounds(referenceKernel, problem);
    const { kind } = expected;
    const text = textOf(expected);
    const reason = inOneGo(reasonOf(problem));
    const hasReason = reason !== undefined;
    if (hasReason && kind !== 'failed') return { kind, hasReason, difference: `a reason, ${reason.kind}, for ${text}` };
    if (hasReason && !isProof(problem, reason)) return { kind, hasReason, difference: `no proof: ${reason.kind}` };
    for (const { name, kernel } of solvers) {
      const { answer, isEndedAtRoot } = solveWithBounds(kernel, problem);
      const got = textOf(answer);
      if (got !== text) return { kind, hasReason, difference: `plain search: ${text}; ${name}: ${got}` };
      // Reasons do not cover claims with whole alternatives.
      if (isEndedAtRoot && !hasReason && !problem.claims.some(({ alternatives }) => alternatives !== undefined))
        return { kind, hasReason, difference: 'a bound says no before the first pick, and there is no reason' };
    }
    return { kind, hasReason };
  };
}
