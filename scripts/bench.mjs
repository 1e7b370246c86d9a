// Bundles and runs benches: `npm run bench [-- WORD...]` runs benches of bench/main.ts, and `npm run bench:NAME [-- ...]` a program that
// describes its options in its header.
// With --write it also writes its section of bench/results/performance.md.

import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { buildCommandLine } from './bundles.mjs';
import { make, root } from './fresh.mjs';
import { makeOracle } from './oracle.mjs';
import { playground } from './playground.mjs';
import { bundleProgram } from './program.mjs';
import { makeSearchWorker, SEARCH_WORKER } from './search-worker.mjs';
import { makeSolver } from './solver.mjs';

/** The programs by name. Programs with `reference` need Go. @type {Readonly<Record<string, { entry: string, reference?: true }>>} */
const BENCHES = {
  main: { entry: 'bench/main' },
  reference: { entry: 'bench/reference/main', reference: true },
  scheduling: { entry: 'bench/reference/scheduling', reference: true },
  growth: { entry: 'bench/reference/growth', reference: true },
  solver: { entry: 'bench/solver' },
  start: { entry: 'bench/start' },
  memory: { entry: 'bench/memory' },
  pods: { entry: 'bench/pods' },
  'pod-affinity': { entry: 'bench/pod-affinity' },
  modes: { entry: 'bench/modes' },
  workers: { entry: 'bench/workers' },
  service: { entry: 'bench/service' },
  explain: { entry: 'bench/explain' },
  playground: { entry: 'bench/playground' },
  simulate: { entry: 'bench/simulate' },
  limits: { entry: 'bench/limits' },
  validate: { entry: 'bench/validate' },
  'cel-work': { entry: 'bench/cel-work' },
  'cel-hostile': { entry: 'bench/cel-hostile' },
};

const [name = 'main', ...args] = process.argv.slice(2);
try {
  const bench = BENCHES[name];
  if (bench === undefined) throw new Error(`there is no bench ${name}; there are ${Object.keys(BENCHES).join(', ')}`);
  await makeSolver({ ifStale: true });
  await makeSearchWorker({ ifStale: true });
  if (bench.reference) await makeOracle({ ifStale: true });
  if (name === 'playground') await make(playground, { ifStale: true });
  // In the bundle a comment names each module, by which profiles attribute time to parts of the command.
  if (name === 'start') await buildCommandLine('build/bench/start/dist', {});
  // Commands and the service run in their built form, as for users.
  if (name === 'limits') execFileSync(process.execPath, ['scripts/build.mjs', '--if-stale'], { cwd: root, stdio: 'inherit' });
  const outfile = join(root, 'build', `${bench.entry}.mjs`);
  await bundleProgram(`${bench.entry}.ts`, outfile, {
    packages: 'external',
    define: {
      SOLVER_FILE: JSON.stringify(pathToFileURL(join(root, 'build/solver.wasm')).href),
      SEARCH_WORKER_FILE: JSON.stringify(pathToFileURL(join(root, SEARCH_WORKER)).href),
    },
  });
  const { status } = spawnSync(process.execPath, ['--expose-gc', outfile, ...args], { cwd: root, stdio: 'inherit' });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
