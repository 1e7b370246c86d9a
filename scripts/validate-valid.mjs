// Validates objects that are valid by construction, or asks a real API server about them. main.ts in test/cluster/validate/valid/ describes the options.

import { runProgram } from './differential.mjs';

process.exitCode = await runProgram(
  { entry: 'test/cluster/validate/valid/main.ts', outfile: 'build/cluster/validate/valid.mjs', needsOracle: false, needsSolver: false },
  process.argv.slice(2),
);
