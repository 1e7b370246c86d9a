import { describe, expect, it } from 'vitest';
import { type Cluster, createAllocator } from '../../src/index.js';
import { type EventJson, type LoadJson, type Report, type SimulateInput, simulate, simulateAsync } from '../../src/planning/index.js';
import { device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

const TEMPLATE = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'default', name: 't' },
  spec: { spec: { devices: { requests: [request('r')] } } },
};

function withDevices(name: string, count: number): object[] {
  const devices = Array.from({ length: count }, (_, index) => device(`d${index}`, {}));
  return [node(name, {}), slice(`s-${name}`, devices, { nodeName: name, pool: { name } })];
}

function clusterOf(...objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([deviceClass('any'), TEMPLATE, ...objects]);
  return cluster;
}

const POD_SPEC = { containers: [{ name: 'c' }], resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }] };
const pod = (name: string, more: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { ...POD_SPEC, ...more },
});
const owner = (kind: string, name: string, spec: object, more: object = {}): object => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: { name },
  spec: { template: { spec: { ...POD_SPEC, ...more } }, ...spec },
});

function play(cluster: Cluster, events: readonly EventJson[], more: Omit<SimulateInput, 'trace'> = {}): Report {
  return simulate(cluster, { trace: events, ...more });
}

const lines = ({ log }: Report): readonly string[] =>
  log.map(({ at, what, pod: name, node: on }) => `${at} ${what} ${name.replace('default/', '')}${on === undefined ? '' : ` ${on}`}`);

describe('a simulation', () => {
  it('places pods as they come and end, and gives their devices to those that wait', () => {
    const report = play(clusterOf(...withDevices('a', 1)), [
      { at: 0, apply: pod('p'), lifetime: '10s' },
      { at: 1, apply: [pod('q'), pod('r')] },
      { at: 20, delete: { kind: 'Pod', name: 'q' } },
    ]);
    expect(lines(report)).toEqual([
      '0 created p',
      '0 placed p a',
      '1 created q',
      '1 created r',
      '1 pending q',
      '1 pending r',
      '10 ended p a',
      '10 placed q a',
      '20 deleted q a',
      '20 placed r a',
    ]);
    expect(report.totals).toEqual({ created: 3, placed: 3, ended: 1, deleted: 1, evicted: 0, running: 1, pending: 0 });
    expect(report.waits).toEqual({ mean: 9.333, median: 9, p95: 19, longest: 19 });
    expect(report.samples.map(({ at, placed, pending }) => [at, placed, pending])).toEqual([
      [0, 1, 0],
      [1, 1, 2],
      [10, 1, 1],
      [20, 1, 0],
    ]);
    expect(report.samples[0]?.devices).toEqual({ 'd.example.com': { inUse: 1, of: 1 } });
  });

  it('makes pods of owners again where nodes are drained, and others not', () => {
    const cluster = clusterOf(...withDevices('a', 2), ...withDevices('b', 2));
    const report = play(cluster, [
      { at: 0, apply: [owner('Deployment', 'web', { replicas: 2 }), pod('own')] },
      { at: 10, drain: 'a' },
      { at: 20, uncordon: 'a' },
    ]);
    const evicted = report.log.filter(({ what }) => what === 'evicted').length;
    expect(evicted).toBeGreaterThan(0);
    expect(report.totals).toMatchObject({
      evicted,
      created: 3 + report.log.filter(({ what, cause }) => what === 'evicted' && cause === 'its node is drained').length,
    });
    expect(report.totals.pending).toBe(0);
  });

  it('deletes a ReplicaSet with its pods, once', () => {
    const events = [
      { at: 0, apply: owner('ReplicaSet', 'web', { replicas: 1, selector: { matchLabels: { app: 'web' } } }) },
      { at: 1, delete: { kind: 'ReplicaSet', name: 'web' } },
    ];
    const cluster = clusterOf(...withDevices('a', 1));
    expect(lines(play(cluster, events))).toEqual(['0 created web-0', '0 placed web-0 a', '1 deleted web-0 a']);
    const again = { at: 2, delete: { kind: 'ReplicaSet', name: 'web' } };
    expect(() => play(cluster, [...events, again])).toThrow('the simulated cluster has no ReplicaSet default/web');
  });

  it('says the same yielding to the event loop', async () => {
    const trace: EventJson[] = [
      { at: 0, apply: owner('Deployment', 'web', { replicas: 5 }) },
      { at: 5, taint: { node: 'a', key: 'k', effect: 'NoExecute' } },
      { at: 9, scale: { kind: 'Deployment', name: 'web', replicas: 1 } },
    ];
    const cluster = clusterOf(...withDevices('a', 2), ...withDevices('b', 2));
    expect(await simulateAsync(cluster, { trace })).toEqual(simulate(cluster, { trace }));
  });

  it('takes nobody who arrives for somebody who is there under that name', () => {
    const job = owner('Job', 'p-2', { parallelism: 1, completions: 1 });
    const load: LoadJson = { count: 2, arrivals: { every: '1s', times: 'fixed' }, templates: [{ object: pod('p') as never }] };
    const jobs: LoadJson = { ...load, count: 3, templates: [{ object: owner('Job', 'p', { parallelism: 1 }) as never }] };
    const report = simulate(clusterOf(...withDevices('a', 20)), {
      trace: [{ at: 0, apply: [pod('p-0'), job] as never }],
      load: [load, { ...load, seed: 2 }, jobs],
    });
    expect(lines(report).filter((line) => line.includes('created'))).toEqual([
      '0 created p-0',
      '0 created p-2-0',
      '1 created p-0-2',
      '1 created p-0-3',
      '1 created p-0-0',
      '2 created p-1',
      '2 created p-1-2',
      '2 created p-1-0',
      '3 created p-2-2-0',
    ]);
    expect(report.totals).toMatchObject({ created: 9, placed: 9 });
  });

  it('has each load arrive at times of its own, also without seeds', () => {
    const load: LoadJson = { count: 4, arrivals: { every: '1s' }, templates: [{ object: pod('p') as never }] };
    const timesOf = (loads: readonly LoadJson[]): readonly number[] =>
      simulate(clusterOf(...withDevices('a', 20)), { load: loads })
        .log.filter(({ what }) => what === 'created')
        .map(({ at }) => at);
    expect(new Set(timesOf([load, load])).size).toBe(8);
    expect(new Set(timesOf([{ ...load, seed: 1 }, load])).size).toBe(8);
    expect(timesOf([load])).toEqual(timesOf([{ ...load, seed: 1 }]));
  });
});
