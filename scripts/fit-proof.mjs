// Compares `fit` with replicas placed one by one, and its optimum with every placement: `npm run fit:proof [-- --seed S --count N]`.
// test/planning/one-by-one/main.ts describes the options.

import { runProgram } from './differential.mjs';

const program = {
  entry: 'test/planning/one-by-one/main.ts',
  outfile: 'build/simulate/fit-proof.mjs',
  needsOracle: false,
  needsSolver: true,
};
process.exitCode = await runProgram(program, process.argv.slice(2));
