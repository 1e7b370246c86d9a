// Checks the explanations of generated problems that cannot be allocated: that losses add up, and that conflicts are minimal, each part of them put to the
// test by editing the claims: `npm run explanations [-- --seed S --count N --first F]`.

import { runProgram } from './differential.mjs';

const program = { entry: 'test/explain/main.ts', outfile: 'build/explanations/main.mjs', needsOracle: false, needsSolver: true };
process.exitCode = await runProgram(program, process.argv.slice(2));
