// npm run test:cluster -- [SCENARIO...] [--write-docs]: runs the scenarios against a real control plane, which it builds when it is
// not there, and compares what the scheduler did with what this library answers.

import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
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

const LIBRARY = join(import.meta.dirname, '../../../dist/index.node.js');

/**
 * Runs one scenario on a control plane that holds nothing yet.
 * @param {Scenario} scenario
 * @param {ControlPlane} plane
 * @param {Replay} replay
 */
async function run({ steps }, plane, replay) {
  for (const step of steps) {
    for (const claim of await perform(step, plane.api)) replay.allocatedBefore(claim);
    // The steps before a pod ask nothing yet.
    if (step.kind === 'apply' && !step.objects.some(({ kind }) => kind === 'Pod')) continue;
    const missedIn = (/** @type {Picture} */ picture) => (step.kind === 'expect' ? missed(step.pods, picture) : []);
    const picture = await settle(plane.api, (now) => missedIn(now).length === 0);
    replay.advance(picture, plane.attempts());
    for (const text of missedIn(picture)) replay.comparison.failures.push(`not as the scenario expects: ${text}`);
  }
}

/**
 * Does what a step says; gives the claims that it made with devices already.
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
 * Namespaces stay from scenario to scenario; everything else is new.
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
 * Sets every binding condition of the devices of a claim, as their driver would.
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
 * Lists what is not as a scenario expects.
 * @param {ReadonlyMap<string, Expectation>} expected
 * @param {Picture} picture
 */
function missed(expected, { pods }) {
  const byName = new Map(pods.map((pod) => [pod.object.metadata.name, pod]));
  return [...expected].flatMap(([name, expectation]) => {
    const pod = byName.get(name);
    if (isMet(expectation, pod)) return [];
    return [`pod ${name} should be ${JSON.stringify(expectation)}, is ${pod === undefined ? 'gone' : JSON.stringify(pod.verdict)}`];
  });
}

/**
 * @param {Expectation} expectation
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
    case 'refused':
      return verdict?.kind === 'refused' && verdict.message.includes(expectation.words);
  }
}

/**
 * Runs those scenarios that want these gates.
 * @param {readonly Scenario[]} scenarios
 * @param {Scenario['gates']} gates
 * @param {Result[]} results
 */
async function runAll(scenarios, gates, results) {
  if (scenarios.length === 0) return;
  const library = /** @type {typeof import('../../../src/index.js')} */ (await import(LIBRARY));
  const version = gates === 'default' ? { kubernetesVersion: KUBERNETES_VERSION } : {};
  const allocator = await library.createAllocator(version);
  const plane = new ControlPlane(gates);
  const interrupted = () => plane.stop().finally(() => process.exit(130));
  process.once('SIGINT', interrupted).once('SIGTERM', interrupted);
  try {
    await plane.start();
    for (const scenario of scenarios) {
      const replay = new Replay(library, allocator, { bestNode: scenario.bestNode, ...version });
      const { comparison } = replay;
      try {
        await plane.api.wipe();
        await run(scenario, plane, replay);
      } catch (error) {
        comparison.failures.push(`the run ended: ${error instanceof Error ? error.message : error}`);
      }
      const result = { scenario, comparison };
      results.push(result);
      print(result);
    }
  } finally {
    await plane.stop();
    process.off('SIGINT', interrupted).off('SIGTERM', interrupted);
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

const { values, positionals } = parseArgs({ allowPositionals: true, options: { 'write-docs': { type: 'boolean', default: false } } });
try {
  const scenarios = readScenarios(positionals);
  if (values['write-docs'] && positionals.length > 0) throw new Error('--write-docs goes with all scenarios, not with some');
  if (provide()) {
    /** @type {Result[]} */
    const results = [];
    for (const gates of /** @type {const} */ (['default', 'all'])) {
      await runAll(
        scenarios.filter((scenario) => scenario.gates === gates),
        gates,
        results,
      );
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
