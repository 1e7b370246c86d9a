import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../src/index.js';
import { claim, device, node, request, slice } from '../support/objects.js';
import { clusterOf, complete, pod, ROOM, reasons, TEMPLATE, WITH_CLAIM, wants } from './cluster-of-pods.js';

const CPUS = { cpu: { mapping: { deviceMultiplier: '2' } } };

/** Nodes of four cores, each with two devices that stand for two of them. */
function clusterWithCpus(count: number, resources: object = CPUS): Cluster {
  const cluster = clusterOf(count);
  cluster.apply([TEMPLATE]);
  for (let number = 1; number <= count; number++) {
    const own = ['d0', 'd1'].map((name) => device(name, {}, { nodeAllocatableResources: resources }));
    cluster.apply([slice(`s-n${number}`, own, { nodeName: `n${number}`, pool: { name: `n${number}` } })]);
  }
  return cluster;
}

const using = (name: string, cpu = '1'): object => {
  return pod(name, { ...WITH_CLAIM, containers: [{ name: 'c', resources: { requests: { cpu }, claims: [{ name: 'gpu' }] } }] });
};

function bind(cluster: Cluster, asked: object, name: string): void {
  cluster.bind(asked, name, cluster.allocate({ pod: asked, node: name }));
}

describe('devices that stand for resources of their node', () => {
  it('need room beside what the pod requests', async () => {
    const cluster = clusterWithCpus(2);
    cluster.apply([node('n2', {}, { allocatable: { ...ROOM.allocatable, cpu: '2' } })]);
    for (const result of [cluster.filter({ pod: using('p') }), await cluster.filterAsync({ pod: using('p') })]) {
      expect(complete(result).feasible).toEqual(['n1']);
      expect(reasons(result)).toEqual({ n2: ['insufficient-resource: Insufficient cpu'] });
      expect(result.rejections.get('n2')?.[0]?.detail).toBe('needs 3 CPUs, 2 of 2 free');
    }
    expect(cluster.allocate({ pod: using('p'), node: 'n2' })).toMatchObject({
      kind: 'rejected',
      rejections: [{ message: 'Insufficient cpu' }],
    });
    expect(cluster.filter({ pod: using('p', '2500m') }).message).toBe('0/2 nodes are available: 2 Insufficient cpu.');
  });

  it('take it once their pod is bound, and give it back', () => {
    const cluster = clusterWithCpus(1);
    bind(cluster, using('p'), 'n1');
    expect(reasons(cluster.filter({ pod: pod('q', wants('2')) }))).toEqual({ n1: ['insufficient-resource: Insufficient cpu'] });
    expect(complete(cluster.filter({ pod: pod('q', wants('1')) })).feasible).toEqual(['n1']);
    cluster.unbind(using('p'));
    expect(complete(cluster.filter({ pod: pod('q', wants('4')) })).feasible).toEqual(['n1']);
  });

  it('keep a pod from being bound where the room is gone meanwhile', () => {
    const cluster = clusterWithCpus(1);
    const outcome = cluster.allocate({ pod: using('p'), node: 'n1' });
    cluster.apply([pod('o', { ...wants('2'), nodeName: 'n1' })]);
    expect(() => cluster.bind(using('p'), 'n1', outcome)).toThrow('pod ns/p: cannot run on node n1: Insufficient cpu');
    expect(cluster.toJSON()).toMatchObject({ allocatedClaims: 0 });
  });

  it('are for one pod, unless overhead is all that they take', () => {
    const shared = claim('shared', [request('r')]);
    const sharing = (name: string): object => pod(name, { resourceClaims: [{ name: 'x', resourceClaimName: 'shared' }] });
    const cluster = clusterWithCpus(2);
    cluster.apply([shared]);
    bind(cluster, sharing('p'), 'n1');
    expect(reasons(cluster.filter({ pod: sharing('q') }))).toEqual({
      n1: ['claims: node allocatable resource claim shared has a mapped device and cannot be shared across pods'],
      n2: ['claim-elsewhere: resourceclaim not available on the node'],
    });
    const other = clusterWithCpus(1, { cpu: { overhead: { perPod: '3' } } });
    other.apply([shared]);
    bind(other, sharing('p'), 'n1');
    expect(reasons(other.filter({ pod: sharing('q') }))).toEqual({ n1: ['insufficient-resource: Insufficient cpu'] });
  });

  it('end the attempt where nobody can tell what they take', () => {
    const cluster = clusterWithCpus(1, { memory: { mapping: { capacityKey: 'size' } } });
    const { errors, feasible } = complete(cluster.filter({ pod: using('p') }));
    expect([feasible, errors.get('n1')?.code]).toEqual([[], 'node-allocatable-failed']);
    expect(() => cluster.allocate({ pod: using('p'), node: 'n1' })).toThrow('ConsumedCapacity is nil');
  });

  it('are not counted while no slice has one', () => {
    const cluster = clusterWithCpus(1);
    cluster.apply([slice('s-n1', [device('d0')], { nodeName: 'n1', pool: { name: 'n1' } })]);
    expect(complete(cluster.filter({ pod: using('p', '4') })).feasible).toEqual(['n1']);
  });

  it('are looked for in an allocation without devices, which has none', () => {
    const cluster = clusterWithCpus(1);
    const held = { ...claim('held', []), status: { allocation: {} } };
    cluster.apply([held]);
    expect(cluster.allocate({ claims: [held], node: 'n1' })).toMatchObject({ kind: 'allocated', allocations: [{ devices: {} }] });
    expect(complete(cluster.filter({ pod: pod('p', { resourceClaims: [{ name: 'x', resourceClaimName: 'held' }] }) })).feasible).toEqual([
      'n1',
    ]);
  });
});

describe('explanations of pods with such devices', () => {
  const explained = async (cluster: Cluster, asked: object) => {
    const explanation = cluster.explain({ pod: asked });
    expect(await cluster.explainAsync({ pod: asked })).toEqual(explanation);
    return Object.fromEntries(explanation.nodes.map(({ node: name, kind, text }) => [name, `${kind}: ${text}`]));
  };

  it('say where there is too little room for what the devices take', async () => {
    const cluster = clusterWithCpus(2);
    cluster.apply([node('n2', {}, { allocatable: { ...ROOM.allocatable, cpu: '2' } })]);
    expect(await explained(cluster, using('p'))).toEqual({
      n1: expect.stringMatching(/^allocated: /),
      n2: expect.stringMatching(/^unallocatable: Insufficient cpu: needs 3 CPUs, 2 of 2 free on n2: /),
    });
  });

  it('say that a claim with such a device is not shared', async () => {
    const cluster = clusterWithCpus(2);
    const sharing = (name: string): object => pod(name, { resourceClaims: [{ name: 'x', resourceClaimName: 'shared' }] });
    cluster.apply([claim('shared', [request('r')])]);
    bind(cluster, sharing('p'), 'n1');
    expect(await explained(cluster, sharing('q'))).toMatchObject({
      n1: 'unallocatable: node allocatable resource claim shared has a mapped device and cannot be shared across pods',
    });
  });

  it('have the error where nobody can tell what they take', () => {
    const { kind, error } = clusterWithCpus(1, { memory: { mapping: { capacityKey: 'size' } } }).explain({ pod: using('p') });
    expect([kind, error?.code]).toEqual(['error', 'node-allocatable-failed']);
  });
});
