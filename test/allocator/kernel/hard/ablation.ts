// Omits the bounds of the solver one at a time, and counts the steps without each.

import type { Kernel } from '../../../../src/allocator/kernel/kernel.js';
import * as L from '../../../../src/allocator/kernel/layout.js';
import type { Problem, SearchAnswer } from '../../../../src/allocator/kernel/problem.js';
import { ESCALATE, WasmKernel } from '../../../../src/allocator/kernel/solver.js';
import { inOneGo } from '../../../../src/core/base/incremental.js';

/** A search that exceeds this limit is stopped and counted as undone. */
const MOST_STEPS = 20_000;

/** The switches of the bounds, by their names in docs/internals/solver.md. */
const SWITCHES: Readonly<Record<string, number>> = {
  'too few': L.BOUND_TOO_FEW,
  'competing requests': L.BOUND_MATCHING,
  budgets: L.BOUND_BUDGETS,
  sums: L.BOUND_SUMS,
  limits: L.BOUND_LIMITS,
  'common value': L.BOUND_VALUES,
  'packing of constraints': L.BOUND_CONSTRAINT_PACKING,
  distinct: L.BOUND_DISTINCT,
  'equal devices': L.BOUND_DEVICE_SYMMETRY,
  nogoods: L.BOUND_NOGOODS,
  probing: L.BOUND_PROBING,
  'empty intersection': L.BOUND_EMPTY_INTERSECTION,
};

/** The problems of one table, by set name. */
export type ProblemSets = Readonly<Record<string, () => Iterable<Problem>>>;

/** The steps of the searches of one set of problems. `undone`: the searches that did not end. */
export interface AblationCell {
  readonly problems: number;
  readonly steps: number;
  readonly undone: number;
}

/** One row: the omitted bound, and its results by set. The first row omits no bound, the last one all bounds. */
export interface AblationRow {
  readonly without: string;
  readonly cells: Readonly<Record<string, AblationCell>>;
}

/** Counts the steps of all searches with all bounds, without each, and without any. */
export async function ablate(module: WebAssembly.Module, sets: ProblemSets): Promise<AblationRow[]> {
  const all = Object.values(SWITCHES).reduce((sum, bit) => sum | bit, 0);
  if (all !== L.BOUND_ALL) throw new Error('a bound has no name in the table of switches');
  const rows: AblationRow[] = [];
  for (const [without, bits] of [['none', 0], ...Object.entries(SWITCHES), ['all', L.BOUND_ALL]] as const) {
    const kernel = await WasmKernel.create(module, { ...ESCALATE, bounds: L.BOUND_ALL & ~bits });
    rows.push({ without, cells: Object.fromEntries(Object.entries(sets).map(([name, problems]) => [name, count(kernel, problems())])) });
    console.error(`ablation: ${without}`);
  }
  return rows;
}

function count(kernel: Kernel, problems: Iterable<Problem>): AblationCell {
  let [number, steps, undone] = [0, 0, 0];
  for (const problem of problems) {
    const search = inOneGo(kernel.start(problem, MOST_STEPS));
    const answer = search.run(Number.POSITIVE_INFINITY) as SearchAnswer;
    search.end();
    number += 1;
    steps += answer.steps;
    if (answer.kind === 'step-limit') undone += 1;
  }
  return { problems: number, steps, undone };
}
