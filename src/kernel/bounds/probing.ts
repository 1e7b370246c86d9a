// Decides whether the solver may probe a problem, and lays out the room for that.

import * as L from '../layout.js';
import type { ProblemPlan } from '../memory/memory.js';
import { setBit } from '../memory/region.js';
import { hasFirstOnly, type Problem } from '../problem.js';
import type { BoundsPart, Take } from './bounds-part.js';
import { isMonotone } from './monotone.js';

/** The greatest depth of cases within cases. */
const MOST_DEPTH = 96;
/** A constraint with more values is not split by value. */
const MOST_VALUE_WORDS = 16;

/**
 * Tells whether what can be picked in one order can be picked in any, save with admin access. Not where picks give something back, a list may
 * only be the first of a constraint, or requests without admin access leave counters out.
 */
export function canProbe(problem: Problem): boolean {
  if (!isMonotone(problem)) return false;
  return problem.claims.every(
    ({ requests, constraints }) =>
      requests.every(({ slots }) => slots.every(({ adminAccess, ignoresCounters }) => adminAccess || ignoresCounters !== true)) &&
      constraints.every(({ rows }) => [...new Set(rows)].every((row) => row === undefined || !hasFirstOnly(row))),
  );
}

/** Plans the sets of cases, one more than cases lie within each other, and the devices that take more than half of a budget. */
export function planProbing({ problem, slots, deviceWords, constraints }: ProblemPlan, take: Take): BoundsPart {
  const picks = slots.reduce((sum, { slot }) => sum + slot.count, 0);
  const count = 2 + Math.min(MOST_DEPTH, picks + slots.length + constraints.length);
  const values = constraints.reduce((most, { words }) => (words > MOST_VALUE_WORDS ? most : Math.max(most, words)), 1);
  const words = Math.max(deviceWords, values);
  const greatest = conflictSets(problem);
  const at = greatest.size === 0 ? 0 : take((problem.resources?.budgets.length ?? 0) * 4);
  return {
    fields: [
      [L.BOUNDS_CASE_COUNT, count],
      [L.BOUNDS_CASE_WORDS, words],
      [L.BOUNDS_CASES, take(count * words * 8)],
      [L.BOUNDS_PROBE, take(L.PROBE_SIZE)],
      [L.BOUNDS_CHOICES, take(count * L.CHOICE_SIZE)],
      [L.BOUNDS_SYMMETRIC_CONSTRAINTS, take(constraints.length * L.SYMMETRIC_SIZE)],
      [L.BOUNDS_CONFLICT_SETS, at],
    ],
    writers: Array.from(greatest, ([budget, devices]) => {
      const set = take(deviceWords * 8);
      return (u32) => {
        u32[at / 4 + budget] = set;
        for (const device of devices) setBit(u32, set, device);
      };
    }),
  };
}

/** By budget the exclusive devices that take more than half of it, where there are several: no two of them can be picked. */
function conflictSets({ resources }: Problem): Map<number, number[]> {
  const takers = new Map<number, number[]>();
  for (const [device, { charges }] of resources?.draws ?? []) {
    if (resources?.shareable.has(device)) continue;
    for (const { budget, amount } of charges) {
      if (amount * 2n <= (resources?.budgets[budget] as bigint)) continue;
      takers.set(budget, [...(takers.get(budget) ?? []), device]);
    }
  }
  for (const [budget, devices] of takers) if (devices.length < 2) takers.delete(budget);
  return takers;
}
