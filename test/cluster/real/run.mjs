// npm run test:cluster -- [SCENARIO...] [--write-docs] [--write-answers]: runs the scenarios on a real control plane, which it builds if it is
// missing. Compares the decisions of the scheduler with ours.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundleProgram } from '../../../scripts/program.mjs';
import { makeSolver } from '../../../scripts/solver.mjs';
import { Recorder, writeAnswers } from './answers.mjs';
import { ApiError } from './api.mjs';
import { KUBERNETES_VERSION, provide } from './build.mjs';
import { ControlPlane } from './control-plane.mjs';
import { settle } from './observe.mjs';
import { Replay } from './replay.mjs';
import { verdictOf, writePage } from './report.mjs';
import { readScenarios } from './scenario.mjs';

/** @typedef {import('./api.mjs').ApiClient} ApiClient */
/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** @typedef {import('./scenario.mjs').Scenario} Scenario */
/** @typedef {import('./scenario.mjs').Expectation} Expectation */
/** @typedef {import('./observe.mjs').Picture} Picture */
/** @typedef {import('./report.mjs').Result} Result */

const ROOT = join(import.meta.dirname, '../../..');
const LIBRARY = join(ROOT, 'dist/index.node.js');

/**
 * Runs one scenario on an empty control plane.
 * @param {Scenario} scenario
 * @param {ControlPlane} plane
 * @param {Follower} follower
 */
async function run({ steps }, plane, follower) {
  const untried = namesOfUntried(steps);
  for (const [index, step] of steps.entries()) {
    for (const claim of await perform(step, plane.api)) follower.allocatedBefore(claim);
    // The steps before the first pod need no decision.
    if (step.kind === 'apply' && !step.objects.some(({ kind }) => kind === 'Pod')) continue;
    const missedIn = (/** @type {Picture} */ picture) => (step.kind === 'expect' ? missed(step.pods, picture) : []);
    const picture = await settle(plane.api, (now) => missedIn(now).length === 0, untried);
    follower.advance(picture, plane.attempts(), index);
    for (const text of missedIn(picture)) follower.comparison.failures.push(`not as the scenario expects: ${text}`);
  }
}

/** The pods that the scheduler is not expected to try. @param {readonly import('./scenario.mjs').Step[]} steps */
function namesOfUntried(steps) {
  const expected = steps.flatMap((step) => (step.kind === 'expect' ? [...step.pods] : []));
  return new Set(expected.filter(([, { kind }]) => kind === 'untried').map(([name]) => name));
}

/**
 * Follows a scenario. For devices it calls the library at each step. For whole pods it records the answers, which are compared at the end.
 * @typedef {{ comparison: import('./replay.mjs').Comparison, allocatedBefore(claim: KubeObject): void,
 *   advance(picture: Picture, attempts: readonly string[], step: number): void }} Follower
 */

/** Records the answers about whole pods. @implements {Follower} */
class WholePods {
  /** @type {import('./replay.mjs').Comparison} */
  comparison = { placed: 0, refused: 0, differences: [], failures: [], notes: [] };
  #recorder = new Recorder();

  allocatedBefore() {}

  /**
   * @param {Picture} picture
   * @param {readonly string[]} attempts
   * @param {number} step
   */
  advance(picture, attempts, step) {
    this.#recorder.advance(step, picture, attempts);
  }

  get rounds() {
    return this.#recorder.rounds;
  }
}

/**
 * Performs a step. Returns the claims that it created with devices.
 * @param {import('./scenario.mjs').Step} step
 * @param {ApiClient} api
 * @returns {Promise<KubeObject[]>}
 */
async function perform(step, api) {
  switch (step.kind) {
    case 'apply': {
      /** @type {KubeObject[]} */
      const stored = [];
      for (const object of step.objects) stored.push(...(await create(api, object)));
      return stored.filter(({ kind, status }) => kind === 'ResourceClaim' && status?.allocation !== undefined);
    }
    case 'update':
      await api.replace(step.object);
      return [];
    case 'delete':
      await api.delete(step.object);
      return [];
    case 'confirm':
      await confirm(api, step.claim);
      return [];
    case 'expect':
      return [];
  }
}

/**
 * Creates an object. Namespaces stay from scenario to scenario, all other objects are new.
 * @param {ApiClient} api
 * @param {KubeObject} object
 */
