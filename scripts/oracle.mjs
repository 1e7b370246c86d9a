// Builds the oracles into build/oracle/: `npm run oracle:build` the one of allocation and selectors, test/oracle/; the one of filters and scores,
// test/oracle/filters/, and that of classic DRA, test/oracle/classic/, are built when these are compared. Also used by what compares us with the reference.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { make, root } from './fresh.mjs';

const OUTPUT = join(root, 'build/oracle');

/** A program of the reference: what it is made of, and how. @typedef {import('./fresh.mjs').Target & { folder: string, modfiles: readonly string[] }} Oracle */

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
    // New expressions of releases up to 1.36 are compiled by theirs.
    goBuild('test/oracle', '-modfile=go.v0366.mod', '-o', join(OUTPUT, 'cel-v0.36'), './cmd/cel');
  },
};

/** The scheduler's plugins, for which most of Kubernetes is compiled. @type {Oracle} */
export const FILTERS_ORACLE = {
  name: 'oracle-filters',
  folder: 'test/oracle/filters',
  modfiles: ['go.mod'],
  inputs: ['test/oracle/filters', 'scripts/oracle.mjs'],
  outputs: ['build/oracle/filters'],
  build: async () => {
    // Without paths in it, as the control plane is built: what both have in common is compiled once.
    goBuild('test/oracle/filters', '-trimpath', '-o', join(OUTPUT, 'filters'), '.');
  },
};

/** The controller of drivers of classic DRA. @type {Oracle} */
export const CLASSIC_ORACLE = {
  name: 'oracle-classic',
  folder: 'test/oracle/classic',
  modfiles: ['go.mod'],
  inputs: ['test/oracle/classic', 'scripts/oracle.mjs'],
  outputs: ['build/oracle/classic'],
  build: async () => goBuild('test/oracle/classic', '-o', join(OUTPUT, 'classic'), '.'),
};

/** Why an oracle cannot be built here; undefined when it can. */
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
 * Builds an oracle's programs. Throws when there is no Go, or they do not build.
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
