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
