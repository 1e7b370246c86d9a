// Compiles the solver before the first test, and the program of the threads that search, if they are not current.

import { makeSearchWorker } from '../scripts/search-worker.mjs';
import { makeSolver } from '../scripts/solver.mjs';

/** Called by vitest once. */
export async function setup(): Promise<void> {
  await makeSolver({ ifStale: true });
  await makeSearchWorker({ ifStale: true });
}
