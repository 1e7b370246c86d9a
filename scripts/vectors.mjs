// Writes the stored answers of the reference anew, or with `--check` fails when they differ: `npm run vectors [-- --check]`.
// test/differential/vectors.ts reports which. With `--if-possible` it is good on a machine without Go, having said what it skipped.

import { runBesideOracle } from './differential.mjs';

try {
  process.exitCode = await runBesideOracle('vectors', process.argv.slice(2));
} catch (error) {
  console.error(`vectors: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
