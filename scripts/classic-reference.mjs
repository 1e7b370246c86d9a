// Has the steps of our driver controllers done by that of Kubernetes 1.30: `npm run classic:reference [-- --seed N --count N]`;
// test/classic/reference/main.ts tells the options. With `--if-possible` it is good on a machine without Go, having said what it skipped.

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
