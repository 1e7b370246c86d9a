// Packs the package, installs the tarball into an empty folder, and has every available runtime answer all stored vectors with it: `npm run test:runtimes`.
// With `-- NAME...` only the named ones run, and `--must NAME,...` names runtimes that must be available. The last line is `N passed, N failed`.

import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installedBinary, installedChromium } from './runtimes/binaries.mjs';
import { BUNDLER_NAMES, runBundled } from './runtimes/bundlers.mjs';
import { installPackage, questionsText } from './runtimes/program.mjs';
import { runPage, runPrinting, runWorkerd } from './runtimes/runners.mjs';

/** @typedef {import('./runtimes/runners.mjs').Report} Report */

/**
 * A runtime: its program, how to run it in a folder with the package, and signs that only this runtime shows.
 * @typedef {{ binary: (name: string) => string, run: (binary: string, folder: string) => Promise<Report>, isAt: (where: Record<string, unknown>) => boolean }} Runtime
 */

/** @param {string} version @returns {Runtime} */
const node = (version) => ({
  binary: installedBinary,
  run: (binary, folder) => runPrinting(binary, [], folder),
  isAt: ({ node: own, deno, bun }) => String(own).startsWith(`${version}.`) && deno === undefined && bun === undefined,
});

/** @type {Record<string, Runtime>} */
const RUNTIMES = {
  'node-20.19': node('20.19'),
  'node-22': node('22'),
  'node-24': node('24'),
  chromium: {
    binary: installedChromium,
    run: runPage,
    // The policy of the page forbids turning text into code.
    isAt: (where) =>
      / (?:Headless)?Chrome\//.test(String(where['userAgent'])) && where['hasDocument'] === true && where['runsText'] === false,
  },
  workerd: {
    binary: installedBinary,
    run: runWorkerd,
    isAt: ({ userAgent, hasWebSocketPair }) => userAgent === 'Cloudflare-Workers' && hasWebSocketPair === true,
  },
  deno: {
    binary: installedBinary,
    run: (binary, folder) => runPrinting(binary, ['run', '--no-remote', '--no-lock', '--node-modules-dir=manual', '--allow-read'], folder),
    isAt: ({ deno }) => typeof deno === 'string',
  },
  bun: {
    binary: installedBinary,
    run: (binary, folder) => runPrinting(binary, ['run', '--no-install'], folder),
    isAt: ({ bun }) => typeof bun === 'string',
  },
};

/** Runs the apps that a bundler built from the package, in this Node and in the browser. @type {(name: string) => Runtime} */
const bundled = (name) => ({
  binary: installedChromium,
  run: (_, folder) => runBundled(name, folder),
  isAt: (where) => where['node'] === process.versions.node && where['hasDocument'] === true,
});
for (const name of BUNDLER_NAMES) RUNTIMES[name] = bundled(name);

/** Runs a runtime. Returns its report, or the reason why the runtime is missing. @param {string} name @param {string} folder */
async function reportOf(name, folder) {
  const { binary, run } = /** @type {Runtime} */ (RUNTIMES[name]);
  /** @type {string} */
  let program;
  try {
    program = binary(name);
  } catch (error) {
    return { missing: /** @type {Error} */ (error).message };
  }
  try {
    return await run(program, folder);
  } catch (error) {
    return { passed: 0, failures: [/** @type {Error} */ (error).message], steps: [], where: {} };
  }
}

/**
 * Returns the faults of a report: its failures, and signs that another runtime produced it.
 * @param {string} name
 * @param {Report} report
 * @param {readonly number[]} firstSteps
 */
function faultsOf(name, { where, failures, steps }, firstSteps) {
  const faults = [...failures];
  const isAt = /** @type {Runtime} */ (RUNTIMES[name]).isAt(where);
  if (failures.length === 0 && !isAt) faults.push(`it did not run there: ${JSON.stringify(where)}`);
  if (failures.length === 0 && steps.join() !== firstSteps.join()) faults.push('other numbers of steps than the first runtime');
  return faults;
}

/** @param {readonly string[]} names @param {readonly string[]} must */
async function runAll(names, must) {
  const folder = installPackage();
  let [passed, failed] = [0, 0];
  /** @type {readonly number[] | undefined} */
  let firstSteps;
  try {
    writeFileSync(join(folder, 'questions.mjs'), await questionsText());
    for (const name of names) {
      const report = await reportOf(name, folder);
      if ('missing' in report) {
        console.log(`${name}: cannot be had here${must.includes(name) ? ', and must be' : ''}: ${report.missing}`);
        failed += must.includes(name) ? 1 : 0;
        continue;
      }
      firstSteps ??= report.failures.length === 0 ? report.steps : undefined;
      const faults = faultsOf(name, report, firstSteps ?? []);
      const { runsText, ...where } = report.where;
      const place = Object.entries(where).filter(([, value]) => value !== undefined && value !== false);
      console.log(
        `${name}: ${report.passed} passed, ${faults.length} failed; ${place.map(([key, value]) => `${key} ${value}`).join(', ')}`,
      );
      for (const fault of faults.slice(0, 10)) console.log(`  ${fault}`);
      passed += report.passed;
      failed += faults.length;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  console.log(`${passed} passed, ${failed} failed`);
  return failed === 0;
}

const { values, positionals } = parseArgs({ options: { must: { type: 'string', default: '' } }, allowPositionals: true });
const must = values.must.split(',').filter((name) => name !== '');
const names = positionals.length > 0 ? positionals : Object.keys(RUNTIMES);
const unknown = [...must, ...names].filter((name) => !Object.hasOwn(RUNTIMES, name));
if (unknown.length > 0) throw new Error(`no runtime '${unknown.join("', '")}'; there are ${Object.keys(RUNTIMES).join(', ')}`);
if (!(await runAll(names, must))) process.exitCode = 1;
