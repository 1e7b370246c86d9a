// Puts one problem to plain search and to the solver, and says how their answers differ.

import { BOUND_ALL } from '../../../src/kernel/layout.js';
import type { Kernel, Problem, SearchAnswer } from '../../../src/kernel/problem.js';
import { referenceKernel } from '../../../src/kernel/reference.js';
import { type BoundsPolicy, ESCALATE, WasmKernel } from '../../../src/kernel/solver.js';

/** The solver with its bounds from the first step on, and as it is released. */
const POLICIES: readonly (readonly [string, BoundsPolicy])[] = [
  ['with bounds from the first step', { plainSteps: 0, bounds: BOUND_ALL }],
  ['as released', ESCALATE],
];

/** What compares: the outcome that all agree on, or a text that says who differs and how. */
export interface Comparison {
  readonly kind: SearchAnswer['kind'];
  readonly difference?: string;
}

function solve(kernel: Kernel, problem: Problem): SearchAnswer {
  const search = kernel.start(problem);
  const answer = search.run(Number.POSITIVE_INFINITY) as SearchAnswer;
  search.end();
  return answer;
}

/** Everything of an answer but its steps, of which bounds save some. */
function textOf(answer: SearchAnswer): string {
  if (answer.kind === 'found') return `found ${answer.picks.map(({ slot, device }) => `${slot}:${device}`).join(' ')}`;
  if (answer.kind !== 'error') return answer.kind;
  const { kind, slot, device, constraint } = answer.error;
  return `error ${kind} ${slot}:${device} ${constraint ?? ''}`;
}

/** Makes what compares, with one instance of the solver for each way to run it. */
export async function comparer(module: WebAssembly.Module): Promise<(problem: Problem) => Comparison> {
  const solvers = await Promise.all(POLICIES.map(async ([name, policy]) => ({ name, kernel: await WasmKernel.create(module, policy) })));
  return (problem) => {
    const expected = solve(referenceKernel, problem);
    const text = textOf(expected);
    for (const { name, kernel } of solvers) {
      const got = textOf(solve(kernel, problem));
      if (got !== text) return { kind: expected.kind, difference: `plain search: ${text}; ${name}: ${got}` };
    }
    return { kind: expected.kind };
  };
}
