// Things that would never end: pods that end or are evicted at once and come again.

import { describe, expect, it } from 'vitest';
import { type Cluster, createAllocator } from '../../src/index.js';
import { type EventJson, type Report, simulate } from '../../src/planning/index.js';
import { device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

const template = (tolerations: readonly object[] = []): object => ({
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'default', name: 't' },
  spec: { spec: { devices: { requests: [request('r', { tolerations })] } } },
});

function clusterOf(...objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  const devices = [device('d0', {}), device('d1', {})];
  cluster.apply([deviceClass('any'), node('a', {}), slice('s', devices, { nodeName: 'a', pool: { name: 'a' } }), ...objects]);
  return cluster;
}

const POD_SPEC = { containers: [{ name: 'c' }], resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }] };
const owner = (kind: string, spec: object, more: object = {}): object => ({
  apiVersion: kind === 'Job' ? 'batch/v1' : 'apps/v1',
  kind,
  metadata: { name: 'o' },
  spec: { template: { spec: { ...POD_SPEC, ...more } }, ...spec },
});

const play = (cluster: Cluster, trace: readonly EventJson[]): Report => simulate(cluster, { trace, limits: { milliseconds: 10_000 } });

describe('pods that run for no time', () => {
  it.each([
    ['Deployment', { replicas: 2 }],
    ['Job', { completions: 5, parallelism: 2 }],
    ['StatefulSet', { replicas: 2 }],
    ['DaemonSet', {}],
  ])('end, and do not come again: those of a %s', (kind, spec) => {
    const report = play(clusterOf(template()), [{ at: 1, apply: owner(kind, spec), lifetime: 0 }]);
    expect(report).toMatchObject({ kind: 'complete', seconds: 1, totals: { running: 0, pending: 0, evicted: 0 } });
    expect(report.totals.ended).toBe({ Deployment: 2, Job: 5, StatefulSet: 2, DaemonSet: 1 }[kind]);
  });

  it('end, where nobody owns them', () => {
    const pod = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p' }, spec: POD_SPEC };
    expect(play(clusterOf(template()), [{ at: 1, apply: pod, lifetime: 0 }])).toMatchObject({ kind: 'complete', totals: { ended: 1 } });
  });
});

describe('pods that run for a time', () => {
  it('do not come again: those of a DaemonSet neither', () => {
    const report = play(clusterOf(template()), [{ at: 1, apply: owner('DaemonSet', {}), lifetime: 5 }]);
    expect(report).toMatchObject({ kind: 'complete', seconds: 6, totals: { created: 1, ended: 1 } });
  });
});

describe('pods that are evicted', () => {
  it('as soon as they have a device, since the scheduler takes a toleration that the controller does not', () => {
    const taint: EventJson = {
      at: 0,
      apply: {
        apiVersion: 'resource.k8s.io/v1beta2',
        kind: 'DeviceTaintRule',
        metadata: { name: 'rule' },
        spec: { deviceSelector: { driver: 'd.example.com' }, taint: { key: 'broken', effect: 'NoExecute' } },
      },
    };
    const cluster = clusterOf(template([{ operator: 'Exists' }]));
    const events: readonly EventJson[] = [taint, { at: 1, apply: owner('Deployment', { replicas: 1 }) }];
    const cause = 'a taint of a device as soon as it was placed; its owner creates another pod later';
    const report = play(cluster, events);
    expect(report).toMatchObject({ kind: 'complete', seconds: 1, totals: { created: 1, evicted: 1, running: 0 } });
    expect(report.log.at(-1)).toMatchObject({ what: 'evicted', cause });
    // It is tried again whenever something happens, and stays when the taint is gone.
    const later = play(cluster, [...events, { at: 5, cordon: [] }, { at: 9, delete: { kind: 'DeviceTaintRule', name: 'rule' } }]);
    expect(later.totals).toMatchObject({ created: 3, evicted: 2, running: 1 });
  });

  it('as soon as they have a node, since it is tolerated for no time', () => {
    const tolerations = [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 0 }];
    const report = play(clusterOf(template()), [
      { at: 0, taint: { node: 'a', key: 'k', effect: 'NoExecute' } },
      { at: 1, apply: owner('Deployment', { replicas: 1 }, { tolerations }) },
    ]);
    expect(report).toMatchObject({ kind: 'complete', totals: { created: 1, evicted: 1, running: 0 } });
  });

  it('again and again, since they go where they were evicted', () => {
    const tolerations = [{ key: 'k', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 }];
    const events: readonly EventJson[] = [
      { at: 0, taint: { node: 'a', key: 'k', effect: 'NoExecute' } },
      { at: 1, apply: owner('Deployment', { replicas: 1 }, { tolerations }) },
    ];
    // The simulation ends when each pod was evicted once and no further event is due.
    expect(play(clusterOf(template()), events)).toMatchObject({
      kind: 'complete',
      seconds: 301,
      totals: { created: 2, evicted: 1, running: 1 },
    });
    // The simulation waits for a pod that ends later, and for the specified end.
    const pod = {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'p' },
      spec: { containers: [{ name: 'c' }], tolerations: [{ operator: 'Exists' }] },
    };
    const waiting = play(clusterOf(template()), [...events, { at: 2, apply: pod, lifetime: 1000 }]);
    expect(waiting).toMatchObject({ kind: 'complete', seconds: 1002, totals: { evicted: 3 } });
    const ended = simulate(clusterOf(template()), { trace: events, until: 1000 });
    expect(ended).toMatchObject({ kind: 'complete', seconds: 1000, totals: { evicted: 3 } });
  });
});
