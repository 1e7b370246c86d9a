// Runs benchmarks. `npm run bench [-- WORD...]`: the scenarios of bench/ whose name has these words.
// `npm run bench:reference [-- ...]`: side by side with the reference, which needs Go (bench/reference/main.ts tells the options).

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './fresh.mjs';
import { makeOracle } from './oracle.mjs';
import { makeSolver } from './solver.mjs';

const [mode, ...args] = process.argv.slice(2);
const reference = mode === '--reference';
try {
  await makeSolver({ ifStale: true });
  if (reference) await makeOracle({ ifStale: true });
  const entry = reference ? 'bench/reference/main' : 'bench/main';
  const outfile = join(root, 'build', `${entry}.mjs`);
  await build({
    absWorkingDir: root,
    entryPoints: [`${entry}.ts`],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    packages: 'external',
    define: { SOLVER_FILE: JSON.stringify(pathToFileURL(join(root, 'build/solver.wasm')).href) },
  });
  const { status } = spawnSync(process.execPath, [outfile, ...(reference ? args : process.argv.slice(2))], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
