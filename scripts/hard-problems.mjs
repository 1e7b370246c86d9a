// Grows random problems until plain search needs more than 10^7 steps (test/allocator/kernel/hard/measure.ts), and measures the released
// solver on them and on the hard families. It writes docs/internals/hard-problems.md and bench/results/hard-problems.md.
// Run `node scripts/hard-problems.mjs [--per-kind N] [--part families|problems|mixed|ablation]`. With --part it measures one part again,
// and the other parts of the pages stay. test/allocator/kernel/hard/problems.json stores the problems, so only new ones need time. The
// figures are from this machine.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';
import { hardProblemsLog, hardProblemsPage } from './hard-problems-page.mjs';
import { bundleProgram } from './program.mjs';
import { makeSolver } from './solver.mjs';

const SEEDS = 'test/allocator/kernel/hard/problems.json';
const PAGE = 'docs/internals/hard-problems.md';
const LOG = 'bench/results/hard-problems.md';

/** @param {string} name @param {string} standard */
function option(name, standard) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? standard : String(process.argv[at + 1]);
}

const perKind = option('per-kind', '9');
const folder = join(root, 'build/hard-problems');
try {
  await makeSolver({ ifStale: true });
  mkdirSync(folder, { recursive: true });
  await bundleProgram('test/allocator/kernel/hard/measure.ts', join(folder, 'main.mjs'), { logLevel: 'error' });
  const seeds = join(folder, 'seeds.json');
  if (existsSync(join(root, SEEDS))) writeFileSync(seeds, readFileSync(join(root, SEEDS)));
  else if (!existsSync(seeds)) writeFileSync(seeds, '[]');
  const result = join(folder, 'result.json');
  const args = [join(folder, 'main.mjs'), join(root, 'build/solver.wasm'), seeds, result, perKind, option('part', '')];
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' });
  if (status !== 0) throw new Error('measuring failed');
  const found = JSON.parse(readFileSync(seeds, 'utf8'));
  writeFileSync(join(root, SEEDS), `[\n${found.map((/** @type {unknown} */ one) => `  ${JSON.stringify(one)}`).join(',\n')}\n]\n`);
  const measured = JSON.parse(readFileSync(result, 'utf8'));
  const missing = ['families', 'problems', 'mixed', 'ablation'].filter((part) => measured[part] === undefined);
  if (missing.length === 0) {
    writeFileSync(join(root, PAGE), hardProblemsPage(measured));
    writeFileSync(join(root, LOG), hardProblemsLog(measured));
  } else console.error(`hard problems: no page before these parts are measured: ${missing.join(', ')}`);
} catch (error) {
  console.error(`hard problems: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
