import { describe, expect, it } from 'vitest';
import { type Cluster, createAllocator } from '../../src/index.js';
import { type Diff, diff, diffAsync } from '../../src/planning/index.js';
import { device, deviceClass, node, request, slice } from '../support/objects.js';

const allocator = await createAllocator();

const TEMPLATE = {
  apiVersion: 'resource.k8s.io/v1',
  kind: 'ResourceClaimTemplate',
  metadata: { namespace: 'default', name: 't' },
  spec: { spec: { devices: { requests: [request('r')] } } },
};
const pod = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name },
  spec: { containers: [{ name: 'c' }], resourceClaims: [{ name: 'gpu', resourceClaimTemplateName: 't' }] },
});
const devices = (count: number, more: Readonly<Record<string, unknown>> = {}) =>
  Array.from({ length: count }, (_, index) => device(`d${index}`, {}, more));
const onNode = (name: string, count: number, generation = 1, more: Readonly<Record<string, unknown>> = {}): object =>
  slice(`s-${name}-${generation}`, devices(count, more), { nodeName: name, pool: { name, generation, resourceSliceCount: 1 } });

function clusterOf(...objects: readonly object[]): Cluster {
  const cluster = allocator.cluster();
  cluster.apply([deviceClass('any'), TEMPLATE, ...objects]);
  return cluster;
}

/** A pod that runs, and its claim. */
function running(name: string, on: string, has: string, tolerations: readonly object[] = [], extra: object = {}): object[] {
  const result = { request: 'r', driver: 'd.example.com', pool: on, device: has, ...(tolerations.length > 0 ? { tolerations } : {}) };
  return [
    {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      metadata: { namespace: 'default', name: `c-${name}`, uid: `c-${name}` },
      spec: { devices: { requests: [request('r')] } },
      status: { reservedFor: [{ resource: 'pods', name, uid: `u-${name}` }], allocation: { devices: { results: [result] } } },
    },
    {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { namespace: 'default', name, uid: `u-${name}`, ...extra },
      spec: { nodeName: on, containers: [{ name: 'c' }], resourceClaims: [{ name: 'gpu', resourceClaimName: `c-${name}` }] },
      status: { phase: 'Running' },
    },
  ];
}

const changes = ({ pods }: Diff): readonly string[] => pods.map(({ name, change }) => `${name} ${change}`);

