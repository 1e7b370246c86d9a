// Runs bench/main.ts: `npm run bench`, or `npm run bench -- WORD...` for the scenarios whose name has these words.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { root } from './fresh.mjs';
import { makeSolver } from './solver.mjs';

await makeSolver({ ifStale: true });
const outfile = join(root, 'build/bench/main.mjs');
await build({
  absWorkingDir: root,
  entryPoints: ['bench/main.ts'],
  outfile,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.19',
  packages: 'external',
  define: { SOLVER_FILE: JSON.stringify(pathToFileURL(join(root, 'build/solver.wasm')).href) },
});
const { status } = spawnSync(process.execPath, [outfile, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' });
process.exitCode = status ?? 1;
