// The files that the platform of Node needs next to the code: the solver, and the program of the threads that search. The sources as they are, and the command, read
// files; in the library the build puts a module in place of this one that has both in it, so that a bundle of somebody else needs no files.

import { readFile } from 'node:fs/promises';

/** Set where the sources are bundled: where the files lie. The sources as they are use the build folder. */
declare const SOLVER_FILE: string | undefined;
declare const SEARCH_WORKER_FILE: string | undefined;

/** The bytes of the solver. */
export async function solverBytes(): Promise<Uint8Array<ArrayBuffer>> {
  const file = typeof SOLVER_FILE === 'string' ? SOLVER_FILE : '../../build/solver.wasm';
  return new Uint8Array(await readFile(new URL(file, import.meta.url)));
}

/** The program of the threads, as a module. */
export async function searchProgram(): Promise<string> {
  const file = typeof SEARCH_WORKER_FILE === 'string' ? SEARCH_WORKER_FILE : '../../build/search-worker.js';
  return await readFile(new URL(file, import.meta.url), 'utf8');
}
