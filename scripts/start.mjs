// Shows the devices that a workload is allocated, and the reason why a claim is allocated none: `npm start`.

import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from './fresh.mjs';

/** The commands, with their expected exit codes: 1 means that something is not allocatable, which the second command shows. */
const COMMANDS = [
  { args: ['allocate', '-f', 'examples/aws-eks-gpu-efa'], code: 0 },
  { args: ['explain', '-f', 'examples/does-not-fit', '-f', 'examples/aws-eks-gpu-efa'], code: 1 },
];

for (const { args, code } of COMMANDS) {
  console.log(`$ dra-allocator ${args.join(' ')}`);
  const { status, error } = spawnSync(process.execPath, [join('dist', 'cli.js'), ...args], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (error !== undefined) throw error;
  if (status !== code) throw new Error(`dra-allocator ${args[0]} ended with exit code ${status}, not ${code}`);
  console.log();
}
