// Plays random histories of clusters with classic DRA and checks the invariants after each step.
// Run `npm run classic:histories [-- --seed N --count N]`; test/classic/histories/main.ts describes the options.

import { runProgram } from './differential.mjs';

const program = {
  entry: 'test/classic/histories/main.ts',
  outfile: 'build/classic/main.mjs',
  needsOracle: false,
  needsSolver: true,
};
process.exitCode = await runProgram(program, process.argv.slice(2));
