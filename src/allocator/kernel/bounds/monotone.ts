// Decides whether budgets only decrease in a problem. Then a state with less left than a failed state fails too.

import type { Problem } from '../problem.js';

/** Returns whether no selection increases a budget. */
export function isMonotone({ resources }: Problem): boolean {
  for (const { charges } of resources?.draws.values() ?? []) if (charges.some(({ amount }) => amount < 0n)) return false;
  return true;
}
