// Prints `PASSED FAILED` of the last test run, from vitest's report. A file that does not load counts as one failure.
// Then it prints `failed PLACE: TEST: ERROR` for each failure, and `again PLACE: TEST: ERROR` for each test that passed only on a retry.

import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { root } from './fresh.mjs';

/** @typedef {{ fullName: string, status: string, failureMessages?: readonly string[] }} Assertion */
/** @typedef {{ name: string, status: string, message?: string, assertionResults: readonly Assertion[] }} File */

const report = JSON.parse(readFileSync(join(root, 'build/test-report.json'), 'utf8'));
const failures = report.testResults.flatMap((/** @type {File} */ { name, status, message, assertionResults }) => {
  const file = relative(root, name);
  const failed = assertionResults.filter((test) => test.status === 'failed');
  if (failed.length > 0) return failed.map((test) => lineOf(file, test));
  return status === 'failed' ? [`${file}: ${firstLine(message)}`] : [];
});
const again = report.testResults.flatMap((/** @type {File} */ { name, assertionResults }) =>
  assertionResults
    .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages ?? []).length > 0)
    .map((test) => lineOf(relative(root, name), test)),
);
console.log(`${report.numPassedTests} ${failures.length}`);
for (const failure of failures) console.log(`failed ${failure}`);
for (const test of again) console.log(`again ${test}`);

/** @param {string} file @param {Assertion} test */
function lineOf(file, { fullName, failureMessages }) {
  return `${file}: ${fullName}: ${firstLine(failureMessages?.[0])}`;
}

/** @param {string | undefined} text */
function firstLine(text) {
  return (text ?? '').split('\n', 1)[0];
}
