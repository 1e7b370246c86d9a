// The work before pods are placed, such as decoding and making the pods of owners, ends at the limits of the call and yields, too. The clock goes on by a
// millisecond with each check it, so that the tests count work and measure no time.

import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, onTestFinished, vi } from 'vitest';
import { decodeObjects } from '../../src/core/api/objects.js';
import { LayeredMap } from '../../src/core/base/layered-map.js';
import { type Cluster, createAllocator } from '../../src/index.js';
import * as simulations from '../../src/planning/index.js';
import { Owners } from '../../src/planning/owners.js';
import { Pods } from '../../src/planning/pods.js';
import { node } from '../support/objects.js';

const allocator = await createAllocator();

/** More entries than a call can process within the limit. */
const MANY = 20_000;
const MILLISECONDS = 50;
/** The units of a checkpoint between two clock checks. */
const MOST_BETWEEN_LOOKS = 64;
/** The most pods that are made between two turns: a turn is 4 ms, and each pod needs at least one check. */
const MOST_IN_A_TURN = 4;

const SPEC = { containers: [{ name: 'c', image: 'c' }] };
const template = { metadata: { labels: { app: 'a' } }, spec: SPEC };
const deployment = (name: string, replicas: number): object => ({
  apiVersion: 'apps/v1',
  kind: 'Deployment',
  metadata: { name },
  spec: { replicas, selector: { matchLabels: { app: 'a' } }, template },
});
const leaderWorkerSet = (replicas: number, size: number): object => ({
  apiVersion: 'leaderworkerset.x-k8s.io/v1',
  kind: 'LeaderWorkerSet',
  metadata: { name: 'l' },
  spec: { replicas, leaderWorkerTemplate: { size, workerTemplate: template } },
});

function clusterOf(...objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([node('a', {}), ...objects]);
  return cluster;
}

/** Pods that count each time that they are read. */
function countedPods(): { readonly pods: readonly object[]; readonly read: () => number } {
  const read = new Set<number>();
  const pods = Array.from({ length: MANY }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `p${index}` },
    get spec() {
      read.add(index);
      return SPEC;
    },
  }));
  return { pods, read: () => read.size };
}

/** Counts the entries that are listed of forked maps. */
function countListed(): () => number {
  const { values } = LayeredMap.prototype;
  let listed = 0;
  vi.spyOn(LayeredMap.prototype, 'values').mockImplementation(function* (this: LayeredMap<unknown>) {
    for (const value of values.call(this)) {
      listed++;
      yield value;
    }
  });
  return () => listed;
}

function tick(step = 1): void {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += step));
  onTestFinished(() => void vi.restoreAllMocks());
}

interface Limits {
  readonly milliseconds?: number;
}
type Call = (objects: readonly object[], limits: Limits) => { readonly kind: string };
type AsyncCall = (cluster: Cluster, objects: readonly object[]) => Promise<unknown>;

const SHAPE = { node: node('t', {}) } as never;
const CALLS: Readonly<Record<string, Call>> = {
  simulate: (objects, limits) => simulations.simulate(clusterOf(), { objects: objects as never, limits }),
  'simulate, in a trace': (apply, limits) => simulations.simulate(clusterOf(), { trace: [{ at: 0, apply: apply as never }], limits }),
  'simulate, in many events': (objects, limits) =>
    simulations.simulate(clusterOf(), { trace: objects.map((apply, at) => ({ at, apply: apply as never })), limits }),
  diff: (objects, limits) => simulations.diff(clusterOf(), clusterOf(), { objects: objects as never, limits }),
  'diff, of what one side has more': (more, limits) => simulations.diff(clusterOf(), clusterOf(), { with: more as never, limits }),
  nodesNeeded: (objects, limits) => simulations.nodesNeeded(clusterOf(), { template: SHAPE, objects: objects as never, limits }),
};

it.each(Object.entries(CALLS))('%s decodes no longer than its limit', (_, call) => {
  const { pods, read } = countedPods();
  tick();
  expect(call(pods, { milliseconds: MILLISECONDS }).kind).toBe('interrupted');
  expect(read()).toBeLessThanOrEqual(MILLISECONDS * MOST_BETWEEN_LOOKS);
});

it('fit decodes no longer than its limit', () => {
  const { pods, read } = countedPods();
  const cluster = clusterOf();
  tick();
  const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: SPEC };
  const limits = { milliseconds: MILLISECONDS };
  expect(simulations.fit(cluster, { pod, objects: pods as never, limits })).toMatchObject({
    kind: 'interrupted',
    by: 'milliseconds',
    count: 0,
  });
  expect(read()).toBeLessThanOrEqual(MILLISECONDS * MOST_BETWEEN_LOOKS);
});

const OWNERS = {
  'a Deployment of 199,999 replicas': [deployment('web', 199_999)],
  'a LeaderWorkerSet of 400 times 500 pods': [leaderWorkerSet(400, 499)],
  '1,000 Deployments': Array.from({ length: 1000 }, (_, index) => deployment(`web-${index}`, 1)),
};

it.each(
  Object.entries(CALLS).flatMap(([name, call]) => Object.entries(OWNERS).map(([what, objects]) => [name, what, call, objects] as const)),
)('%s makes no more pods of %s than its limit lets it', (_, __, call, objects) => {
  const create = vi.spyOn(Pods.prototype, 'create');
  tick();
  expect(call(objects, { milliseconds: MILLISECONDS }).kind).toBe('interrupted');
  expect(create.mock.calls.length).toBeLessThanOrEqual(MILLISECONDS);
});

