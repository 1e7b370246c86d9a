import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { CallEnded, Checkpoint, SliceOver } from '../../src/core/base/checkpoint.js';
import { NO_CLUSTER_SCORES } from '../../src/placement/filtered-pod.js';
import { ClusterScores } from '../../src/scheduler/scores/cluster-scores.js';
import { Counted } from '../support/counted.js';

const node = (name: string, zone: string): object => ({
  apiVersion: 'v1',
  kind: 'Node',
  metadata: { name, labels: { zone } },
  status: { allocatable: { cpu: '8', pods: '100' } },
});
const podOf = (name: string, app: string, spec: object = {}): object => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name, namespace: 'ns', labels: { app } },
  spec: { containers: [{ name: 'c', image: 'i' }], ...spec },
});
const preferring = (app: string): object => ({
  affinity: {
    podAffinity: {
      preferredDuringSchedulingIgnoredDuringExecution: [
        { weight: 100, podAffinityTerm: { topologyKey: 'zone', labelSelector: { matchLabels: { app } } } },
      ],
    },
  },
});

const PODS = 40;
const counted = new Counted();
const cluster = () => {
  const { cluster: made } = new Counted();
  const running = Array.from({ length: PODS }, (_, index) => podOf(`r${index}`, 'db', { nodeName: 'b-other' }));
  made.apply([node('a', 'a'), node('b', 'b'), node('b-other', 'b'), ...running] as never);
  return made;
};
const pod = podOf('web', 'web', preferring('db')) as never;

beforeEach(() => {
  vi.spyOn(ClusterScores.prototype, 'follow');
});
afterEach(() => {
  vi.restoreAllMocks();
});

test('scores count the pods on nodes that a call does not name', async () => {
  expect(cluster().filter({ pod, nodes: ['a', 'b'] })).toMatchObject({ best: 'b' });
  expect(await cluster().filterAsync({ pod, nodes: ['a', 'b'] })).toMatchObject({ best: 'b' });
});

test('scores count pods within the call, before its result is read', () => {
  const asked = cluster();
  const followed = vi.mocked(ClusterScores.prototype.follow);
  const result = asked.filter({ pod });
  expect(followed.mock.calls.map(([infos]) => infos.length)).toEqual([3]);
  expect(result).toMatchObject({ best: expect.stringMatching(/^b/) });
});

test('scores count pods in turns, before the result is read', async () => {
  const { beginSlice } = Checkpoint.prototype;
  vi.spyOn(Checkpoint.prototype, 'beginSlice').mockImplementation(function (this: Checkpoint) {
    beginSlice.call(this, 0);
  });
  vi.spyOn(Checkpoint.prototype, 'beginTrial').mockImplementation(() => {
    throw new SliceOver();
  });
  counted.cluster.apply([node('a', 'a'), node('b', 'b')] as never);
  counted.cluster.apply(Array.from({ length: PODS }, (_, index) => podOf(`r${index}`, 'db', { nodeName: 'b' })) as never);
  const followed = vi.mocked(ClusterScores.prototype.follow);
  let turns = 0;
  counted.hooks.yieldNow = () => {
    if (followed.mock.calls.length > 0) turns++;
  };
  const result = await counted.cluster.filterAsync({ pod });
  expect(turns).toBeGreaterThan(PODS);
  expect(result).toMatchObject({ best: 'b' });
  expect(followed).toHaveBeenCalledTimes(1);
});

test('a call that ends while nodes are ranked answers without these scores, and says so', async () => {
  const asked = cluster();
  vi.mocked(ClusterScores.prototype.follow).mockImplementation(() => {
    throw new CallEnded('milliseconds');
  });
  const without = { kind: 'interrupted', by: 'milliseconds', feasibleSoFar: ['a', 'b', 'b-other'], interrupted: [] };
  for (const result of [asked.filter({ pod }), await asked.filterAsync({ pod })]) {
    expect(result).toMatchObject(without);
    expect(result.notLookedAt).toContain(NO_CLUSTER_SCORES);
  }
  vi.mocked(ClusterScores.prototype.follow).mockRestore();
  const next = asked.filter({ pod });
  expect(next).toMatchObject({ best: 'b' });
  expect(next.notLookedAt).not.toContain(NO_CLUSTER_SCORES);
});

test('a filter that fails on one node rejects all of them, also those that a call does not name', () => {
  const asked = cluster();
  asked.apply([{ apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata: { name: 'b' }, spec: { drivers: [] } }] as never);
  const azureDisk = { diskName: 'd', diskURI: 'https://a.blob.core.windows.net/c/d.vhd' };
  const failing = podOf('p', 'p', { volumes: [{ name: 'data', azureDisk }] }) as never;
  const message =
    'running "NodeVolumeLimits" filter plugin: converting volume(data) from inline to csi: kind(Shared) is not supported in csi migration';
  const result = asked.filter({ pod: failing });
  expect(result).toMatchObject({ feasible: [], message });
  expect(Array.from(result.rejections, ([name, [reason]]) => [name, reason])).toEqual(
    ['a', 'b', 'b-other'].map((name) => [name, { code: 'volume-limit', message, isError: true }]),
  );
  expect(asked.filter({ pod: failing, nodes: ['a'] })).toMatchObject({ feasible: [], message });
  asked.remove([{ apiVersion: 'storage.k8s.io/v1', kind: 'CSINode', metadata: { name: 'b' } }] as never);
  expect(asked.filter({ pod: failing })).toMatchObject({ feasible: ['a', 'b', 'b-other'] });
});
