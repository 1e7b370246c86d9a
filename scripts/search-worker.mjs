// Bundles the program of the threads that search, which contains only the kernel. Tests and benches use it in build/, the package in dist/.

import { join } from 'node:path';
import { make, root } from './fresh.mjs';
import { bundleProgram } from './program.mjs';

/** The unbundled sources expect the program here. */
export const SEARCH_WORKER = 'build/search-worker.js';

/**
 * Writes the program. Throws if it does not build.
 * @param {string} outfile relative to the repository
 */
export async function buildSearchWorker(outfile) {
  await bundleProgram('src/platform/node-search-worker.ts', join(root, outfile), {
    packages: 'external',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/**
 * Builds the program for tests and benches.
 * @param {{ ifStale: boolean }} options
 */
export function makeSearchWorker(options) {
  const inputs = ['src/allocator/kernel', 'src/platform', 'src/core/base', 'assembly', 'scripts/program.mjs', 'scripts/search-worker.mjs'];
  const target = { name: 'search-worker', inputs, outputs: [SEARCH_WORKER], build: () => buildSearchWorker(SEARCH_WORKER) };
  return make(target, options);
}