it('the pods of a cluster are taken over no longer than the limit', () => {
  const pods = Array.from({ length: 2000 }, (_, index) => ({
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { name: `p${index}` },
    spec: { ...SPEC, nodeName: 'a' },
  }));
  const cluster = clusterOf(...pods);
  const create = vi.spyOn(Pods.prototype, 'create');
  const listed = countListed();
  tick();
  expect(simulations.simulate(cluster, { limits: { milliseconds: MILLISECONDS } }).kind).toBe('interrupted');
  expect(create.mock.calls.length).toBeLessThanOrEqual(MILLISECONDS);
  expect(listed()).toBeLessThanOrEqual(2 * MILLISECONDS);
});

it('pods with equal specs keep the text of these once', () => {
  setFlagsFromString('--expose-gc');
  const gc = runInNewContext('gc') as () => void;
  const schedulerName = 'x'.repeat(10_000);
  const given = Array.from({ length: 5000 }, (_, index) => ({
    value: { apiVersion: 'v1', kind: 'Pod', metadata: { name: `p${index}` }, spec: { ...SPEC, schedulerName } },
  }));
  const { pods } = decodeObjects(given);
  gc();
  const before = process.memoryUsage().heapUsed;
  const made = new Pods(true);
  for (const pod of pods) made.create({ pod, priority: 0 }, 0);
  gc();
  // 50 MB, if each pod had a text.
  expect((process.memoryUsage().heapUsed - before) / 1e6).toBeLessThan(20);
  expect(made.size).toBe(pods.length);
});

it('a load of 200,000 arrivals is expanded no longer than the limit', () => {
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: SPEC };
  const load = { count: 200_000, arrivals: { every: '1s' }, templates: [{ object }] };
  const looks = vi.fn();
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    looks();
    return now++;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  const { kind, totals } = simulations.simulate(clusterOf(), { load, limits: { milliseconds: MILLISECONDS } });
  expect([kind, totals.created]).toEqual(['interrupted', 0]);
  expect(looks.mock.calls.length).toBeLessThanOrEqual(2 * MILLISECONDS);
});

const ASYNC_CALLS: Readonly<Record<string, AsyncCall>> = {
  simulateAsync: (cluster, objects) => simulations.simulateAsync(cluster, { objects: objects as never }),
  diffAsync: (cluster, objects) => simulations.diffAsync(cluster, cluster, { objects: objects as never }),
  nodesNeededAsync: (cluster, objects) => simulations.nodesNeededAsync(cluster, { template: SHAPE, objects: objects as never, most: 1 }),
};

it.each(Object.entries(ASYNC_CALLS))('%s yields while it makes the pods of owners', async (_, call) => {
  const cluster = clusterOf();
  const create = vi.spyOn(Pods.prototype, 'create');
  const yieldNow = vi.spyOn(cluster.parts.runtime, 'yieldNow');
  let [longest, before] = [0, 0];
  yieldNow.mockImplementation(async () => {
    longest = Math.max(longest, create.mock.calls.length - before);
    before = create.mock.calls.length;
  });
  tick();
  await call(cluster, [deployment('web', 200)]);
  expect(create.mock.calls.length).toBeGreaterThanOrEqual(200);
  expect(longest).toBeLessThanOrEqual(MOST_IN_A_TURN);
});

it('a pod is made in one turn, and added to its owner in another: maps of both double at the same pod', async () => {
  const cluster = clusterOf();
  const steps: string[] = [];
  const { create } = Pods.prototype;
  vi.spyOn(Pods.prototype, 'create').mockImplementation(function (this: Pods, ...given) {
    steps.push('make');
    return create.call(this, ...given);
  });
  const { add } = Owners.prototype;
  vi.spyOn(Owners.prototype, 'add').mockImplementation(function (this: Owners, ...given) {
    steps.push('add');
    add.call(this, ...given);
  });
  vi.spyOn(cluster.parts.runtime, 'yieldNow').mockImplementation(async () => void steps.push('turn'));
  tick(5);
  await simulations.simulateAsync(cluster, { objects: [deployment('web', 3)] as never });
  expect(steps.slice(steps.indexOf('make'), steps.lastIndexOf('add') + 1).join(' ')).toMatch(
    /^make( turn)+ add(( turn)+ make( turn)+ add){2}$/,
  );
});

it.each([
  ['one owner', [deployment('web', 200_001)], 'Deployment web, the simulation has 200001'],
  ['several owners', [deployment('web', 150_000), deployment('api', 150_000)], 'Deployment api, the simulation has 300000'],
  ['a product of numbers', [leaderWorkerSet(100_000, 100_000)], 'LeaderWorkerSet l, the simulation has 2147'],
])('more pods of %s than a simulation has are counted before any is made', (_, objects, message) => {
  const create = vi.spyOn(Pods.prototype, 'create');
  onTestFinished(() => void vi.restoreAllMocks());
  for (const call of [CALLS['simulate'], CALLS['diff'], CALLS['nodesNeeded']] as readonly Call[])
    expect(() => call(objects, {})).toThrow(
      expect.objectContaining({ code: 'input-too-large', message: expect.stringContaining(message) }),
    );
  expect(create).not.toHaveBeenCalled();
});

it('loads that are too large together are not expanded', () => {
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: SPEC };
  const load = { count: 150_000, arrivals: { every: 0 }, templates: [{ object }] };
  const read = vi.fn(() => 150_000);
  const loads = [
    load,
    load,
    ...Array.from({ length: 3 }, () => ({
      ...load,
      get count() {
        return read();
      },
    })),
  ];
  expect(() => simulations.simulate(clusterOf(), { load: loads })).toThrow('more than 200000 events');
  expect(read).not.toHaveBeenCalled();
});
