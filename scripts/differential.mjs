// Compares us with the reference on generated cases: `npm run differential [-- --seed S --cases N ...]`. test/differential/main.ts describes the options.
// With `--if-possible` it prints what it skips on a machine without Go, and succeeds.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './fresh.mjs';
import { ALLOCATION_ORACLE, makeOracle, whyNoOracle } from './oracle.mjs';
import { bundleProgram } from './program.mjs';
import { makeSolver } from './solver.mjs';

/**
 * Bundles a program, runs it, and returns its exit code. Without Go, a program that needs an oracle is skipped: the code is then 1, or 0
 * with `--if-possible`. `outfile` lies below build/, at the depth that relative paths in the program expect.
 * @param {{ entry: string, outfile: string, needsOracle: boolean, needsSolver: boolean, oracle?: import('./oracle.mjs').Oracle }} program
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export async function runProgram({ entry, outfile, needsOracle, needsSolver, oracle = ALLOCATION_ORACLE }, args) {
  const reason = needsOracle ? whyNoOracle(oracle) : undefined;
  if (reason !== undefined) {
    console.error(`skipped: ${reason}`);
    return args.includes('--if-possible') ? 0 : 1;
  }
  if (needsSolver) await makeSolver({ ifStale: true });
  if (needsOracle) await makeOracle({ ifStale: true }, oracle);
  await bundleProgram(entry, join(root, outfile), { packages: 'external' });
  const rest = args.filter((arg) => arg !== '--if-possible');
  return spawnSync(process.execPath, [join(root, outfile), ...rest], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

/**
 * Runs a program of test/differential/ together with the oracle.
 * @param {string} program
 * @param {readonly string[]} args
 * @returns {Promise<number>}
 */
export function runBesideOracle(program, args) {
  const outfile = `build/differential/${program}.mjs`;
  return runProgram({ entry: `test/differential/${program}.ts`, outfile, needsOracle: true, needsSolver: true }, args);
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.exitCode = await runBesideOracle('main', process.argv.slice(2));
  } catch (error) {
    console.error(`differential: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
