import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../src/index.js';
import { type PreparedPod, podsOf } from '../../src/library/pods/index.js';
import { putDeleted } from '../../src/placement/pod-deletion.js';
import { decodedPod } from '../../src/placement/prepared-pod.js';
import { clusterOf, complete, pod, reasons, TEMPLATE, WITH_CLAIM } from './cluster-of-pods.js';

const CLASS = {
  apiVersion: 'storage.k8s.io/v1',
  kind: 'StorageClass',
  metadata: { name: 'local' },
  provisioner: 'kubernetes.io/no-provisioner',
  volumeBindingMode: 'WaitForFirstConsumer',
};
const requests = { accessModes: ['ReadWriteOnce'], storageClassName: 'local', resources: { requests: { storage: '5Gi' } } };

function volumeOn(node: string): object {
  const matchExpressions = [{ key: 'kubernetes.io/hostname', operator: 'In', values: [node] }];
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolume',
    metadata: { name: `pv-${node}` },
    spec: {
      capacity: { storage: '10Gi' },
      accessModes: ['ReadWriteOnce'],
      storageClassName: 'local',
      nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions }] } },
    },
    status: { phase: 'Available' },
  };
}

const claim = (name: string): object => ({
  apiVersion: 'v1',
  kind: 'PersistentVolumeClaim',
  metadata: { namespace: 'ns', name, uid: name },
  spec: requests,
});
const withClaim = (name: string, claimName: string): object =>
  pod(name, { volumes: [{ name: 'data', persistentVolumeClaim: { claimName } }] });
const ephemeral = (name: string): object =>
  pod(name, { volumes: [{ name: 'data', ephemeral: { volumeClaimTemplate: { spec: requests } } }] });

/** Two nodes; the second has a volume. */
function storage(): Cluster {
  const cluster = clusterOf(2);
  cluster.apply([CLASS, volumeOn('n2'), claim('c1'), claim('c2')]);
  return cluster;
}

const ELSEWHERE = "volume-binding: node(s) didn't match PersistentVolume's node affinity";
const NO_VOLUME = "volume-binding: node(s) didn't find available persistent volumes to bind";

/** The two pods of a StatefulSet. */
function podsOfSet(volumes: readonly object[], volumeClaimTemplates: readonly object[]): readonly (PreparedPod | undefined)[] {
  const template = { metadata: { labels: { app: 'set' } }, spec: { ...WITH_CLAIM, volumes } };
  const spec = { replicas: 2, template, volumeClaimTemplates };
  const set = { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata: { namespace: 'ns', name: 'set' }, spec };
  return Array.from(podsOf([set, TEMPLATE]), ({ pod: one }) => one);
}

function bind(cluster: Cluster, of: object): void {
  const result = complete(cluster.filter({ pod: of }));
  const best = result.best as string;
  cluster.bind(of, best, result.outcome(best));
}

