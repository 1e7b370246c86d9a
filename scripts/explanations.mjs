// Checks the explanations of generated problems that cannot be allocated: losses add up, and conflicts are minimal. It edits the claims to
// test each part of a conflict.
// Run `npm run explanations [-- --seed S --count N --first F]`.

import { runProgram } from './differential.mjs';

const program = { entry: 'test/explain/main.ts', outfile: 'build/explanations/main.mjs', needsOracle: false, needsSolver: true };
process.exitCode = await runProgram(program, process.argv.slice(2));
