// Prints `PASSED FAILED` of the last test run, from the report that vitest writes. A file that does not load counts as one failure.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './fresh.mjs';

const report = JSON.parse(readFileSync(join(root, 'build/test-report.json'), 'utf8'));
const unloaded = report.testResults.filter(
  (/** @type {{ status: string, assertionResults: readonly { status: string }[] }} */ { status, assertionResults }) =>
    status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
);
console.log(`${report.numPassedTests} ${report.numFailedTests + unloaded.length}`);
