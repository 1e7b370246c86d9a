// Shows where validation differs from the answers of real API servers about the mutated objects of test/cluster/validate/. differences.ts
// in that folder describes the options.

import { runProgram } from './differential.mjs';

process.exitCode = await runProgram(
  {
    entry: 'test/cluster/validate/differences.ts',
    outfile: 'build/cluster/validate/differences.mjs',
    needsOracle: false,
    needsSolver: false,
  },
  process.argv.slice(2),
);
