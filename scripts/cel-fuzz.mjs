// Feeds hostile texts to our CEL engine: `node scripts/cel-fuzz.mjs [--seed S --cases N]`. test/cel/corpus/fuzz.ts describes the requirements.

import { runCelProgram } from './cel-differential.mjs';

try {
  process.exitCode = await runCelProgram('corpus/fuzz', process.argv.slice(2), { needsOracle: false });
} catch (error) {
  console.error(`cel-fuzz: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
