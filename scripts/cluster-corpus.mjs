// Plays random clusters on a real control plane: `npm run test:cluster:corpus [-- --seed S --clusters N --first I --write]`, and
// `npm run test:cluster:contention` with the same options. test/cluster/corpus/main.ts and test/cluster/contention/main.ts describe them.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './fresh.mjs';
import { bundleProgram } from './program.mjs';
import { makeSolver } from './solver.mjs';

const isContention = process.argv[2] === 'contention';
const name = isContention ? 'contention' : 'corpus';
const program = join(root, `build/cluster/${name}.mjs`);

await makeSolver({ ifStale: true });
await bundleProgram(`test/cluster/${name}/main.ts`, program, { packages: 'external' });
const args = process.argv.slice(isContention ? 3 : 2);
process.exitCode = spawnSync(process.execPath, [program, ...args], { cwd: root, stdio: 'inherit' }).status ?? 1;
