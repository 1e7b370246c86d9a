// Bundles the program of the threads that search: the kernel and nothing else. For tests and benches into build/, for the package into dist/.

import { join } from 'node:path';
import { build } from 'esbuild';
import { make, root } from './fresh.mjs';

/** Where the sources as they are look for it. */
export const SEARCH_WORKER = 'build/search-worker.js';

/**
 * Writes the program. Throws when it does not build.
 * @param {string} outfile relative to the repository
 */
export async function buildSearchWorker(outfile) {
  await build({
    absWorkingDir: root,
    entryPoints: ['src/platform/node-search-worker.ts'],
    outfile: join(root, outfile),
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
  });
}

/**
 * The program for tests and benches.
 * @param {{ ifStale: boolean }} options
 */
export function makeSearchWorker(options) {
  const inputs = ['src/kernel', 'src/platform', 'src/errors.ts', 'assembly', 'scripts/search-worker.mjs'];
  const target = { name: 'search-worker', inputs, outputs: [SEARCH_WORKER], build: () => buildSearchWorker(SEARCH_WORKER) };
  return make(target, options);
}
