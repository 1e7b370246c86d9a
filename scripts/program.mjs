// Bundles a program of the sources into one file for Node.

import { build } from 'esbuild';
import { root } from './fresh.mjs';

/**
 * Bundles `entry`, relative to the root, into `outfile`. Packages are part of the bundle unless `more` says otherwise.
 * @param {string} entry
 * @param {string} outfile
 * @param {import('esbuild').BuildOptions} [more]
 */
export async function bundleProgram(entry, outfile, more = {}) {
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    ...more,
  });
}
