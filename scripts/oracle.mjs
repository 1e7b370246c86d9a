// Builds the oracle, test/oracle/, into build/oracle/: `npm run oracle:build`. Also used by what compares us with the reference.

import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { make, root } from './fresh.mjs';

/** Why the oracle cannot be built here; undefined when it can. */
export function whyNoOracle() {
  const { error, stdout } = spawnSync('go', ['version'], { encoding: 'utf8' });
  if (error !== undefined || !stdout.startsWith('go version')) return 'the reference is Go code, and there is no Go on this machine';
  for (const modfile of ['go.mod', 'go.v0366.mod']) {
    const args = ['mod', 'download', `-modfile=${modfile}`];
    const download = spawnSync('go', args, { cwd: join(root, 'test/oracle'), encoding: 'utf8' });
    if (download.status !== 0) return `the modules of the reference cannot be had: ${download.stderr.trim().split('\n').at(-1)}`;
  }
  return undefined;
}

const oracle = {
  name: 'oracle',
  inputs: ['test/oracle', 'scripts/oracle.mjs'],
  outputs: ['build/oracle/oracle', 'build/oracle/cel', 'build/oracle/bench', 'build/oracle/celbench', 'build/oracle/cel-v0.36'],
  build: async () => {
    mkdirSync(join(root, 'build/oracle'), { recursive: true });
    const folder = join(root, 'build/oracle');
    goBuild('-o', `${folder}/`, '.', './cmd/...');
    // New expressions of releases up to 1.36 are compiled by theirs.
    goBuild('-modfile=go.v0366.mod', '-o', join(folder, 'cel-v0.36'), './cmd/cel');
  },
};

/** @param {string[]} args */
function goBuild(...args) {
  const { status } = spawnSync('go', ['build', ...args], { cwd: join(root, 'test/oracle'), stdio: 'inherit' });
  if (status !== 0) throw new Error('the oracle does not build');
}

/**
 * Builds the oracle's programs. Throws when there is no Go, or they do not build.
 * @param {{ ifStale: boolean }} options
 */
export async function makeOracle(options) {
  const reason = whyNoOracle();
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
