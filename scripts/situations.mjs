// Writes the output of `explain` for each situation of test/explain/situations next to its input. Tests compare it. Read the changes: users read this text.

import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';

const folder = join('test', 'explain', 'situations');

/** @type {readonly { name: string, files: readonly string[], args: readonly string[] }[]} */
const situations = JSON.parse(readFileSync(join(root, folder, 'situations.json'), 'utf8'));
for (const { name, files, args } of situations) {
  const argv = ['explain', ...files.flatMap((file) => ['-f', file]), ...args];
  const { stdout, status } = spawnSync(process.execPath, [join('dist', 'cli.js'), ...argv], { cwd: root, encoding: 'utf8' });
  if (status === null || status > 4 || stdout === '') throw new Error(`${name}: exit code ${status}`);
  writeFileSync(join(root, folder, `${name}.txt`), stdout);
}
console.log(`${situations.length} situations`);
