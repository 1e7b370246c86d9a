// Compares our filters and scores with the scheduler's on generated clusters: `npm run filters:differential [-- --seed S --count N ...]`.
// test/differential/filters/main.ts describes the options. `--write FILE` stores cases with their answers. With `--if-possible` it prints
// what it skips on a machine without Go, and succeeds.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './fresh.mjs';
import { FILTERS_ORACLE, makeOracle, whyNoOracle } from './oracle.mjs';
import { bundleProgram } from './program.mjs';

const PROGRAM = 'build/differential/filters.mjs';

/** @param {readonly string[]} args */
async function run(args) {
  const reason = whyNoOracle(FILTERS_ORACLE);
  if (reason !== undefined) {
    console.error(`skipped: ${reason}`);
    return args.includes('--if-possible') ? 0 : 1;
  }
  await makeOracle({ ifStale: true }, FILTERS_ORACLE);
  await bundleProgram('test/differential/filters/main.ts', join(root, PROGRAM), { packages: 'external' });
  const rest = args.filter((arg) => arg !== '--if-possible');
  return spawnSync(process.execPath, [join(root, PROGRAM), ...rest], { cwd: root, stdio: 'inherit' }).status ?? 1;
}

try {
  process.exitCode = await run(process.argv.slice(2));
} catch (error) {
  console.error(`filters-differential: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
