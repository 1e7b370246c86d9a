// npm run test:cluster:traces -- [TRACE...] [--write-answers] [--write-docs]: plays the traces on a real control plane. Compares the nodes of pods
// after each time with the result of `simulate`.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleProgram } from '../../../scripts/program.mjs';
import { makeSolver } from '../../../scripts/solver.mjs';
import { KUBERNETES_VERSION, provide } from './build.mjs';
import { ControlPlane } from './control-plane.mjs';
import { playTrace, TRACE_CONTROLLERS } from './play-trace.mjs';
import { readTraces } from './trace.mjs';
import { writeTracePage } from './trace-report.mjs';

/** @typedef {import('./trace.mjs').Trace} Trace */
/** @typedef {import('./trace.mjs').State} State */

const ROOT = join(import.meta.dirname, '../../..');
const ANSWERS = join(import.meta.dirname, 'trace-answers.json');

/** The number of control planes that play traces at the same time. Most of the time is spent waiting. */
const AT_ONCE = 3;

/** Ends the process after an interruption. Then no further trace is started. @type {Promise<unknown> | undefined} */
let ending;

/**
 * Plays traces, and passes the states of each completed trace to `look`.
 * @param {readonly Trace[]} traces
 * @param {(trace: Trace, states: State[]) => Promise<void>} look
 */
async function playAll(traces, look) {
  const planes = Array.from(
    { length: Math.min(AT_ONCE, traces.length) },
    () => new ControlPlane('default', { controllers: TRACE_CONTROLLERS }),
  );
  const stop = () => Promise.all(planes.map((plane) => plane.stop()));
  const interrupted = () => {
    ending ??= stop().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const left = [...traces];
  /** @type {string[]} */
  const failed = [];
  const work = async (/** @type {ControlPlane} */ plane) => {
    await plane.start();
    for (let trace = left.shift(); trace !== undefined && ending === undefined; trace = left.shift()) {
      try {
        await plane.api.wipe();
        await look(trace, await playTrace(trace, plane.api));
      } catch (error) {
        failed.push(trace.name);
        console.log(`failed: ${trace.name}\n  ${error instanceof Error ? error.message : error}`);
      }
    }
  };
  try {
    await Promise.all(planes.map(work));
  } finally {
    await ending;
    await stop();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
  return failed;
}

/** The comparison, built from the sources. */
async function comparison() {
  const program = join(ROOT, 'build/cluster/simulated-trace.mjs');
  await makeSolver({ ifStale: true });
  await bundleProgram('test/cluster/real/simulated-trace.ts', program, { packages: 'external' });
  return /** @type {Promise<typeof import('./simulated-trace.js')>} */ (import(program));
}

/** Stores states, one in each line. States of other traces stay stored, except for traces that no longer exist. @param {ReadonlyMap<string, State[]>} played */
function writeAnswers(played) {
  const names = new Set(readTraces().map(({ name }) => name));
  const all = Object.entries({ ...JSON.parse(readFileSync(ANSWERS, 'utf8')), ...Object.fromEntries(played) })
    .filter(([name]) => names.has(name))
    .sort(([a], [b]) => (a < b ? -1 : 1));
  const texts = all.map(
    ([name, states]) =>
      `${JSON.stringify(name)}: [\n  ${states.map((/** @type {State} */ state) => JSON.stringify(state)).join(',\n  ')}\n]`,
  );
  writeFileSync(ANSWERS, `{\n${texts.join(',\n')}\n}\n`);
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { 'write-answers': { type: 'boolean', default: false }, 'write-docs': { type: 'boolean', default: false } },
});
try {
  if (values['write-docs'] && positionals.length > 0) throw new Error('--write-docs is about all traces');
  const traces = readTraces(positionals);
  if (!provide()) throw new Error('there is no control plane');
  const { differencesOf } = await comparison();
  /** @type {Map<string, State[]>} */
  const played = new Map();
  /** @type {import('./trace-report.mjs').Result[]} */
  const results = [];
  const start = Date.now();
  let wrong = 0;
  const failed = await playAll(traces, async (trace, states) => {
    played.set(trace.name, states);
    if (values['write-answers']) writeAnswers(played);
    const differences = await differencesOf(trace, states);
    const isExpected = differences.length > 0 === (trace.differs !== undefined);
    if (!isExpected) wrong++;
    const verdict = trace.differs === undefined || differences.length === 0 ? 'same' : 'differs as known';
    results.push({ trace, states, verdict: isExpected ? verdict : 'differs' });
    console.log(`${isExpected ? verdict : 'DIFFERS'}: ${trace.name}, ${states.length} times`);
    if (!isExpected)
      console.log(differences.length === 0 ? `  does not differ as it is said to: ${trace.differs}` : `  ${differences.join('\n  ')}`);
  });
  const seconds = (Date.now() - start) / 1000;
  console.log(`${traces.length} traces in ${Math.round(seconds)} s, ${wrong} differ without a known reason, ${failed.length} failed`);
  if (values['write-docs'] && failed.length === 0) {
    const etcd = /etcd Version: (\S+)/.exec(execFileSync('etcd', ['--version'], { encoding: 'utf8' }))?.[1] ?? 'unknown';
    writeTracePage(results, { kubernetes: KUBERNETES_VERSION, etcd, node: process.versions.node, seconds });
  }
  if (wrong + failed.length > 0) process.exitCode = 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
