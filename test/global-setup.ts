// Compiles the solver before the first test, if it is not current.

import { makeSolver } from '../scripts/solver.mjs';

/** Called by vitest once. */
export async function setup(): Promise<void> {
  await makeSolver({ ifStale: true });
}
