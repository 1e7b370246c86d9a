// Makes random steps in the life of a cluster, and compares the resident cluster with the search node by node.
// Run `npm run resident:steps [-- --seed S --steps N]`; test/allocator/evaluate/resident/main.ts describes the options.

import { runProgram } from './differential.mjs';

const program = {
  entry: 'test/allocator/evaluate/resident/main.ts',
  outfile: 'build/evaluate/resident/main.mjs',
  needsOracle: false,
  needsSolver: true,
};
process.exitCode = await runProgram(program, process.argv.slice(2));
