// npm run test:cluster:sweep: creates the Indexed Job of examples/sweep on a real control plane, with processes of this machine as its
// pods. Some of them are killed during the run. The combined results of its shards must equal the results of a single process.

import { execFile } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { loadAll } from 'js-yaml';
import { provide } from './build.mjs';
import { ControlPlane } from './control-plane.mjs';
import { PodProcesses } from './pod-processes.mjs';

/** @typedef {import('./api.mjs').KubeObject} KubeObject */
/** @typedef {import('./api.mjs').ApiClient} ApiClient */

const ROOT = join(import.meta.dirname, '../../..');
const EXAMPLE = join(ROOT, 'examples/sweep');
const run = promisify(execFile);

/** The number of pods that are killed, at the start and in the middle of the run. */
const KILLED = 3;

/** The time limit of the Job. */
const MOST_MILLISECONDS = 600_000;

/** @param {string} file @returns {KubeObject} */
function manifest(file) {
  const [object] = /** @type {any[]} */ (loadAll(readFileSync(join(EXAMPLE, file), 'utf8')));
  return { ...object, metadata: { namespace: 'default', ...object.metadata } };
}

/**
 * Creates a node with resources, and a volume for the claim: there is no kubelet and no volume controller that would create them.
 * @param {ApiClient} api
 * @param {KubeObject} claim
 */
async function surroundings(api, claim) {
  const room = { cpu: '64', memory: '256Gi', pods: '110' };
  await api.create({ apiVersion: 'v1', kind: 'Node', metadata: { name: 'node-a' }, status: { allocatable: room, capacity: room } });
  const metadata = { ...claim.metadata, annotations: { 'pv.kubernetes.io/bind-completed': 'yes' } };
  const spec = { ...claim.spec, volumeName: 'results', storageClassName: '' };
  const stored = await api.create({ ...claim, metadata, spec, status: { phase: 'Bound' } });
  const { name, namespace, uid } = stored.metadata;
  await api.create({
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: 'results' },
    spec: {
      accessModes: spec.accessModes,
      capacity: { storage: '1Gi' },
      hostPath: { path: '/results' },
      claimRef: { apiVersion: 'v1', kind: 'PersistentVolumeClaim', name, namespace, uid },
    },
    status: { phase: 'Bound' },
  });
}

/**
 * Waits for the end of the Job, and kills some of its pods.
 * @param {ApiClient} api
 * @param {KubeObject} job
 * @param {PodProcesses} pods
 */
async function follow(api, job, pods) {
  /** @type {Set<number>} */
  const killed = new Set();
  for (const end = Date.now() + MOST_MILLISECONDS; ; await sleep(50)) {
    await pods.look();
    const { status } = await api.get(job);
    const succeeded = status?.succeeded ?? 0;
    // Kills one of the first pods, and further ones when some have succeeded.
    const victim = pods.running.find(({ index }) => !killed.has(index));
    if (victim !== undefined && killed.size < KILLED && succeeded >= killed.size * 5) {
      killed.add(victim.index);
      victim.process.kill('SIGKILL');
    }
    const conditions = /** @type {{ type: string, status: string, message?: string }[]} */ (status?.conditions ?? []);
    const failed = conditions.find(({ type, status: is }) => type === 'Failed' && is === 'True');
    if (failed !== undefined) throw new Error(`the Job failed: ${failed.message}`);
    if (conditions.some(({ type, status: is }) => type === 'Complete' && is === 'True')) break;
    if (Date.now() > end) throw new Error(`the Job does not end: ${JSON.stringify(status)}`);
  }
  await pods.finish();
  return { killed, status: (await api.get(job)).status };
}

/**
 * Throws if the Job did not succeed as expected.
 * @param {{ killed: ReadonlySet<number>, status: any }} end
 * @param {number} completions
 * @param {readonly number[]} started
 */
function judge({ killed, status }, completions, started) {
  const expected = `0-${completions - 1}`;
  if (status.succeeded !== completions || status.completedIndexes !== expected)
    throw new Error(`${status.succeeded} succeeded, indices ${status.completedIndexes}; expected ${completions}, ${expected}`);
  if (killed.size !== KILLED) throw new Error(`${killed.size} pods were killed, not ${KILLED}`);
  for (const index of killed)
    if (started.filter((one) => one === index).length < 2) throw new Error(`index ${index} was killed and not run again`);
}

/**
 * @param {ControlPlane} plane
 * @param {string} folder
 */
async function main(plane, folder) {
  const results = join(folder, 'results');
  mkdirSync(results);
  mkdirSync(join(folder, 'bin'));
  chmodSync(join(ROOT, 'dist/cli.js'), 0o755);
  symlinkSync(join(ROOT, 'dist/cli.js'), join(folder, 'bin/dra-allocator'));
  const path = `${join(folder, 'bin')}:${process.env['PATH']}`;
  const [job, claim] = [manifest('job.yaml'), manifest('results.yaml')];
  const { completions } = job.spec;
  await plane.start();
  await surroundings(plane.api, claim);
  const pods = new PodProcesses(plane.api, { '/sweep': EXAMPLE, '/results': results }, path);
  try {
    await plane.api.create(job);
    const end = await follow(plane.api, job, pods);
    judge(end, completions, pods.started);
    console.log(
      `${completions} completions of ${pods.started.length} pods; killed: ${[...end.killed].map((index) => `index ${index}`).join(', ')}`,
    );
  } finally {
    pods.stop();
  }
  const command = (/** @type {readonly string[]} */ ...args) =>
    run(join(folder, 'bin/dra-allocator'), [...args, '-o', 'json'], { cwd: EXAMPLE, maxBuffer: 1 << 28 });
  const merged = await command('merge', results);
  const alone = await command('simulate', '-f', 'sweep.yaml');
  if (merged.stdout !== alone.stdout) throw new Error('the merged result is not that of one process');
  const { cells } = JSON.parse(merged.stdout);
  console.log(`merged: ${cells.length} cells, as one process gives them`);
}

if (provide()) {
  const plane = new ControlPlane('default');
  const folder = mkdtempSync(join(tmpdir(), 'sweep-job-'));
  process.once('SIGINT', () => void plane.stop().finally(() => process.exit(130)));
  try {
    await main(plane, folder);
  } catch (error) {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  } finally {
    await plane.stop();
    if (existsSync(folder)) rmSync(folder, { recursive: true });
  }
} else {
  process.exitCode = 1;
}
