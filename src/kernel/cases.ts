// What of a problem decides whether the solver may look at it by cases, and the room for that.

import { ENTRY_ERROR, ENTRY_FIRST_ONLY, ENTRY_MISSING } from './layout.js';
import type { ProblemPlan } from './memory.js';
import { isMonotone } from './monotone.js';
import type { Problem } from './problem.js';

/** Cases within cases: no more than this. */
const MOST_DEPTH = 96;
/** Of constraints with more values, no case is made of each. */
const MOST_VALUE_WORDS = 16;

/**
 * Whether what can be picked in one order can be picked in any. Not where picks give something back, a list may
 * only be the first of a constraint, or requests with admin access look at what others hold.
 */
export function hasCases(problem: Problem): boolean {
  if (!isMonotone(problem)) return false;
  return problem.claims.every(
    ({ requests, constraints }) =>
      requests.every(({ slots }) => slots.every(({ adminAccess, ignoresCounters }) => !adminAccess && ignoresCounters !== true)) &&
      constraints.every(({ rows }) => [...new Set(rows)].every((row) => row === undefined || !row.some(isFirstOnly))),
  );
}

function isFirstOnly(entry: number): boolean {
  return entry !== ENTRY_MISSING && entry !== ENTRY_ERROR && (entry & ENTRY_FIRST_ONLY) !== 0;
}

/** How many sets of cases there are, one more than cases lie within each other, and the 64-bit words of one. */
export function casesOf({ problem, deviceWords, constraints }: ProblemPlan): { readonly count: number; readonly words: number } {
  const slots = problem.claims.flatMap(({ requests }) => requests.flatMap((request) => request.slots));
  const picks = slots.reduce((sum, { count }) => sum + count, 0);
  const values = constraints.reduce((most, { words }) => (words > MOST_VALUE_WORDS ? most : Math.max(most, words)), 1);
  return { count: 2 + Math.min(MOST_DEPTH, picks + slots.length + constraints.length), words: Math.max(deviceWords, values) };
}

/** By budget the exclusive devices that take more than half of it, where there are several: no two of them can be picked. */
export function greatestTakers({ resources }: Problem): Map<number, number[]> {
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
