// Node: the solver is read from a file; setImmediate gives way without a delay.

import { readFile } from 'node:fs/promises';
import type { Platform } from './platform.js';

/** Set by the build: where the solver lies beside the bundle. The sources as they are use the build folder. */
declare const SOLVER_FILE: string | undefined;

let solver: Promise<WebAssembly.Module> | undefined;

async function loadSolver(): Promise<WebAssembly.Module> {
  const file = typeof SOLVER_FILE === 'string' ? SOLVER_FILE : '../../build/solver.wasm';
  return WebAssembly.compile(await readFile(new URL(file, import.meta.url)));
}

/** The platform of Node 20.19 and later. */
export const platform: Platform = {
  loadSolver() {
    solver ??= loadSolver();
    // A failure is not for ever.
    solver.catch(() => {
      solver = undefined;
    });
    return solver;
  },
  giveWay: () => new Promise((resolve) => setImmediate(resolve)),
  async searchWorkers(count, module) {
    // Loaded only when needed: most processes have no use for threads.
    const { NodeSearchWorkers } = await import('./node-workers.js');
    return new NodeSearchWorkers(count, module);
  },
};
