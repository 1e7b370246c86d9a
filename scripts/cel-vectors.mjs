// Rewrites the reference's stored answers to CEL expressions, or with `--check` fails if they differ: `node scripts/cel-vectors.mjs`.
// test/cel/corpus/vectors.ts lists the expressions. With `--if-possible` it prints what it skips on a machine without Go, and succeeds.

import { runCelProgram } from './cel-differential.mjs';

try {
  process.exitCode = await runCelProgram('corpus/vectors', process.argv.slice(2), { needsOracle: true });
} catch (error) {
  console.error(`cel-vectors: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
