// Browsers, and whatever else is neither Node nor workerd: the solver is part of the bundle.

import bytes from '#solver-bytes';
import { giveWayByMessage } from './channel.js';
import type { Platform } from './platform.js';

let solver: Promise<WebAssembly.Module> | undefined;

/** The platform of browsers. Where compiling from bytes is forbidden, hand `module` to createAllocator. */
export const platform: Platform = {
  loadSolver() {
    solver ??= WebAssembly.compile(bytes);
    // A failure is not for ever.
    solver.catch(() => {
      solver = undefined;
    });
    return solver;
  },
  giveWay: giveWayByMessage,
};
