// The platform of workerd, which compiles WebAssembly only at deployment. So the solver is imported as a module.

import solver from '#solver-module';
import { yieldByMessage } from './channel.js';
import type { Platform } from './platform.js';

/** The platform of workerd. Its clock stops while code runs, so only steps and yields limit a search. */
export const platform: Platform = {
  loadSolver: () => Promise.resolve(solver),
  yieldNow: yieldByMessage,
};
