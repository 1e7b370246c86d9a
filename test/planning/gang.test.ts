import { expect, it } from 'vitest';
import { type Cluster, createAllocator } from '../../src/index.js';
import { type EventJson, type Report, simulate, simulateAsync } from '../../src/planning/index.js';
import { device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();
const TEMPLATE = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'default', name: 't' },
  spec: { spec: { devices: { requests: [request('r')] } } },
};
const group = (minCount: number, name = 'g') => ({
  apiVersion: 'scheduling.k8s.io/v1beta1',
  kind: 'PodGroup',
  metadata: { namespace: 'default', name },
  spec: { schedulingPolicy: { gang: { minCount } } },
});
const pod = (name: string, more: object = {}) => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: {
    containers: [{ name: 'c' }],
    resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }],
    schedulingGroup: { podGroupName: 'g' },
    ...more,
  },
});
const plain = (name: string) => pod(name, { resourceClaims: [] });
const alone = (name: string) => pod(name, { schedulingGroup: undefined });

function clusterOf(devices: number, ...objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  const list = Array.from({ length: devices }, (_, index) => device(`d${index}`, {}));
  cluster.apply([
    deviceClass('any'),
    TEMPLATE,
    node('a', {}),
    slice('s', list, { nodeName: 'a', pool: { name: 'a' } }),
    ...objects,
  ] as never);
  return cluster;
}

const lines = ({ log }: Report): readonly string[] =>
  log.map(({ at, what, pod: name }) => `${at} ${what} ${name.replace('default/', '')}`).filter((line) => !line.includes('created'));
const events = (...list: readonly [number, object, string?][]): EventJson[] =>
  list.map(([at, apply, lifetime]) => ({ at, apply, ...(lifetime === undefined ? {} : { lifetime }) }) as EventJson);

it('holds a gang until all of its pods fit, and frees what it tried', () => {
  const trace = events([0, alone('p'), '10s'], [1, pod('g1')], [1, pod('g2')], [2, alone('q'), '20s']);
  const report = simulate(clusterOf(2, group(2)), { trace, until: 30 });
  // The gang needs both devices at once: q uses the one that is free in between.
  expect(lines(report)).toEqual([
    '0 placed p',
    '1 pending g1',
    '1 pending g2',
    '2 placed q',
    '10 ended p',
    '22 ended q',
    '22 placed g1',
    '22 placed g2',
  ]);
});

it('gives the message of the gang to pods that fit alone, and their own to the others', () => {
  const trace = events([0, pod('g1')], [0, pod('g2')], [0, pod('g3')]);
  const { stillPending, totals } = simulate(clusterOf(2, group(3)), { trace });
  expect(stillPending.map(({ pod: name, count, message }) => [name, count, message])).toEqual([
    ['default/g1', 2, 'PodGroup default/g: minCount (3) cannot be satisfied: 2 scheduled, 0 remaining'],
    ['default/g3', 1, '0/1 nodes are available: 1 cannot allocate all claims.'],
  ]);
  expect(totals.placed).toBe(0);
});

it('waits for minCount pods, and for the PodGroup', () => {
  const early = simulate(clusterOf(2), { trace: events([0, pod('g1')], [1, pod('g2')], [5, group(2)]) });
  expect(lines(early)).toEqual(['0 pending g1', '1 pending g2', '5 placed g1', '5 placed g2']);
  const few = simulate(clusterOf(2, group(2)), { trace: events([0, pod('g1')], [3, pod('g2')]) });
  expect(lines(few)).toEqual(['0 pending g1', '3 placed g1', '3 placed g2']);
  const absent = simulate(clusterOf(2), { trace: events([0, pod('g1')]) });
  expect(absent.stillPending[0]?.message).toBe('waiting for PodGroup default/g, which does not exist');
});

it('places a late pod of a running gang alone, and leaves out pods beyond minCount that do not fit', () => {
  const trace = events([0, pod('g1')], [0, pod('g2')], [0, pod('g3')], [4, pod('g4'), '9s']);
  const report = simulate(clusterOf(3, group(2)), { trace });
  expect(lines(report)).toEqual(['0 placed g1', '0 placed g2', '0 placed g3', '4 pending g4']);
});

it('holds a gang for a pod that is not queued, and fails with the error of a pod', () => {
  const messages = (cluster: Cluster, ...pods: object[]) =>
    simulate(cluster, { trace: events(...pods.map((one): [number, object] => [0, one])) }).stillPending.map(({ pod: name, message }) => [
      name.replace('default/', ''),
      message,
    ]);
  const held = "PodGroup default/g: pod default/g2 keeps the group from the scheduler's queue: ";
  expect(messages(clusterOf(3, group(1)), pod('g1'), pod('g2', { schedulingGates: [{ name: 'x' }] }))).toEqual([
    ['g1', `${held}waiting for scheduling gates: [x]`],
    ['g2', 'waiting for scheduling gates: [x]'],
  ]);
  const missing = pod('g2', { resourceClaims: [{ name: 'gpu', resourceClaimName: 'none' }] });
  const [[first, why] = [], [second, own] = []] = messages(clusterOf(3, group(1)), pod('g1'), missing);
  expect([first, why, second]).toEqual(['g1', `${held}${own}`, 'g2']);
  const failing = pod('g2', { resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 'bad' }] });
  const bad = {
    ...TEMPLATE,
    metadata: { namespace: 'default', name: 'bad' },
    spec: { spec: { devices: { requests: [request('r', { selectors: [{ cel: { expression: 'device.attributes["x"].y' } }] })] } } },
  };
  const error = messages(clusterOf(3, group(1), bad), pod('g1'), failing);
  expect(error).toEqual([
    ['g1', `PodGroup default/g: failed to schedule other pod from a pod group: ${error[1]?.[1]}`],
    ['g2', expect.stringContaining('no such key: y')],
  ]);
});

it('places each pod alone if the gate is off', async () => {
  const cluster = (await createAllocator({ featureGates: { GenericWorkload: false } })).cluster();
  cluster.apply([
    deviceClass('any'),
    TEMPLATE,
    node('a', {}),
    slice('s', [device('d0', {})], { nodeName: 'a', pool: { name: 'a' } }),
  ] as never);
  const report = simulate(cluster, { trace: events([0, group(3)], [0, plain('g1')], [0, plain('g2')]) });
  expect(lines(report)).toEqual(['0 placed g1', '0 placed g2']);
});

it('answers in turns as in one go', async () => {
  const trace = events(
    [0, alone('p'), '10s'],
    [1, pod('g1')],
    [1, pod('g2')],
    [2, pod('h1', { schedulingGroup: { podGroupName: 'h' } })],
    [12, pod('g3')],
  );
  const cluster = clusterOf(2, group(2), group(1, 'h'));
  const whole = simulate(cluster, { trace });
  expect(lines(await simulateAsync(cluster, { trace }))).toEqual(lines(whole));
});

it('is named by a result for a single pod, but not by a simulation', () => {
  const cluster = clusterOf(2, group(2));
  const words = 'the other pods of PodGroup default/g, which the scheduler places together';
  expect(cluster.filter({ pod: pod('g1') as never }).notLookedAt).toEqual([words]);
  expect(simulate(cluster, { trace: events([0, pod('g1')], [0, pod('g2')]) }).notLookedAt).toEqual([]);
});
