// Resources that keep devices which would do one by one from being picked together: the search would succeed if one of them did not hold.

import type { Draw, Problem, ProblemResources, Slot } from '../allocator/kernel/problem.js';
import type { Checkpoint } from '../core/base/checkpoint.js';
import type { Trials } from './trials.js';

/** The names of resources. */
export interface Names {
  /** Names a counter, by its budget. */
  readonly counter: (budget: number) => string;
  /** Names the counter sets with compatibility groups. */
  readonly groups: string;
}

/** Something that is lifted from a problem. */
interface Lift {
  readonly name: () => string;
  readonly apply: (problem: Problem) => Problem;
}

/** More single things of a kind are not tried one by one. */
const MAX_TRIED = 16;

/**
 * Names the resources of a problem without a solution that are in the way: each without which there would be one; or kinds of them, where only all of
 * them together are in the way; none, where it has no solution without them either. Throws as `Trials.hasSolution`.
 */
export function findObstacles(problem: Problem, names: Names, trials: Trials, checkpoint: Checkpoint): readonly string[] {
  const helps = ({ apply }: Lift): boolean => trials.hasSolution(checkpoint.keep(() => apply(problem))) === true;
  const budgets = countersOf(problem, checkpoint);
  const counters: Lift = { name: () => 'counters of its pools', apply: (given) => withoutCounters(given, budgets, checkpoint) };
  const groups: Lift = { name: () => names.groups, apply: (given) => withoutGroups(given, checkpoint) };
  const shares: Lift = { name: () => 'what devices that are shared have of their capacities', apply: withoutShares };
  const { resources } = problem;
  const kinds = [
    ...(budgets.size === 0 ? [] : [counters]),
    ...(resources === undefined || resources.counterSets.length === 0 ? [] : [groups]),
    ...(slotsOf(problem).some((slot) => slot.shares !== undefined) ? [shares] : []),
  ];
  const found = kinds.filter(helps);
  const named = found.flatMap((lift) => {
    if (lift !== counters) return [lift.name()];
    const single = counterLifts(budgets, names, checkpoint).filter(helps);
    return single.length === 0 ? [allCounters(budgets, names) ?? lift.name()] : single.map(({ name }) => name());
  });
  if (named.length > 0 || kinds.length < 2) return named;
  const combined = checkpoint.keep(() => kinds.reduce((lifted, { apply }) => checkpoint.keep(() => apply(lifted)), problem));
  return trials.hasSolution(combined) === true ? [kinds.map(({ name }) => name()).join(' together with ')] : [];
}

/** More counters say nothing when none of them is the one. */
const MAX_NAMED = 3;

/** The counters of which no single one keeps devices apart; undefined: they are too many to name. */
function allCounters(budgets: ReadonlySet<number>, names: Names): string | undefined {
  return budgets.size > MAX_NAMED ? undefined : Array.from(budgets, (budget) => names.counter(budget)).join(' and ');
}

function counterLifts(budgets: ReadonlySet<number>, names: Names, checkpoint: Checkpoint): Lift[] {
  if (budgets.size > MAX_TRIED) return [];
  return Array.from(budgets, (budget) => ({
    name: () => names.counter(budget),
    apply: (given) => withoutCounters(given, new Set([budget]), checkpoint),
  }));
}

/** The budgets of counters that some device draws on. */
function countersOf({ resources }: Problem, checkpoint: Checkpoint): ReadonlySet<number> {
  const budgets = checkpoint.keep(() => new Set<number>());
  checkpoint.forEachOf(resources?.draws.values() ?? [], ({ charges }) => {
    checkpoint.step(charges.length);
    for (const { budget } of charges) budgets.add(budget);
  });
  return budgets;
}

function slotsOf({ claims }: Problem): Slot[] {
  return claims.flatMap(({ requests }) => requests.flatMap(({ slots }) => slots));
}

function withoutCounters(problem: Problem, lifted: ReadonlySet<number>, checkpoint: Checkpoint): Problem {
  const without = (draw: Draw): Draw => ({ ...draw, charges: draw.charges.filter(({ budget }) => !lifted.has(budget)) });
  const budgets = checkpoint.map(problem.resources?.budgets ?? [], (left, budget) => (lifted.has(budget) && left < 0n ? 0n : left));
  return withDraws(problem, without, { budgets }, checkpoint);
}

function withoutGroups(problem: Problem, checkpoint: Checkpoint): Problem {
  return withDraws(problem, (draw) => ({ ...draw, memberships: [] }), {}, checkpoint);
}

function withDraws(problem: Problem, change: (draw: Draw) => Draw, rest: Partial<ProblemResources>, checkpoint: Checkpoint): Problem {
  if (problem.resources === undefined) return problem;
  const draws = checkpoint.keep(() => new Map<number, Draw>());
  checkpoint.forEachOf(problem.resources.draws, ([device, draw]) => {
    checkpoint.step(draw.charges.length);
    draws.set(device, change(draw));
  });
  return { ...problem, resources: { ...problem.resources, ...rest, draws } };
}

function withoutShares(problem: Problem): Problem {
  const claims = problem.claims.map((claim) => {
    const requests = claim.requests.map((request) => ({
      ...request,
      slots: request.slots.map(({ shares: _, ...slot }): Slot => slot),
    }));
    return { ...claim, requests };
  });
  return { ...problem, claims };
}
