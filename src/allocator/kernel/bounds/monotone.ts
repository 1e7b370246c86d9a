// Decides whether less is never better in a problem: then a state that leaves less than one that failed fails as well.

import type { Problem } from '../problem.js';

/** Returns whether picks only ever take from budgets. */
export function isMonotone({ resources }: Problem): boolean {
  for (const { charges } of resources?.draws.values() ?? []) if (charges.some(({ amount }) => amount < 0n)) return false;
  return true;
}
