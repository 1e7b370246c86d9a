// Compares the solver with plain search on every problem of a small scope (test/allocator/kernel/small-scope/), part by part, and writes
// docs/internals/small-scope.md and bench/results/small-scope.md for the parts that are done.
// Run `node scripts/small-scope.mjs [--budget SECONDS] [--part I/N]`. It continues where it stopped, unless the solver changed. With
// --part it runs one part and does not write the pages.

import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles, root } from './fresh.mjs';
import { bundleProgram } from './program.mjs';
import { smallScopeLog, smallScopePage } from './small-scope-page.mjs';
import { makeSolver } from './solver.mjs';

/** @typedef {import('../test/allocator/kernel/small-scope/main.js').PartResult} PartResult */

const PARTS = 48;
const PAGE = 'docs/internals/small-scope.md';
const LOG = 'bench/results/small-scope.md';

/** @param {string} name */
function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** Builds the programs, in a folder named after the hash of their sources. */
async function prepare() {
  await makeSolver({ ifStale: true });
  const hash = createHash('sha256');
  for (const file of listFiles(['src/allocator/kernel', 'assembly', 'test/allocator/kernel/small-scope']))
    hash.update(readFileSync(join(root, file)));
  const folder = join(root, 'build/small-scope', hash.digest('hex').slice(0, 12));
  mkdirSync(folder, { recursive: true });
  copyFileSync(join(root, 'build/solver.wasm'), join(folder, 'solver.wasm'));
  await bundleProgram('test/allocator/kernel/small-scope/main.ts', join(folder, 'main.mjs'), { logLevel: 'error' });
  return folder;
}

/**
 * Runs a part unless its result exists.
 * @param {string} folder
 * @param {number} part
 * @param {number} parts
 * @returns {PartResult}
 */
function runPart(folder, part, parts) {
  const output = join(folder, `${part}-of-${parts}.json`);
  if (!existsSync(output)) {
    const args = [join(folder, 'main.mjs'), join(folder, 'solver.wasm'), output, String(part), String(parts)];
    const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
    if (status !== 0) throw new Error(`part ${part} of ${parts} failed`);
  }
  return JSON.parse(readFileSync(output, 'utf8'));
}

try {
  const folder = await prepare();
  const [only, of] = (option('part') ?? '').split('/').map(Number);
  const end = Date.now() + Number(option('budget') ?? Number.POSITIVE_INFINITY) * 1000;
  /** @type {PartResult[]} */
  const results = [];
  const wanted = of === undefined ? [...Array(PARTS).keys()] : [/** @type {number} */ (only)];
  for (const part of wanted) {
    if (Date.now() > end) break;
    results.push(runPart(folder, part, of ?? PARTS));
    const problems = results.flatMap(({ strata }) => strata.map((stratum) => stratum.problems)).reduce((sum, count) => sum + count, 0);
    console.error(`small scope: part ${part} of ${of ?? PARTS} done, ${problems} problems agree`);
  }
  if (of === undefined && results.length > 0) {
    writeFileSync(join(root, PAGE), smallScopePage(results));
    writeFileSync(join(root, LOG), smallScopeLog(results));
  }
  if (results.length < (of ?? PARTS)) console.error(`small scope: ${results.length} of ${of ?? PARTS} parts; run it again to go on`);
} catch (error) {
  console.error(`small scope: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
