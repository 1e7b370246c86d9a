// Converts the conformance tests of cel-spec to test/cel/conformance/cel-spec.json: `node scripts/cel-spec.mjs FOLDER COMMIT`.
// FOLDER is tests/simple/testdata/ of a checkout of github.com/google/cel-spec. Needs Go: the reference evaluates each test.

import { runCelProgram } from './cel-differential.mjs';

try {
  process.exitCode = await runCelProgram('conformance/convert', process.argv.slice(2), { needsOracle: true });
} catch (error) {
  console.error(`cel-spec: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
