// The files of the Node platform: the solver, and the program of search threads. Unbundled sources and the command read files. In the
// library, the build replaces this module with one that contains both, so that bundles of users need no files.

import { readFile } from 'node:fs/promises';

/** The paths of the files in bundled sources. Unbundled sources use the build folder. */
declare const SOLVER_FILE: string | undefined;
declare const SEARCH_WORKER_FILE: string | undefined;

export async function solverBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const file = typeof SOLVER_FILE === 'string' ? SOLVER_FILE : '../../build/solver.wasm';
  return new Uint8Array(await readFile(new URL(file, import.meta.url)));
}

/** Returns the program of the threads, as a module. */
export async function searchProgram(): Promise<string> {
  const file = typeof SEARCH_WORKER_FILE === 'string' ? SEARCH_WORKER_FILE : '../../build/search-worker.js';
  return await readFile(new URL(file, import.meta.url), 'utf8');
}
