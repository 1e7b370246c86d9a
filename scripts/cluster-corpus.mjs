// Plays random clusters on a real control plane: `npm run test:cluster:corpus [-- --seed S --clusters N --first I --write]`.
// test/cluster/corpus/main.ts describes the options.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './fresh.mjs';
import { bundleProgram } from './program.mjs';
import { makeSolver } from './solver.mjs';

const PROGRAM = join(root, 'build/cluster/corpus.mjs');

await makeSolver({ ifStale: true });
await bundleProgram('test/cluster/corpus/main.ts', PROGRAM, { packages: 'external' });
process.exitCode = spawnSync(process.execPath, [PROGRAM, ...process.argv.slice(2)], { cwd: root, stdio: 'inherit' }).status ?? 1;
