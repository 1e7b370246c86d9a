// Compares our CEL engine with the reference's on generated expressions: `npm run cel:differential [-- --seed S --cases N ...]`;
// test/cel/corpus/main.ts tells the options. With `--if-possible` it is good on a machine without Go, having said what it skipped.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { build } from 'esbuild';
import { root } from './fresh.mjs';
import { makeOracle, whyNoOracle } from './oracle.mjs';

/**
 * Runs a program of test/cel/, named by its path there. Gives its exit code; where it needs the oracle and there is no Go 1, or 0 when that is allowed.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ needsOracle: boolean }} options
 * @returns {Promise<number>}
 */
export async function runCelProgram(program, args, { needsOracle }) {
  const reason = needsOracle ? whyNoOracle() : undefined;
  if (reason !== undefined) {
    console.error(`skipped: ${reason}`);
    return args.includes('--if-possible') ? 0 : 1;
  }
  if (needsOracle) await makeOracle({ ifStale: true });
  const outfile = join(root, 'build/cel', `${program}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`test/cel/${program}.ts`],
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
    process.exitCode = await runCelProgram('corpus/main', process.argv.slice(2), { needsOracle: true });
  } catch (error) {
    console.error(`cel-differential: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
