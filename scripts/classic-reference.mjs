// Compares our driver controllers step by step with the controller of Kubernetes 1.30: `npm run classic:reference [-- --seed N --count N]`.
// test/classic/reference/main.ts describes the options. With `--if-possible` it prints what it skips on a machine without Go, and succeeds.

import { runProgram } from './differential.mjs';
import { CLASSIC_ORACLE } from './oracle.mjs';

const program = {
  entry: 'test/classic/reference/main.ts',
  outfile: 'build/classic/reference.mjs',
  needsOracle: true,
  oracle: CLASSIC_ORACLE,
  needsSolver: true,
};
try {
  process.exitCode = await runProgram(program, process.argv.slice(2));
} catch (error) {
  console.error(`classic-reference: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
