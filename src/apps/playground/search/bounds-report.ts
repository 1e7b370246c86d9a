// Compares the solver's bounds with a plain search: its steps with bounds, and the branches that they end.

import { BOUND_ALL } from '../../../allocator/kernel/layout.js';
import type { Problem, Slot } from '../../../allocator/kernel/problem.js';
import type { SearchTurn } from '../../../allocator/kernel/reference.js';
import { type BoundsPolicy, ESCALATE, WasmKernel } from '../../../allocator/kernel/solver.js';
import { inOneGo } from '../../../core/base/incremental.js';
import type { SearchTrace } from '../protocol.js';

/** The most steps and milliseconds of a search by the solver. */
const MAX_STEPS = 2_000_000;
const MILLISECONDS = 1500;

/** The work between two readings of the clock. */
const WORK = 1 << 16;

/** The most branches that are tested against bounds. */
const MAX_BRANCHES = 400;

/** The least number of steps in a reported branch. */
const LEAST_SAVED = 2;

/** The stage of an excluded device. Any number of a check that rejects devices would do. */
const OUT = 1;

/** The steps that bounds save. */
export interface BoundsReport extends Pick<SearchTrace, 'bounds'> {
  readonly solverSteps: number | undefined;
  readonly boundedSteps: number | undefined;
  /** The steps of branches without a solution according to the bounds, by the turn that selects the device. */
  readonly saves: ReadonlyMap<number, number>;
}

/** The names of bounds, in the order of the BOUND_* bits. */
const NAMES = [
  'an identical device failed before',
  'too few devices are left',
  'requests compete for too few devices',
  'the remaining devices exceed a counter',
  'no value is common to enough devices',
  'constraints cannot be met together',
  'too few distinct values',
  'a counter or a capacity is used up',
  'an identical state failed before',
  'each remaining alternative fails',
  'the claim would have too many devices',
  'no value is in all lists',
];

/** Solves a problem with bounds and tests the branches of its plain search. */
export async function reportBounds(problem: Problem, turns: readonly SearchTurn[], module: WebAssembly.Module): Promise<BoundsReport> {
  const eager: BoundsPolicy = { plainSteps: 0, bounds: BOUND_ALL };
  const [usual, bounded] = await Promise.all([WasmKernel.create(module, ESCALATE), WasmKernel.create(module, eager)]);
  const boundedRun = solve(bounded, problem);
  return {
    solverSteps: solve(usual, problem).steps,
    boundedSteps: boundedRun.steps,
    bounds: boundedRun.ended.flatMap((count, index) => (count > 0 ? [{ name: NAMES[index] ?? `bound ${index}`, count }] : [])),
    saves: branchesEnded(problem, turns, bounded),
  };
}

interface Solved {
  /** Undefined if it took too long. */
  readonly steps: number | undefined;
  readonly failed: boolean;
  readonly ended: readonly number[];
}

function solve(kernel: WasmKernel, problem: Problem, most = MAX_STEPS): Solved {
  const search = inOneGo(kernel.start(problem, most));
  const end = performance.now() + MILLISECONDS;
  try {
    for (;;) {
      const answer = search.run(WORK);
      if (answer !== undefined) {
        const isOver = answer.kind !== 'step-limit';
        return { steps: isOver ? answer.steps : undefined, failed: answer.kind === 'failed', ended: [...search.ended] };
      }
      if (performance.now() > end) return { steps: undefined, failed: false, ended: [...search.ended] };
    }
  } finally {
    search.end();
  }
}

/** Returns the outermost branches of a plain search that bounds end at their start. */
function branchesEnded(problem: Problem, turns: readonly SearchTurn[], kernel: WasmKernel): ReadonlyMap<number, number> {
  const saves = new Map<number, number>();
  const ends = endsOf(turns);
  const selections: { readonly slot: number; readonly device: number }[] = [];
  let triedCount = 0;
  for (let index = 0; index < turns.length; index++) {
    const turn = turns[index] as SearchTurn;
    if (turn.kind === 'undo') selections.pop();
    if (turn.kind !== 'pick') continue;
    selections.push(turn);
    const end = ends.get(index);
    const steps = end === undefined ? 0 : (turns[end]?.steps ?? 0) - turn.steps;
    if (end === undefined || steps < LEAST_SAVED || triedCount >= MAX_BRANCHES) continue;
    triedCount++;
    // The limit allows the steps of the selections themselves, and no search.
    const { failed } = solve(kernel, withSelections(problem, selections), 2 * selections.length + 2);
    if (!failed) continue;
    saves.set(index, steps);
    selections.pop();
    index = end;
  }
  return saves;
}

/** Returns the turn that undoes each selection. */
function endsOf(turns: readonly SearchTurn[]): ReadonlyMap<number, number> {
  const ends = new Map<number, number>();
  const open: number[] = [];
  for (const [index, { kind }] of turns.entries()) {
    if (kind === 'pick') open.push(index);
    else if (kind === 'undo') ends.set(open.pop() as number, index);
  }
  return ends;
}

/** Returns a problem that has all solutions that include these selections. If it has no solution, the branch has none. */
export function withSelections(problem: Problem, selections: readonly { readonly slot: number; readonly device: number }[]): Problem {
  let number = 0;
  return {
    ...problem,
    claims: problem.claims.map((claim) => ({
      ...claim,
      requests: claim.requests.map((request) => {
        const first = number;
        number += request.slots.length;
        const taken = request.slots.findIndex((_, index) => selections.some(({ slot }) => slot === first + index));
        const slots = request.slots.map((slot, index): Slot => {
          if (index < taken) return withStages(slot, () => false);
          const selectedDevices = selections.filter((selection) => selection.slot === first + index).map(({ device }) => device);
          if (selectedDevices.length === 0) return slot;
          const last = selectedDevices.length >= slot.count ? Number.POSITIVE_INFINITY : (selectedDevices.at(-1) as number);
          return withStages(slot, (device) => selectedDevices.includes(device) || device > last);
        });
        return { ...request, slots };
      }),
    })),
  };
}

/** Returns a slot with other devices excluded. A slot for all devices is not changed, because it has no choice. */
function withStages(slot: Slot, isIn: (device: number) => boolean): Slot {
  if (slot.all !== undefined) return slot;
  return { ...slot, stages: slot.stages.map((stage, device) => (isIn(device) ? stage : OUT)) };
}
