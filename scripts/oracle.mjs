// Builds the oracles into build/oracle/. `npm run oracle:build` builds the oracle of allocation and selectors, test/oracle/. Comparisons
// build their oracles on demand.
// These are the oracle of filters and scores, test/oracle/filters/, and the oracle of classic DRA, test/oracle/classic/.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { make, root } from './fresh.mjs';

const OUTPUT = join(root, 'build/oracle');

/**
 * A program of the reference, its inputs, and its module files.
 * @typedef {import('./fresh.mjs').Target & { folder: string, modfiles: readonly string[] }} Oracle
 */

/** @type {Oracle} */
export const ALLOCATION_ORACLE = {
  name: 'oracle',
  folder: 'test/oracle',
  modfiles: ['go.mod', 'go.v0366.mod'],
  inputs: [
    ...['cmd', 'go.mod', 'go.sum', 'go.v0366.mod', 'go.v0366.sum', 'input', 'main.go', 'messages.go'].map((name) => `test/oracle/${name}`),
    'scripts/oracle.mjs',
  ],
  outputs: ['build/oracle/oracle', 'build/oracle/cel', 'build/oracle/bench', 'build/oracle/celbench', 'build/oracle/cel-v0.36'],
  build: async () => {
    goBuild('test/oracle', '-o', `${OUTPUT}/`, '.', './cmd/...');
    // Releases up to 1.36 compile new expressions with the libraries of 1.36.
    goBuild('test/oracle', '-modfile=go.v0366.mod', '-o', join(OUTPUT, 'cel-v0.36'), './cmd/cel');
  },
};

/** The scheduler's plugins. They need most of Kubernetes to be compiled. @type {Oracle} */
export const FILTERS_ORACLE = {
  name: 'oracle-filters',
  folder: 'test/oracle/filters',
  modfiles: ['go.mod'],
  inputs: ['test/oracle/filters', 'scripts/oracle.mjs'],
  outputs: ['build/oracle/filters'],
  build: async () => {
    // Built without paths, like the control plane, so that the build cache shares their common packages.
    goBuild('test/oracle/filters', '-trimpath', '-o', join(OUTPUT, 'filters'), '.');
  },
};

/** The controller for drivers of classic DRA. @type {Oracle} */
export const CLASSIC_ORACLE = {
  name: 'oracle-classic',
  folder: 'test/oracle/classic',
  modfiles: ['go.mod'],
  inputs: ['test/oracle/classic', 'scripts/oracle.mjs'],
  outputs: ['build/oracle/classic'],
  build: async () => goBuild('test/oracle/classic', '-o', join(OUTPUT, 'classic'), '.'),
};

/** Returns the reason why an oracle cannot be built here; undefined if it can. */
export function whyNoOracle({ folder, modfiles } = ALLOCATION_ORACLE) {
  const { error, stdout } = spawnSync('go', ['version'], { encoding: 'utf8' });
  if (error !== undefined || !stdout.startsWith('go version')) return 'the reference is Go code, and there is no Go on this machine';
  for (const modfile of modfiles) {
    const args = ['mod', 'download', `-modfile=${modfile}`];
    const download = spawnSync('go', args, { cwd: join(root, folder), encoding: 'utf8' });
    if (download.status !== 0) return `the modules of the reference cannot be had: ${download.stderr.trim().split('\n').at(-1)}`;
  }
  return undefined;
}

/**
 * @param {string} folder
 * @param {string[]} args
 */
function goBuild(folder, ...args) {
  mkdirSync(OUTPUT, { recursive: true });
  const { status } = spawnSync('go', ['build', ...args], { cwd: join(root, folder), stdio: 'inherit' });
  if (status !== 0) throw new Error(`the oracle in ${folder} does not build`);
}

/**
 * Builds the programs of an oracle. Throws if Go is missing, or if they do not build.
 * @param {{ ifStale: boolean }} options
 */
export async function makeOracle(options, oracle = ALLOCATION_ORACLE) {
  const reason = whyNoOracle(oracle);
  if (reason !== undefined) throw new Error(reason);
  return make(oracle, options);
}

if (process.argv[1] === import.meta.filename) {
  try {
    await makeOracle({ ifStale: true });
  } catch (error) {
    console.error(`oracle: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
