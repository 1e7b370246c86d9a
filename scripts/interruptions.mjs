// Interrupts every public call that accepts limits, when it reads the clock, reads the signal or allocates memory.
// Run `node scripts/interruptions.mjs [--runs N --looks N --seed S]`.

import { runProgram } from './differential.mjs';

const program = { entry: 'test/interruption/main.ts', outfile: 'build/interruption/main.mjs', needsOracle: false, needsSolver: true };
process.exitCode = await runProgram(program, process.argv.slice(2));
