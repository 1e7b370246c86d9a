import { expect, it } from 'vitest';
import type { Cluster } from '../../src/index.js';
import type { PreemptionResult } from '../../src/placement/preemption.js';
import { node } from '../support/objects.js';
import { clusterOf, pod, ROOM, TEMPLATE, WITH_CLAIM, wants } from './cluster-of-pods.js';

/** A pod on a node. */
function running(name: string, nodeName: string, spec: object, more: { metadata?: object; status?: object } = {}): object {
  const { metadata } = pod(name) as { metadata: object };
  return pod(name, { nodeName, ...spec }, { metadata: { ...metadata, uid: name, ...more.metadata }, status: more.status ?? {} });
}

function preempted(cluster: Cluster, asked: object): PreemptionResult {
  const { placement } = cluster.parts;
  return placement.preempt(placement.search(cluster.preparePod(asked as never), {}), {});
}

function inWords(result: PreemptionResult): unknown {
  if (result.kind !== 'nominated') return result.kind === 'none' ? result.message : result;
  return [result.node, ...result.victims.map(({ pod: { metadata }, violates }) => metadata.name + (violates ? ` (${violates})` : ''))];
}

const budget = (name: string, app: string, disruptionsAllowed: number): object => ({
  apiVersion: 'policy/v1',
  kind: 'PodDisruptionBudget',
  metadata: { namespace: 'ns', name },
  spec: { selector: { matchLabels: { app } }, minAvailable: 1 },
  status: { disruptionsAllowed },
});

it('names the node and the pod that make room, and keeps every pod that may stay', () => {
  const cluster = clusterOf(2);
  cluster.apply([
    running('small', 'n1', { priority: 1, ...wants('1') }),
    running('large', 'n1', { priority: 2, ...wants('3') }),
    running('above', 'n2', { priority: 9, ...wants('4') }),
  ] as never);
  const result = preempted(cluster, pod('p', { priority: 5, ...wants('2') }));
  expect(inWords(result)).toEqual(['n1', 'large']);
  expect(result).toMatchObject({ message: 'preemption: found a potential placement for pod on node n1, preempting 1 victims' });
  // The cluster is unchanged.
  expect(cluster.filter({ pod: pod('p', wants('2')) as never })).toMatchObject({ feasible: [] });
});

it('prefers the node whose budgets allow the removal, also if its pod is more important', () => {
  const cluster = clusterOf(2);
  cluster.apply([
    running('guarded', 'n1', { priority: 1, ...wants('4') }, { metadata: { labels: { app: 'a' } } }),
    running('free', 'n2', { priority: 3, ...wants('4') }, { metadata: { labels: { app: 'b' } } }),
    budget('none', 'a', 0),
    budget('one', 'b', 1),
  ] as never);
  const asked = pod('p', { priority: 5, ...wants('2') });
  expect(inWords(preempted(cluster, asked))).toEqual(['n2', 'free']);
  cluster.apply([budget('one', 'b', 0)] as never);
  expect(inWords(preempted(cluster, asked))).toEqual(['n1', 'guarded (ns/none)']);
});

it('says in the words of the scheduler why it does not help', () => {
  const cluster = clusterOf(3);
  cluster.apply([
    running('above', 'n1', { priority: 9, ...wants('3') }),
    running('below', 'n2', { priority: 1, ...wants('1') }),
    running('most', 'n2', { priority: 9, ...wants('3') }),
    { ...node('n3', {}, ROOM), spec: { unschedulable: true } },
  ] as never);
  const asked = { priority: 5, ...wants('2') };
  expect(inWords(preempted(cluster, pod('p', asked)))).toBe(
    'preemption: 0/3 nodes are available: 1 Insufficient cpu, 1 No preemption victims found for incoming pod, ' +
      '1 Preemption is not helpful for scheduling.',
  );
  expect(inWords(preempted(cluster, pod('p', { ...asked, ...wants('5') })))).toBe(
    'preemption: 0/3 nodes are available: 3 Preemption is not helpful for scheduling.',
  );
  expect(inWords(preempted(cluster, pod('p', { ...asked, preemptionPolicy: 'Never' })))).toBe(
    'preemption: not eligible due to preemptionPolicy=Never.',
  );
  expect(inWords(preempted(cluster, pod('p', { ...asked, schedulingGates: [{ name: 'g' }] })))).toBeUndefined();
});

it('waits for pods that are already being removed on the nominated node', () => {
  const cluster = clusterOf(1);
  const conditions = [{ type: 'DisruptionTarget', status: 'True', reason: 'PreemptionByScheduler' }];
  const leaving = { metadata: { deletionTimestamp: '2026-01-01T00:00:00Z' }, status: { conditions } };
  cluster.apply([running('leaving', 'n1', { priority: 1, ...wants('3') }, leaving)] as never);
  const asked = pod('p', { priority: 5, ...wants('2') }, { status: { nominatedNodeName: 'n1' } });
  expect(inWords(preempted(cluster, asked))).toBe('preemption: not eligible due to a terminating pod on the nominated node.');
});

it('does not help where devices are in use', () => {
  const cluster = clusterOf(1);
  cluster.apply([TEMPLATE] as never);
  const user = pod('user', { priority: 1, ...WITH_CLAIM });
  cluster.bind(user as never, 'n1', cluster.allocate({ pod: user as never, node: 'n1' }));
  expect(inWords(preempted(cluster, pod('p', { priority: 5, ...WITH_CLAIM })))).toBe(
    'preemption: 0/1 nodes are available: 1 Preemption is not helpful for scheduling.',
  );
  // On this node, the shortage of CPU comes first.
  cluster.apply([running('busy', 'n1', { priority: 1, ...wants('3') })] as never);
  expect(inWords(preempted(cluster, pod('p', { priority: 5, ...WITH_CLAIM, ...wants('2') })))).toBe(
    'preemption: 0/1 nodes are available: 1 cannot allocate all claims.',
  );
});

it('counts the pods of all nodes without those that are removed', () => {
  const cluster = clusterOf(2);
  const affinity = (topologyKey: string): object => ({
    affinity: {
      podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [{ labelSelector: { matchLabels: { app: 'a' } }, topologyKey }] },
    },
  });
  const labels = { metadata: { labels: { app: 'a' } } };
  cluster.apply([running('first', 'n1', { priority: 1 }, labels), running('other', 'n2', { priority: 2 }, labels)] as never);
  expect(inWords(preempted(cluster, pod('p', { priority: 5, ...affinity('kubernetes.io/hostname') })))).toEqual(['n1', 'first']);
});

it('ends with the limits of the call', () => {
  const cluster = clusterOf(1);
  cluster.apply([running('low', 'n1', { priority: 1, ...wants('3') })] as never);
  const { placement } = cluster.parts;
  const found = placement.search(cluster.preparePod(pod('p', { priority: 5, ...wants('2') }) as never), {});
  expect(placement.preempt(found, { milliseconds: 0 })).toMatchObject({ kind: 'interrupted' });
});