async function create(api, object) {
  try {
    return [await api.create(object)];
  } catch (error) {
    if (object.kind === 'Namespace' && error instanceof ApiError && error.status === 409) return [];
    throw error;
  }
}

/**
 * Sets every binding condition of the devices of a claim, as their driver would do.
 * @param {ApiClient} api
 * @param {Pick<KubeObject, 'metadata'>} claim
 */
async function confirm(api, { metadata }) {
  const stored = (await api.list('ResourceClaim')).find(
    (claim) => claim.metadata.name === metadata.name && claim.metadata.namespace === metadata.namespace,
  );
  if (stored === undefined) throw new Error(`there is no claim ${metadata.name} to confirm`);
  const now = new Date().toISOString();
  const devices = (stored.status?.allocation?.devices?.results ?? []).map(
    (/** @type {any} */ { driver, pool, device, shareID, bindingConditions = [] }) => ({
      ...{ driver, pool, device, shareID },
      conditions: bindingConditions.map((/** @type {string} */ type) => ({
        type,
        status: 'True',
        reason: 'Attached',
        message: '',
        lastTransitionTime: now,
      })),
    }),
  );
  await api.replaceStatus({ ...stored, status: { ...stored.status, devices } });
}

/**
 * Lists the unmet expectations of a scenario.
 * @param {ReadonlyMap<string, Expectation>} expected
 * @param {Picture} picture
 */
function missed(expected, { pods }) {
  const byName = new Map(pods.map((pod) => [pod.object.metadata.name, pod]));
  return [...expected].flatMap(([name, expectation]) => {
    if (expectation.kind === 'counts') return missedCounts(name, expectation, pods);
    const pod = byName.get(name);
    if (isMet(expectation, pod)) return [];
    return [`pod ${name} should be ${JSON.stringify(expectation)}, is ${pod === undefined ? 'gone' : JSON.stringify(pod.verdict)}`];
  });
}

/**
 * @param {string} pattern the prefix of the names of the pods, and a star
 * @param {Extract<Expectation, { kind: 'counts' }>} expectation
 * @param {Picture['pods']} pods
 */
function missedCounts(pattern, expectation, pods) {
  const made = pods.filter(({ object }) => object.metadata.name.startsWith(pattern.slice(0, -1)));
  const count = (/** @type {'placed' | 'refused'} */ kind) => made.filter(({ verdict }) => verdict?.kind === kind).length;
  const [placed, refused] = [count('placed'), count('refused')];
  if (placed === expectation.placed && refused === expectation.refused) return [];
  return [
    `of pods ${pattern} there should be ${expectation.placed} placed and ${expectation.refused} refused, are ${placed} and ${refused}`,
  ];
}

/**
 * @param {Exclude<Expectation, { kind: 'counts' }>} expectation
 * @param {import('./observe.mjs').ObservedPod | undefined} pod
 */
function isMet(expectation, pod) {
  const verdict = pod?.verdict;
  switch (expectation.kind) {
    case 'gone':
      return pod === undefined;
    case 'waiting':
      return verdict?.kind === 'waiting';
    case 'placed':
      return verdict?.kind === 'placed' && (expectation.node === undefined || verdict.node === expectation.node);
    case 'untried':
      return pod !== undefined && verdict === undefined;
    case 'refused':
      return verdict?.kind === 'refused' && verdict.message.includes(expectation.words);
  }
}

/**
 * The answers of the scenarios without failures.
 * @param {ReadonlyMap<string, import('./answers.mjs').Round[]>} answers
 * @param {readonly Result[]} results
 */
function withoutFailures(answers, results) {
  const good = results.filter(({ comparison }) => comparison.failures.length === 0).map(({ scenario }) => scenario.name);
  return new Map([...answers].filter(([name]) => good.includes(name)));
}

/** Ends the process after an interruption. Then no further scenario is started. @type {Promise<unknown> | undefined} */
let ending;

/** The number of control planes that run scenarios at the same time. Most of the time is spent waiting. */
const AT_ONCE = 2;

/**
 * Compares answers with the decisions of the current sources, which need not be built before.
 * @param {readonly Scenario[]} scenarios
 * @param {ReadonlyMap<string, readonly import('./answers.mjs').Round[]>} answers
 */
async function compareWholePods(scenarios, answers) {
  const program = join(ROOT, 'build/cluster/compare.mjs');
  await makeSolver({ ifStale: true });
  await bundleProgram('test/cluster/real/compare.ts', program, { packages: 'external' });
  const { compareAll } = /** @type {typeof import('./compare.js')} */ (await import(program));
  return compareAll(scenarios, answers);
}

