// Searches problems, and nodes of a resident cluster, with sizes at and above each limit, with assertions: `node
// scripts/solver-sizes.mjs [--seed S] [--count N]`.

import { spawnSync } from 'node:child_process';
import { parseArgs } from 'node:util';

const option = /** @type {const} */ ({ type: 'string' });
const { values } = parseArgs({ options: { seed: option, count: option } });
const { status } = spawnSync('npx', ['vitest', 'run', 'test/allocator/kernel/sizes', 'test/allocator/evaluate/resident/sizes.test.ts'], {
  stdio: 'inherit',
  env: { ...process.env, SIZES_SEED: values.seed ?? '1', SIZES_COUNT: values.count ?? '2000' },
});
process.exitCode = status ?? 1;
