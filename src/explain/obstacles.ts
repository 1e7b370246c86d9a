// Finds the resources that prevent devices from being selected together: without one of them, the search would succeed.

import type { Draw, Problem, ProblemResources, Slot } from '../allocator/kernel/problem.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Incremental } from '../core/base/incremental.js';
import { append } from '../core/base/lists.js';
import { filteringEach, mapping } from '../core/base/lists-in-increments.js';
import type { Trials } from './trials.js';

/** The names of resources. */
export interface Names {
  /** Names a counter by its budget. */
  readonly counter: (budget: number) => string;
  /** Names the counter sets with compatibility groups. */
  readonly groups: string;
}

/** A resource that can be removed from a problem. */
interface Lift {
  readonly name: () => string;
  readonly apply: (problem: Problem) => Incremental<Problem>;
}

/** The most single resources of a kind that are tried. */
const MAX_TRIED = 16;

/**
 * Names the resources that prevent a solution of a problem: each resource whose removal alone allows one. If no
 * single removal helps, names the kinds of resources that prevent it together. Empty if removing all of them does not help. Throws like `Trials.hasSolution`.
 */
export function* findObstacles(problem: Problem, names: Names, trials: Trials, checkpoint: Checkpoint): Incremental<readonly string[]> {
  const helps = function* ({ apply }: Lift): Incremental<boolean> {
    return (yield* trials.hasSolution(yield* apply(problem))) === true;
  };
  const budgets = yield* countersOf(problem, checkpoint);
  const counters: Lift = {
    name: () => 'the counters of its pools',
    apply: (problem) => withoutCounters(problem, budgets, checkpoint),
  };
  const groups: Lift = { name: () => names.groups, apply: (problem) => withoutGroups(problem, checkpoint) };
  const shares: Lift = {
    name: () => 'the capacities of shared devices',
    apply: (problem) => withoutShares(problem, checkpoint),
  };
  const { resources } = problem;
  const kinds = [
    ...(budgets.size === 0 ? [] : [counters]),
    ...(resources === undefined || resources.counterSets.length === 0 ? [] : [groups]),
    ...(slotsOf(problem).some((slot) => slot.shares !== undefined) ? [shares] : []),
  ];
  const named: string[] = [];
  for (const lift of yield* filteringEach(kinds, helps, checkpoint)) {
    const single = lift === counters ? yield* filteringEach(counterLifts(budgets, names, checkpoint), helps, checkpoint) : [];
    if (single.length > 0)
      append(
        named,
        single.map(({ name }) => name()),
      );
    else named.push((lift === counters ? allCounters(budgets, names) : undefined) ?? lift.name());
  }
  if (named.length > 0 || kinds.length < 2) return named;
  let combined = problem;
  for (const { apply } of kinds) combined = yield* apply(combined);
  return (yield* trials.hasSolution(combined)) === true ? [kinds.map(({ name }) => name()).join(' together with ')] : [];
}

/** The most counters named together. */
const MAX_NAMED = 3;

/** Names the counters that prevent a solution only together; undefined if there are too many. */
function allCounters(budgets: ReadonlySet<number>, names: Names): string | undefined {
  return budgets.size > MAX_NAMED ? undefined : Array.from(budgets, (budget) => names.counter(budget)).join(' and ');
}

function counterLifts(budgets: ReadonlySet<number>, names: Names, checkpoint: Checkpoint): Lift[] {
  if (budgets.size > MAX_TRIED) return [];
  return Array.from(budgets, (budget) => ({
    name: () => names.counter(budget),
    apply: (problem) => withoutCounters(problem, new Set([budget]), checkpoint),
  }));
}

/** Returns the budgets of counters that any device consumes. */
function* countersOf({ resources }: Problem, checkpoint: Checkpoint): Incremental<ReadonlySet<number>> {
  const budgets = new Set<number>();
  for (const { charges } of resources?.draws.values() ?? []) {
    for (const { budget } of charges) budgets.add(budget);
    if (checkpoint.due(1 + charges.length)) yield;
  }
  return budgets;
}

function slotsOf({ claims }: Problem): Slot[] {
  return claims.flatMap(({ requests }) => requests.flatMap(({ slots }) => slots));
}

function* withoutCounters(problem: Problem, lifted: ReadonlySet<number>, checkpoint: Checkpoint): Incremental<Problem> {
  const without = (draw: Draw): Draw => ({ ...draw, charges: draw.charges.filter(({ budget }) => !lifted.has(budget)) });
  const budgets = yield* mapping(
    problem.resources?.budgets ?? [],
    (left, budget) => (lifted.has(budget) && left < 0n ? 0n : left),
    checkpoint,
  );
  return yield* withDraws(problem, without, { budgets }, checkpoint);
}

function withoutGroups(problem: Problem, checkpoint: Checkpoint): Incremental<Problem> {
  return withDraws(problem, (draw) => ({ ...draw, memberships: [] }), {}, checkpoint);
}

function* withDraws(
  problem: Problem,
  change: (draw: Draw) => Draw,
  rest: Partial<ProblemResources>,
  checkpoint: Checkpoint,
): Incremental<Problem> {
  if (problem.resources === undefined) return problem;
  const draws = new Map<number, Draw>();
  for (const [device, draw] of problem.resources.draws) {
    draws.set(device, change(draw));
    if (checkpoint.due(1 + draw.charges.length)) yield;
  }
  return { ...problem, resources: { ...problem.resources, ...rest, draws } };
}

function* withoutShares(problem: Problem, _checkpoint: Checkpoint): Incremental<Problem> {
  const claims = problem.claims.map((claim) => {
    const requests = claim.requests.map((request) => ({
      ...request,
      slots: request.slots.map(({ shares: _, ...slot }): Slot => slot),
    }));
    return { ...claim, requests };
  });
  return { ...problem, claims };
}