/**
 * Runs the scenarios with these feature gates.
 * @param {readonly Scenario[]} scenarios
 * @param {Scenario['gates']} gates
 * @param {Result[]} results
 * @param {Map<string, import('./answers.mjs').Round[]>} answers receives the answers of scenarios about whole pods
 */
async function runAll(scenarios, gates, results, answers) {
  if (scenarios.length === 0) return;
  const library = /** @type {typeof import('../../../src/index.js')} */ (await import(LIBRARY));
  const version = gates === 'default' ? { kubernetesVersion: KUBERNETES_VERSION } : {};
  const allocator = await library.createAllocator(version);
  const planes = Array.from({ length: AT_ONCE }, () => new ControlPlane(gates));
  const stop = () => Promise.all(planes.map((plane) => plane.stop()));
  const interrupted = () => {
    ending ??= stop().finally(() => process.exit(130));
  };
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  const left = [...scenarios];
  const work = async (/** @type {ControlPlane} */ plane) => {
    await plane.start();
    for (let scenario = left.shift(); scenario !== undefined && ending === undefined; scenario = left.shift()) {
      const follower = scenario.wholePods ? new WholePods() : new Replay(library, allocator, { bestNode: scenario.bestNode, ...version });
      await follow(scenario, plane, follower);
      const result = { scenario, comparison: follower.comparison };
      results.push(result);
      if (follower instanceof WholePods) answers.set(scenario.name, follower.rounds);
      else print(result);
    }
  };
  try {
    await Promise.all(planes.map(work));
  } finally {
    await ending;
    await stop();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
  }
}

/**
 * Runs a scenario on a control plane after deleting the objects of the previous scenario.
 * @param {Scenario} scenario
 * @param {ControlPlane} plane
 * @param {Follower} follower
 */
async function follow(scenario, plane, follower) {
  try {
    await plane.api.wipe();
    await run(scenario, plane, follower);
  } catch (error) {
    follower.comparison.failures.push(`the run ended: ${error instanceof Error ? error.message : error}`);
  }
}

/** @param {Result} result */
function print(result) {
  const { name, gates, differs } = result.scenario;
  const { placed, refused, differences, failures, notes } = result.comparison;
  const verdict = verdictOf(result);
  console.log(`${verdict}: ${name} (${gates} gates), ${placed} placed, ${refused} refused`);
  if (verdict === 'agreed') return;
  if (differs !== undefined) console.log(`  ${verdict === 'differs' ? 'does not differ as it is said to: ' : ''}${differs}`);
  if (verdict === 'differs') for (const text of [...failures, ...differences, ...notes]) console.log(`  ${text}`);
}

const FLAG = /** @type {const} */ ({ type: 'boolean', default: false });
const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'write-docs': FLAG, 'write-answers': FLAG } });
try {
  const scenarios = readScenarios(positionals);
  if (values['write-docs'] && positionals.length > 0) throw new Error('--write-docs goes with all scenarios, not with some');
  if (provide()) {
    /** @type {Result[]} */
    const results = [];
    const answers = new Map();
    for (const gates of /** @type {const} */ (['default', 'all'])) {
      await runAll(
        scenarios.filter((scenario) => scenario.gates === gates),
        gates,
        results,
        answers,
      );
    }
    if (values['write-answers']) writeAnswers(withoutFailures(answers, results), readScenarios());
    results.sort((a, b) => (a.scenario.name < b.scenario.name ? -1 : 1));
    for (const [name, { placed, refused, differences }] of await compareWholePods(scenarios, answers)) {
      const result = results.find(({ scenario }) => scenario.name === name);
      if (result === undefined) continue;
      Object.assign(result.comparison, { placed, refused, differences });
      print(result);
    }
    const wrong = results.filter((result) => verdictOf(result) === 'differs').length;
    console.log(`${results.length} scenarios, ${wrong} differ without a known reason`);
    const etcd = /etcd Version: (\S+)/.exec(execFileSync('etcd', ['--version'], { encoding: 'utf8' }))?.[1] ?? 'unknown';
    if (values['write-docs']) writePage(results, { kubernetes: KUBERNETES_VERSION, etcd, node: process.versions.node });
    if (wrong > 0) process.exitCode = 1;
  } else {
    process.exitCode = 1;
  }
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