describe('the volumes of a pod', () => {
  it('decide where it may run, and are used up when it is bound', () => {
    const cluster = storage();
    expect(reasons(cluster.filter({ pod: withClaim('p1', 'c1') }))).toEqual({ n1: [NO_VOLUME] });
    expect(cluster.filter({ pod: withClaim('p1', 'c1') }).notLookedAt).toEqual([]);
    bind(cluster, withClaim('p1', 'c1'));
    expect(reasons(cluster.filter({ pod: withClaim('p2', 'c2') }))).toEqual({ n1: [NO_VOLUME], n2: [NO_VOLUME] });
    expect(reasons(cluster.filter({ pod: withClaim('p3', 'c1') }))).toEqual({ n1: [ELSEWHERE] });
  });

  it('are free again when the pod is unbound', () => {
    const cluster = storage();
    bind(cluster, withClaim('p1', 'c1'));
    cluster.unbind(withClaim('p1', 'c1'));
    expect(complete(cluster.filter({ pod: withClaim('p2', 'c2') })).feasible).toEqual(['n2']);
  });

  it('of an ephemeral claim are the pod’s alone', () => {
    const cluster = storage();
    bind(cluster, ephemeral('p1'));
    expect(complete(cluster.filter({ pod: ephemeral('p2') })).feasible).toEqual([]);
    cluster.unbind(ephemeral('p1'));
    expect(complete(cluster.filter({ pod: ephemeral('p2') })).feasible).toEqual(['n2']);
  });

  it('of equal pods are different claims', () => {
    const cluster = storage();
    cluster.apply([TEMPLATE, volumeOn('n1')]);
    const [first, second] = podsOfSet([{ name: 'data', ephemeral: { volumeClaimTemplate: { spec: requests } } }], []);
    cluster.filter({ pod: first as PreparedPod });
    const result = complete(cluster.filter({ pod: second as PreparedPod }));
    cluster.bind(second as PreparedPod, 'n2', result.outcome('n2'));
    const left = complete(cluster.filter({ pod: first as PreparedPod }));
    expect(left.feasible).toEqual(['n1']);
    cluster.bind(first as PreparedPod, 'n1', left.outcome('n1'));
    expect(reasons(cluster.filter({ pod: withClaim('p3', 'set-0-data') }))).toEqual({ n2: [ELSEWHERE] });
    expect(reasons(cluster.filter({ pod: withClaim('p3', 'set-1-data') }))).toEqual({ n1: [ELSEWHERE] });
  });

  it('are named if the input has no claims at all', () => {
    const cluster = clusterOf(1);
    const result = complete(cluster.filter({ pod: withClaim('p1', 'c1') }));
    expect([result.feasible, result.notLookedAt]).toEqual([['n1'], ['persistent volume claims, which the input does not have']]);
  });

  it('a claim that does not exist rejects the pod on all nodes', () => {
    expect(complete(storage().filter({ pod: withClaim('p1', 'gone') })).message).toBe(
      '0/2 nodes are available: persistentvolumeclaim "gone" not found.',
    );
  });
});

describe('the claims that an owner makes for its pods', () => {
  const template = { metadata: { name: 'data' }, spec: requests };

  it('are made from the template, and stay when a pod is deleted', () => {
    const cluster = storage();
    cluster.apply([TEMPLATE]);
    const [first, second] = podsOfSet([], [template]) as [PreparedPod, PreparedPod];
    expect(complete(cluster.filter({ pod: first })).feasible).toEqual(['n2']);
    const result = complete(cluster.filter({ pod: second }));
    cluster.bind(second, 'n2', result.outcome('n2'));
    expect(reasons(cluster.filter({ pod: first }))).toEqual({ n1: [NO_VOLUME], n2: [NO_VOLUME] });
    putDeleted(decodedPod(second), () => false, cluster.parts.cluster);
    expect(reasons(cluster.filter({ pod: first }))).toEqual({ n1: [NO_VOLUME], n2: [NO_VOLUME] });
    expect(complete(cluster.filter({ pod: second })).feasible).toEqual(['n2']);
  });

  it('are the existing ones of their names', () => {
    const cluster = storage();
    const bound = { metadata: { namespace: 'ns', name: 'data-set-1', uid: 'u' }, spec: { ...requests, volumeName: 'pv-n1' } };
    const annotations = { 'pv.kubernetes.io/bind-completed': 'yes' };
    cluster.apply([
      TEMPLATE,
      volumeOn('n1'),
      { apiVersion: 'v1', kind: 'PersistentVolumeClaim', ...bound, metadata: { ...bound.metadata, annotations } },
    ]);
    const [first, second] = podsOfSet([], [template]) as [PreparedPod, PreparedPod];
    expect(complete(cluster.filter({ pod: second })).feasible).toEqual(['n1']);
    expect(complete(cluster.filter({ pod: first })).feasible).toEqual(['n1', 'n2']);
  });
});
