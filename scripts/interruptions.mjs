// Interrupts every public call that accepts limits at looks at the clock, at the signal and at requests for memory: `node scripts/interruptions.mjs [--runs N --looks N --seed S]`.

import { runProgram } from './differential.mjs';

const program = { entry: 'test/interruption/main.ts', outfile: 'build/interruption/main.mjs', needsOracle: false, needsSolver: true };
process.exitCode = await runProgram(program, process.argv.slice(2));
