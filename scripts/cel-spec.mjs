// Makes test/cel/conformance/cel-spec.json of the conformance tests of cel-spec: `node scripts/cel-spec.mjs FOLDER COMMIT`, the folder
// being tests/simple/testdata/ of a checkout of github.com/google/cel-spec. Needs Go: the reference is queried each.

import { runCelProgram } from './cel-differential.mjs';

try {
  process.exitCode = await runCelProgram('conformance/convert', process.argv.slice(2), { needsOracle: true });
} catch (error) {
  console.error(`cel-spec: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
