// Compares us with the reference on generated cases: `npm run differential [-- --seed S --cases N ...]`; test/differential/main.ts
// tells the options. With `--if-possible` it is good on a machine without Go, having said what it skipped.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './fresh.mjs';
import { makeOracle, whyNoOracle } from './oracle.mjs';
import { makeSolver } from './solver.mjs';

/**
 * Runs a program of test/differential/ beside the oracle. Gives its exit code; without Go 1, or 0 when that is allowed.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function runBesideOracle(program, args) {
  const reason = whyNoOracle();
  if (reason !== undefined) {
    console.error(`skipped: ${reason}`);
    return args.includes('--if-possible') ? 0 : 1;
  }
  await makeSolver({ ifStale: true });
  await makeOracle({ ifStale: true });
  // Two folders below the root, as what it reads beside itself expects.
  const outfile = join(root, 'build/differential', `${program}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`test/differential/${program}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
  });
  const rest = args.filter((arg) => arg !== '--if-possible');
  return spawnSync(process.execPath, [outfile, ...rest], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.exitCode = await runBesideOracle('main', process.argv.slice(2));
  } catch (error) {
    console.error(`differential: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
