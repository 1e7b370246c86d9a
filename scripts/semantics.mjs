// Compares the allocator with brute force over all selections, for each mode of XAttributeSemantics.
// Run `npm run semantics [-- --seed S --questions N --mode MODE]`; test/allocator/encode/semantics/main.ts describes the options.

import { runProgram } from './differential.mjs';

const program = {
  entry: 'test/allocator/encode/semantics/main.ts',
  outfile: 'build/semantics/main.mjs',
  needsOracle: false,
  needsSolver: true,
};
process.exitCode = await runProgram(program, process.argv.slice(2));
