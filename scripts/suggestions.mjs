// Checks the suggestions for generated problems that cannot be allocated: it applies each to the given objects and solves again.
// Run `npm run suggestions [-- --seed S --count N --first F --mistakes 1 --pods 1]`.

import { runProgram } from './differential.mjs';

const program = { entry: 'test/explain/suggest/main.ts', outfile: 'build/suggestions/main.mjs', needsOracle: false, needsSolver: true };
process.exitCode = await runProgram(program, process.argv.slice(2));
