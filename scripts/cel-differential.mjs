// Compares our CEL engine with the reference on generated expressions: `npm run cel:differential [-- --seed S --cases N
// ...]`. test/cel/corpus/main.ts describes the options.
// With `--if-possible` it prints what it skips on a machine without Go, and succeeds.

import { runProgram } from './differential.mjs';

/**
 * Runs a program of test/cel/, named by its path there.
 * @param {string} program
 * @param {readonly string[]} args
 * @param {{ needsOracle: boolean }} options
 * @returns {Promise<number>}
 */
export function runCelProgram(program, args, { needsOracle }) {
  return runProgram({ entry: `test/cel/${program}.ts`, outfile: `build/cel/${program}.mjs`, needsOracle, needsSolver: false }, args);
}

if (process.argv[1] === import.meta.filename) {
  try {
    process.exitCode = await runCelProgram('corpus/main', process.argv.slice(2), { needsOracle: true });
  } catch (error) {
    console.error(`cel-differential: ${error instanceof Error ? error.message : error}`);
    process.exitCode = 1;
  }
}
