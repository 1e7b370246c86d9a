// Checks certificates of generated problems that cannot be allocated, and that damaged, borrowed and forged ones fail.
// Run `npm run certificates [-- --seed S --problems N --damaged N]`; test/explain/certificate/main.ts describes the options.

import { runProgram } from './differential.mjs';

const program = {
  entry: 'test/explain/certificate/main.ts',
  outfile: 'build/certificate/main.mjs',
  needsOracle: false,
  needsSolver: true,
};
process.exitCode = await runProgram(program, process.argv.slice(2));
