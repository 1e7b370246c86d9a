// Rewrites the reference's stored answers, or with `--check` fails if they differ: `npm run vectors [--
// --check]`. test/differential/vectors.ts lists the questions.
// With `--if-possible` it prints what it skips on a machine without Go, and succeeds.

import { runBesideOracle } from './differential.mjs';

try {
  process.exitCode = await runBesideOracle('vectors', process.argv.slice(2));
} catch (error) {
  console.error(`vectors: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
