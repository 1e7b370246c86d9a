import { describe, expect, it } from 'vitest';
import type { Cluster } from '../../src/index.js';
import { clusterOf, complete, pod, reasons } from './cluster-of-pods.js';

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

const NO_VOLUME = "volume-binding: node(s) didn't find available persistent volumes to bind";

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
    const elsewhere = "volume-binding: node(s) didn't match PersistentVolume's node affinity";
    expect(reasons(cluster.filter({ pod: withClaim('p3', 'c1') }))).toEqual({ n1: [elsewhere] });
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
