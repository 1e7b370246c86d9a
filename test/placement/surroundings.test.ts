import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../src/index.js';
import { claim, node } from '../support/objects.js';
import { clusterOf, complete, pod, ROOM, reasons, TEMPLATE, WITH_CLAIM, wants } from './cluster-of-pods.js';

const notes = (cluster: Cluster, asked: object): readonly string[] => cluster.filter({ pod: asked }).notLookedAt;

function priorityClass(name: string, value: number): object {
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value };
}

describe('what is not considered', () => {
  it('is a LimitRange of the namespace, while it is there', () => {
    const cluster = clusterOf(1);
    const range = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l', namespace: 'ns' } };
    cluster.apply([range]);
    expect(notes(cluster, pod('p'))).toEqual(['defaults and limits of a LimitRange']);
    expect(notes(cluster, { ...pod('p'), metadata: { name: 'p' } })).toEqual([]);
    cluster.remove([range]);
    expect(notes(cluster, pod('p'))).toEqual([]);
  });

  it('is reported anew of a pod that was prepared, also where nodes changed as well', () => {
    const cluster = clusterOf(1);
    const prepared = cluster.preparePod(pod('p') as never);
    const range = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l', namespace: 'ns' } };
    expect(notes(cluster, prepared)).toEqual([]);
    cluster.apply([range]);
    expect(notes(cluster, prepared)).toEqual(['defaults and limits of a LimitRange']);
    cluster.remove([range]);
    cluster.apply([pod('other', { nodeName: 'n1' })]);
    expect(notes(cluster, prepared)).toEqual([]);
  });

  it('is preemption, where a pod with less priority runs and no node will do', () => {
    const cluster = clusterOf(1);
    cluster.apply([pod('low', { nodeName: 'n1', priority: -1 })]);
    expect(notes(cluster, pod('p', wants('9')))).toEqual(['preemption of pods with lower priority']);
    expect(notes(cluster, pod('p', wants('1')))).toEqual([]);
    cluster.remove([pod('low')]);
    expect(notes(cluster, pod('p', wants('9')))).toEqual([]);
    cluster.apply([priorityClass('high', 9), pod('zero', { nodeName: 'n1' })]);
    expect(notes(cluster, pod('p', { ...wants('9'), priorityClassName: 'high' }))).toEqual(['preemption of pods with lower priority']);
  });

  it('is room that another pod holds which is nominated for a node', () => {
    const cluster = clusterOf(1);
    const nominated = pod('first', { priority: 3 }, { status: { nominatedNodeName: 'n1' } });
    cluster.apply([nominated]);
    expect(notes(cluster, pod('p'))).toEqual(['resources reserved for pods that are nominated for a node']);
    expect(notes(cluster, pod('p', { priority: 4 }))).toEqual([]);
    cluster.remove([nominated]);
    expect(notes(cluster, pod('p'))).toEqual([]);
  });

  it('follows objects that take effect all at once', async () => {
    const cluster = clusterOf(1);
    const many = Array.from({ length: 5000 }, (_, index) => node(`m${index}`, {}, ROOM));
    const range = { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l', namespace: 'ns' } };
    await cluster.applyAsync([...many, range, pod('low', { nodeName: 'n1', priority: -1 })]);
    expect(notes(cluster, pod('p', wants('9')))).toEqual(['defaults and limits of a LimitRange', 'preemption of pods with lower priority']);
  });
});

describe('classes that are unknown', () => {
  it('are informed where there is none of the kind, and rejected where there is one', () => {
    const cluster = clusterOf(1);
    const asked = pod('p', { priorityClassName: 'high', runtimeClassName: 'kata' });
    expect(notes(cluster, asked)).toEqual([
      'runtime class kata, which the input does not have',
      'priority class high, which the input does not have',
    ]);
    cluster.apply([{ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'other' } }]);
    expect(() => cluster.filter({ pod: asked })).toThrow('pod rejected: RuntimeClass "kata" not found');
    cluster.apply([priorityClass('other', 1)]);
    expect(() => cluster.filter({ pod: asked })).toThrow('no PriorityClass with name high was found');
    const stored = { ...asked, metadata: { namespace: 'ns', name: 'p', uid: 'u' } };
    expect(complete(cluster.filter({ pod: stored })).feasible).toEqual(['n1']);
  });
});

describe('a ResourceQuota', () => {
  const quota = (used?: object): object => ({
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'q', namespace: 'ns' },
    spec: { hard: { 'count/resourceclaims.resource.k8s.io': '2' } },
    ...(used === undefined ? {} : { status: { used } }),
  });
  const refused = (cluster: Cluster, name: string): unknown => reasons(cluster.filter({ pod: pod(name, WITH_CLAIM) }));
  const FORBIDDEN =
    /^claims: resourceclaims.resource.k8s.io "c-gpu" is forbidden: exceeded quota: q, requested: .*=1, used: .*=2, limited: .*=2$/;

  function bind(cluster: Cluster, name: string): void {
    const asked = pod(name, WITH_CLAIM);
    cluster.bind(asked, 'n1', cluster.allocate({ pod: asked, node: 'n1' }));
  }

  function clusterWith(...objects: object[]): Cluster {
    const cluster = clusterOf(3);
    cluster.apply([TEMPLATE, ...objects]);
    return cluster;
  }

  it('limits the claims that pods get from templates', () => {
    const cluster = clusterWith(quota(), claim('own', []));
    expect(refused(cluster, 'a')).toEqual({});
    bind(cluster, 'a');
    expect(refused(cluster, 'c')).toEqual({ n1: [expect.stringMatching(FORBIDDEN)], n2: [expect.anything()], n3: [expect.anything()] });
    cluster.unbind(pod('a', WITH_CLAIM));
    expect(refused(cluster, 'c')).toEqual({});
    cluster.remove([quota()]);
    bind(cluster, 'a');
    expect(refused(cluster, 'c')).toMatchObject({ n1: [expect.stringMatching(/^devices/)] });
  });

  it('counts what was made since its use was written down', () => {
    const cluster = clusterWith(quota({ 'count/resourceclaims.resource.k8s.io': '1' }));
    bind(cluster, 'a');
    expect(refused(cluster, 'c')).toMatchObject({ n1: [expect.stringMatching(FORBIDDEN)] });
  });

  it('of another namespace limits nothing', () => {
    const cluster = clusterWith({ ...quota({ 'count/resourceclaims.resource.k8s.io': '2' }), metadata: { name: 'q', namespace: 'other' } });
    expect(refused(cluster, 'c')).toEqual({});
  });
});
