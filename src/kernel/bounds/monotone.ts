// What of a problem decides whether less is never better: then a state that leaves less than one that failed fails as well.

import type { Problem } from '../problem.js';

/** Whether picks only ever take from budgets. */
export function isMonotone({ resources }: Problem): boolean {
  for (const { charges } of resources?.draws.values() ?? []) if (charges.some(({ amount }) => amount < 0n)) return false;
  return true;
}