describe('a comparison', () => {
  it('finds nothing between a cluster and itself, and changes neither', () => {
    const cluster = clusterOf(node('a', {}), onNode('a', 2), pod('p'), pod('q'), pod('r'));
    const found = diff(cluster, cluster);
    expect(changes(found)).toEqual(['p same', 'q same', 'r same']);
    expect(found).toMatchObject({ kind: 'complete', pending: 1, claims: [], evictions: [], rules: [] });
    expect(diff(cluster, cluster)).toEqual(found);
  });

  it('takes a newer generation of a pool for all of it', () => {
    const cluster = clusterOf(node('a', {}), onNode('a', 3), pod('p'), pod('q'), ...running('run', 'a', 'd2'));
    const found = diff(cluster, cluster, { with: [onNode('a', 1, 2)] });
    expect(changes(found)).toEqual(['p same', 'q lost']);
    expect(found.claims).toMatchObject([{ name: 'c-run', pods: ['default/run'], change: 'changed', after: [{ code: 'device-gone' }] }]);
  });

  it('tells of pods that come with the new objects, and of those that move to another node', () => {
    const cluster = clusterOf(node('b', {}), onNode('b', 1), pod('p'));
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { name: 'j' },
      spec: { template: { spec: (pod('x') as { spec: object }).spec } },
    };
    const better = [onNode('b', 0, 2), node('a', {}), onNode('a', 2), job];
    const found = diff(cluster, cluster, { with: better });
    expect(changes(found)).toEqual(['p moved', 'j-0 new']);
    expect(found.pending).toBe(0);
  });

  it('counts the time of evictions from when the taint came, and does not let tolerations without an effect count', () => {
    const now = new Date('2026-01-01T00:10:00Z');
    const taint = { key: 'k', effect: 'NoExecute', timeAdded: '2026-01-01T00:09:00Z' };
    const forever = { operator: 'Exists', effect: 'NoExecute' };
    const cluster = clusterOf(
      node('a', {}),
      onNode('a', 5),
      ...running('at-once', 'a', 'd0'),
      ...running('soon', 'a', 'd1', [{ ...forever, tolerationSeconds: 90 }]),
      ...running('over', 'a', 'd2', [{ ...forever, tolerationSeconds: 30 }]),
      ...running('stays', 'a', 'd3', [forever]),
      ...running('no-effect', 'a', 'd4', [{ operator: 'Exists' }]),
    );
    const found = diff(cluster, cluster, { with: [onNode('a', 5, 1, { taints: [taint] })], now });
    expect(found.evictions.map(({ name, seconds, isBefore }) => [name, seconds, isBefore])).toEqual([
      ['at-once', 0, false],
      ['over', 0, false],
      ['no-effect', 0, false],
      ['soon', 30, false],
    ]);
    expect(found.claims.find(({ name }) => name === 'c-stays')?.change).toBe('same');
    const again = diff(cluster, cluster, { with: [onNode('a', 5, 1, { taints: [{ key: 'k', effect: 'NoSchedule' }] })], now });
    expect(again.evictions).toEqual([]);
    expect(again.claims.find(({ name }) => name === 'c-at-once')?.after).toMatchObject([
      { code: 'tainted', message: 'tainted k:NoSchedule' },
    ]);
  });

  it('lets the pod that an owner makes have what the evicted one left', () => {
    const owned = { ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: 'j', controller: true }] };
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { namespace: 'default', name: 'j', uid: 'j' },
      spec: { template: { spec: (pod('x') as { spec: object }).spec } },
    };
    const rule = {
      apiVersion: 'resource.k8s.io/v1beta2',
      kind: 'DeviceTaintRule',
      metadata: { name: 'rule' },
      spec: { deviceSelector: { pool: 'a', device: 'd0' }, taint: { key: 'k', value: 'v', effect: 'NoExecute' } },
    };
    const cluster = clusterOf(node('a', {}), onNode('a', 2), ...running('j-x', 'a', 'd0', [], owned));
    const found = diff(cluster, cluster, { objects: [job as never], with: [rule as never] });
    expect(found.evictions).toMatchObject([
      {
        name: 'j-x',
        owner: 'Job default/j',
        taints: [{ key: 'k', value: 'v', rule: 'rule', device: 'd0' }],
        again: { pod: 'default/j-0', placed: { kind: 'placed', node: 'a', devices: [{ device: 'd1' }] } },
      },
    ]);
    expect(found.rules).toEqual([
      { rule: 'rule', status: 'True', reason: 'PodsPendingEviction', message: '1 pod needs to be evicted in 1 namespace.' },
    ]);
  });

  it('names the pod in place of one that a taint of its node evicts, and its owner', () => {
    const owned = { ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'j', uid: 'j', controller: true }] };
    const job = {
      apiVersion: 'batch/v1',
      kind: 'Job',
      metadata: { namespace: 'default', name: 'j', uid: 'j' },
      spec: { template: { spec: (pod('x') as { spec: object }).spec } },
    };
    const parts = [node('a', {}), node('b', {}), onNode('a', 1), ...running('j-x', 'a', 'd0', [], owned)];
    const tainted = { ...node('a', {}), spec: { taints: [{ key: 'k', effect: 'NoExecute' }] } };
    const placed = diff(clusterOf(...parts, onNode('b', 1)), clusterOf(...parts, onNode('b', 1)), {
      objects: [job as never],
      with: [tainted as never],
    });
    expect(placed.evictions).toMatchObject([
      { name: 'j-x', owner: 'Job default/j', again: { pod: 'default/j-0', placed: { kind: 'placed', node: 'b' } } },
    ]);
    const pending = diff(clusterOf(...parts), clusterOf(...parts), { objects: [job as never], with: [tainted as never] });
    expect(pending.evictions).toMatchObject([{ name: 'j-x', again: { pod: 'default/j-0', placed: { kind: 'pending' } } }]);
    expect(pending).toMatchObject({ pending: 1 });
  });

  it('takes clusters of two allocators for two releases', async () => {
    const [old, next] = await Promise.all(['1.34', '1.37'].map((kubernetesVersion) => createAllocator({ kubernetesVersion })));
    const objects = [
      deviceClass('any'),
      TEMPLATE,
      node('a', {}),
      onNode('a', 1, 1, { taints: [{ key: 'k', effect: 'NoSchedule' }] }),
      pod('p'),
    ];
    const [before, after] = [old, next].map((each) => {
      const cluster = (each as typeof allocator).cluster();
      cluster.apply(objects as never);
      return cluster;
    });
    expect(changes(diff(before as Cluster, after as Cluster))).toEqual(['p lost']);
  });

  it('yields, ends at its limits and rejects what is wrong', async () => {
    const cluster = clusterOf(node('a', {}), onNode('a', 2), pod('p'), pod('q'), pod('r'));
    expect(await diffAsync(cluster, cluster)).toEqual(diff(cluster, cluster));
    expect(diff(cluster, cluster, { limits: { milliseconds: 0 } })).toMatchObject({ kind: 'interrupted', by: 'milliseconds' });
    const signal = AbortSignal.abort();
    expect(await diffAsync(cluster, cluster, { limits: { signal } })).toMatchObject({ kind: 'interrupted', by: 'signal' });
    expect(() => diff(cluster, cluster, { with: 3 as never })).toThrow('with: expected a list of objects');
    expect(() => diff(cluster, cluster, { with: [{ kind: 'Node', metadata: {} }] as never })).toThrow(/with\[0\]/);
    expect(() => diff(cluster, cluster, { other: [] } as never)).toThrow(/other/);
  });
});
