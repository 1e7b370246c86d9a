// The platform of Node: setImmediate yields without a delay.

import { searchProgram, solverBytes } from '#node-files';
import type { Platform } from './platform.js';

let solver: Promise<WebAssembly.Module> | undefined;

async function loadSolver(): Promise<WebAssembly.Module> {
  return WebAssembly.compile(await solverBytes());
}

/** The platform of Node 20.19 and later. */
export const platform: Platform = {
  loadSolver() {
    solver ??= loadSolver();
    // A failure must not be cached, so that the next call can succeed.
    solver.catch(() => {
      solver = undefined;
    });
    return solver;
  },
  yieldNow: () => new Promise((resolve) => setImmediate(resolve)),
  async searchWorkers(count, module) {
    // Loaded only when needed: most processes use no threads.
    const { NodeSearchWorkers } = await import('./node-workers.js');
    return new NodeSearchWorkers(count, module, await searchProgram());
  },
};
