// The amounts that requests from a place on can still take of budgets, and the values that they bring to constraints: states that differ in more than that fail alike.

import { entryIn } from '../../base/entry-in.js';
import * as L from '../layout.js';
import type { ConstraintPlan, ProblemPlan } from '../memory/memory.js';
import { setBit } from '../memory/region.js';
import type { Charge, Problem, ProblemClaim, ProblemConstraint, ProblemResources, Slot } from '../problem.js';
import type { BoundsPart, Take, Write } from './bounds-part.js';
import type { Incremental } from './incremental.js';
import { isMonotone } from './monotone.js';

/** Above this number of lookups, one for each slot and device or value, nothing is found out. */
const MOST_LOOKUPS = 1 << 17;

/** Plans what remains to be taken and brought. Locations come from `take`. */
export function* planRemaining(plan: ProblemPlan, take: Take): Incremental<BoundsPart> {
  const demands = yield* planDemands(plan, take);
  const values = yield* planValues(plan, take);
  return { fields: [...demands.fields, ...values.fields], writers: [...demands.writers, ...values.writers] };
}

function* planDemands({ problem, slots, requestCount, resources: { limbs } }: ProblemPlan, take: Take): Incremental<BoundsPart> {
  const { resources } = problem;
  const budgetCount = resources?.budgets.length ?? 0;
  const lookups = slots.length * problem.deviceCount + requestCount * budgetCount;
  if (resources === undefined || budgetCount === 0 || limbs > 1 || lookups > MOST_LOOKUPS || !isMonotone(problem)) {
    return { fields: [], writers: [] };
  }
  const rows = yield* demandsOf(problem, resources);
  const at = take(rows.length * budgetCount * 8);
  const write: Write = (_, view) => {
    rows.forEach((row, request) => {
      row.forEach((amount, budget) => {
        view.setBigInt64(at + (request * budgetCount + budget) * 8, amount, true);
      });
    });
  };
  return { fields: [[L.BOUNDS_DEMANDS, at]], writers: [write] };
}

/** Above all that is ever left. */
const GREATEST = 2n ** 62n;

/** For each request and budget the most that it and later ones could take. */
function* demandsOf({ claims }: Problem, resources: ProblemResources): Incremental<bigint[][]> {
  const rows: bigint[][] = [];
  let after = resources.budgets.map(() => 0n);
  const known = new Map<Uint8Array, Map<Slot['shares'], Map<boolean, Taken[]>>>();
  for (const { slots } of claims.flatMap(({ requests }) => requests).reverse()) {
    const most = resources.budgets.map(() => 0n);
    for (const { stages, shares, ignoresCounters = false, count } of slots) {
      const byShares = entryIn(known, stages, () => new Map<Slot['shares'], Map<boolean, Taken[]>>());
      const byCounters = entryIn(byShares, shares, () => new Map<boolean, Taken[]>());
      const taken = entryIn(byCounters, ignoresCounters, () => takenBy({ stages, shares, ignoresCounters }, resources));
      for (const [budget, { greatest, sum }] of taken.entries()) {
        const own = greatest * BigInt(count);
        const least = own < sum ? own : sum;
        if (least > (most[budget] as bigint)) most[budget] = least;
      }
    }
    after = after.map((amount, budget) => {
      const sum = amount + (most[budget] as bigint);
      return sum < GREATEST ? sum : GREATEST;
    });
    rows.push(after);
    yield;
  }
  return rows.reverse();
}

/** Describes what one pick takes of a budget at most, and what picks of all devices would take. */
interface Taken {
  greatest: bigint;
  sum: bigint;
}

/** By budget what the devices that match take. */
function takenBy(
  { stages, shares, ignoresCounters }: { readonly [K in 'stages' | 'shares' | 'ignoresCounters']: Slot[K] },
  { budgets, draws }: ProblemResources,
): Taken[] {
  const taken = budgets.map((): Taken => ({ greatest: 0n, sum: 0n }));
  for (let device = 0; device < stages.length; device++) {
    if (stages[device] !== L.STAGE_MATCH) continue;
    const charges = [...(shares?.get(device) ?? NOTHING), ...(ignoresCounters ? NOTHING : (draws.get(device)?.charges ?? NOTHING))];
    for (const { budget, amount } of charges) {
      const own = taken[budget] as Taken;
      own.sum += amount;
      // Twice of one budget by one device counts twice.
      own.greatest = own.greatest > amount * BigInt(charges.length) ? own.greatest : amount * BigInt(charges.length);
    }
  }
  return taken;
}

const NOTHING: readonly Charge[] = [];

function* planValues(plan: ProblemPlan, take: Take): Incremental<BoundsPart> {
  const { problem, slots, constraints } = plan;
  const at = take(constraints.length * 4);
  const fields = [[L.BOUNDS_REMAINING_VALUES, at] as const];
  if (slots.length * problem.deviceCount * constraints.length > MOST_LOOKUPS) return { fields, writers: [] };
  const writers: Write[] = [];
  let next = 0;
  for (const claim of problem.claims) {
    for (const constraint of constraints.slice(next, next + claim.constraints.length)) {
      const sets = remainingValues(claim, constraint);
      const own = take(sets.length * constraint.words * 8);
      const field = at / 4 + next++;
      writers.push((u32) => {
        u32[field] = own;
        sets.forEach((set, request) => {
          u32.set(set, (own + request * constraint.words * 8) / 4);
        });
      });
      yield;
    }
  }
  return { fields, writers };
}

/** For each request of a claim the values that it and later ones could bring to a constraint. */
function remainingValues({ requests }: ProblemClaim, { constraint, words }: ConstraintPlan): Uint32Array[] {
  let ordinal = constraint.rows.length;
  let after = new Uint32Array(words * 2);
  const found: Uint32Array[] = [];
  for (const { slots } of [...requests].reverse()) {
    after = after.slice();
    for (const { stages } of [...slots].reverse()) {
      ordinal--;
      const row = constraint.rows[ordinal];
      if (row !== undefined) addValues(after, stages, row, constraint.sets);
    }
    found.push(after);
  }
  return found.reverse();
}

/** Adds the values of the devices that match. */
function addValues(set: Uint32Array, stages: Uint8Array, row: Uint32Array, sets: ProblemConstraint['sets']): void {
  for (let device = 0; device < stages.length; device++) {
    const entry = row[device] as number;
    if (stages[device] !== L.STAGE_MATCH || entry === L.ENTRY_MISSING || entry === L.ENTRY_ERROR) continue;
    const index = entry & L.ENTRY_INDEX_MASK;
    if ((entry & L.ENTRY_SINGLE) !== 0) setBit(set, 0, index);
    else for (const value of sets[index] as readonly number[]) setBit(set, 0, value);
  }
}
