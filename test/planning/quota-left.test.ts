import { describe, expect, it } from 'vitest';
import type { KubernetesObjectJson, PodJson } from '../../src/core/api/kinds.js';
import { nodesNeeded, fit as replicasThatFit, simulate } from '../../src/planning/index.js';
import { node } from '../support/objects.js';
import { clusterOf, clusterQueue, configuration, flavor, GPU, job, localQueue, pod, queuesOf } from './kueue/support.js';

const objectsOf = (...objects: readonly object[]) => ({ objects: objects as readonly KubernetesObjectJson[] });
const running = (name: string, claims: string, more: object = {}): KubernetesObjectJson => ({
  ...pod(name, claims, { nodeName: 'n' }),
  status: { phase: 'Running' },
  ...more,
});

describe('replicas of a pod with a queue', () => {
  it('are as many as its quota has room for, which then runs out', () => {
    const found = replicasThatFit(clusterOf(8), { pod: pod('train', 'two') as PodJson, ...objectsOf(...queuesOf(5)) });
    expect([found.count, found.isAll, found.runsOut]).toEqual([
      2,
      false,
      'ClusterQueue gpus: quota of example.com/gpu in flavor default-flavor: 4 of 5 in use, 2 requested',
    ]);
    expect(found.optimum).toEqual({ atMost: 2, isExact: true, perNode: new Map([['n', 2]]) });
    expect(found).not.toHaveProperty('explanation');
  });

  it('are as many as there are devices where the quota is larger, and no more than it has room for at most', () => {
    const cluster = clusterOf(3);
    const large = replicasThatFit(cluster, { pod: pod('train', 'two') as PodJson, ...objectsOf(...queuesOf(50)) });
    expect([large.count, large.optimum?.atMost]).toEqual([1, 1]);
    expect(large.runsOut).toContain('request gpu needs 2 devices');
    expect(replicasThatFit(cluster, { pod: pod('train', 'two') as PodJson, most: 1, ...objectsOf(...queuesOf(2)) }).isAll).toBe(true);
  });

  it('leave out what pods that run have of it, also those of jobs with the label, and not what waits', () => {
    const owner = { ownerReferences: [{ apiVersion: 'batch/v1', kind: 'Job', name: 'busy', uid: '', controller: true }] };
    const ofJob = running('busy-0', 'one', { metadata: { name: 'busy-0', namespace: 'default', ...owner } });
    const cluster = clusterOf(8, running('r', 'two'), ofJob, pod('waits', 'two'));
    const given = objectsOf(...queuesOf(5), job('busy', { parallelism: 3, completions: 3 }));
    const found = replicasThatFit(cluster, { pod: pod('train', 'one') as PodJson, ...given });
    expect([found.count, found.runsOut]).toEqual([
      2,
      'ClusterQueue gpus: quota of example.com/gpu in flavor default-flavor: 5 of 5 in use, 1 requested',
    ]);
    expect(replicasThatFit(cluster, { pod: pod('train', 'one') as PodJson, ...given }).count).toBe(2);
  });

  it('say what is wrong with their queue, and are not bounded without one', () => {
    const cluster = clusterOf(4);
    const none = replicasThatFit(cluster, { pod: pod('train') as PodJson, ...objectsOf(...queuesOf(5).slice(0, 3)) });
    expect([none.count, none.runsOut]).toEqual([0, 'LocalQueue default/team does not exist']);
    const { labels: _, ...metadata } = pod('train').metadata as { labels: object; name: string };
    expect(replicasThatFit(cluster, { pod: { ...pod('train'), metadata } as PodJson, ...objectsOf(...queuesOf(1)) }).count).toBe(4);
    expect(() => replicasThatFit(cluster, { pod: pod('train') as PodJson, objects: {} as never })).toThrow(
      'objects: expected a list of objects',
    );
    expect(() => replicasThatFit(cluster, { pod: pod('train') as PodJson, ...objectsOf({ ...clusterQueue({ [GPU]: -1 }) }) })).toThrow(
      'nominalQuota',
    );
  });

  it('go to the nodes of their flavors, and have no optimum where these differ', () => {
    const cluster = clusterOf(4, node('other', { zone: 'b' }), node('n', { zone: 'a' }));
    const flavors = [flavor('in-a', { nodeLabels: { zone: 'a' } }), flavor('in-b', { nodeLabels: { zone: 'b' } })];
    const queues = [configuration(), ...flavors, clusterQueue({ [GPU]: 2 }, {}, ['in-a', 'in-b']), localQueue()];
    const found = replicasThatFit(cluster, { pod: pod('train', 'one') as PodJson, ...objectsOf(...queues) });
    // The third one is admitted with the flavor of nodes without devices, and the scheduler finds none.
    expect([found.count, [...found.perNode]]).toEqual([2, [['n', 2]]]);
    expect(found.runsOut).not.toContain('ClusterQueue');
    expect(found).not.toHaveProperty('optimum');
  });

  it('are those that a simulation admits', () => {
    for (const quota of [0, 1, 3, 4, 7, 20]) {
      for (const claims of ['one', 'two']) {
        const { count } = replicasThatFit(clusterOf(9), { pod: pod('p', claims) as PodJson, ...objectsOf(...queuesOf(quota)) });
        const pods = Array.from({ length: 12 }, (_, number) => pod(`p-${number}`, claims));
        const { totals } = simulate(clusterOf(9), objectsOf(...queuesOf(quota), ...pods));
        expect([quota, claims, count]).toEqual([quota, claims, totals.running]);
      }
    }
  });
});

describe('nodes that are needed', () => {
  it('are none for pods without quota, of which it is reported why they wait', () => {
    const template = {
      node: { apiVersion: 'v1', kind: 'Node', metadata: { name: 'large' }, status: { allocatable: { cpu: '2', pods: '9' } } },
    };
    const wants = { parallelism: 1, completions: 1, suspend: true };
    const asking = (name: string) => {
      const one = job(name, wants, '') as { spec: { template: { spec: { containers: object[] } } } };
      one.spec.template.spec.containers = [{ name: 'c', resources: { requests: { cpu: '2' } } }];
      return one;
    };
    const queues = [configuration(), flavor(), clusterQueue({ cpu: 4 }), localQueue()];
    const jobs = ['a', 'b', 'c'].map(asking);
    const full = node('n', {}, { allocatable: { cpu: '0', pods: '9' } });
    const found = nodesNeeded(clusterOf(0, full), { template, ...objectsOf(...queues, ...jobs) });
    expect([found.count, found.placements.length]).toEqual([2, 2]);
    expect(found.stillPending.map(({ count, message }) => [count, message])).toEqual([
      [1, 'ClusterQueue gpus: quota of cpu in flavor default-flavor: 4 of 4 in use, 2 requested'],
    ]);
  });
});
