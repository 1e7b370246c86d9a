// Writes the stored answers of the reference to CEL expressions anew, or with `--check` fails when they differ: `node scripts/cel-vectors.mjs`.
// test/cel/corpus/vectors.ts reports which. With `--if-possible` it is good on a machine without Go, having said what it skipped.

import { runCelProgram } from './cel-differential.mjs';

try {
  process.exitCode = await runCelProgram('corpus/vectors', process.argv.slice(2), { needsOracle: true });
} catch (error) {
  console.error(`cel-vectors: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
