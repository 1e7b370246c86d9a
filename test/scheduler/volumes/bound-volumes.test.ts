import { expect, it } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { type BoundVolumes, boundVolumes } from '../../../src/scheduler/volumes/bound-volumes.js';
import { isBound } from '../../../src/scheduler/volumes/new-claims.js';
import type { PreparedVolumes } from '../../../src/scheduler/volumes/prepare-volumes.js';
import { BASICS, boundClaim, claim, podWith, prepared, storageWorld, volume } from '../../support/storage.js';

function bind(node: string, ...texts: readonly string[]): BoundVolumes {
  const world = storageWorld(BASICS, ...texts);
  return inOneGo(boundVolumes(prepared(world, 'p') as PreparedVolumes, world.infos.get(node) as NodeInfo, world.storage, UNLIMITED));
}

it('a free volume is bound to its claim', () => {
  const free = volume('a', '{storageClassName: local, capacity: {storage: 10Gi}}');
  const { claims, volumes } = bind('n1', claim('data', '{storageClassName: local}'), free, podWith('p', ['data']));
  expect(claims.map((one) => [one.metadata.name, one.spec.volumeName, isBound(one), one.status.phase])).toEqual([
    ['data', 'a', true, 'Bound'],
  ]);
  expect(volumes.map(({ metadata, spec, status }) => [metadata.name, spec.claimRef, status.phase])).toEqual([
    ['a', { namespace: 'default', name: 'data', uid: 'u-data' }, 'Bound'],
  ]);
});

it('a volume is provisioned with the topology of the node', () => {
  const texts = [
    claim('data', '{storageClassName: late, accessModes: [ReadWriteOnce], resources: {requests: {storage: 5Gi}}}'),
    podWith('p', ['data']),
  ];
  const { claims, volumes } = bind('n1', ...texts);
  const [one] = volumes;
  expect(claims.map(({ metadata, spec }) => [spec.volumeName, metadata.annotations['volume.kubernetes.io/selected-node']])).toEqual([
    ['pvc-u-data', 'n1'],
  ]);
  expect([one?.metadata.name, one?.spec.csi, `${one?.spec.capacity.storage}`, one?.spec.accessModes]).toEqual([
    'pvc-u-data',
    { driver: 'd.example.com', volumeHandle: 'pvc-u-data' },
    '5Gi',
    ['ReadWriteOnce'],
  ]);
  expect(one?.spec.nodeAffinity?.required?.nodeSelectorTerms[0]?.matchExpressions).toEqual([
    { key: 'topology.kubernetes.io/zone', operator: 'In', values: ['a'] },
  ]);
  // The node has no CSINode, so the driver reports no topology.
  expect(bind('n2', ...texts).volumes[0]?.spec.nodeAffinity).toBeUndefined();
});

it('a new claim is bound as the volume controller binds it', () => {
  const isNew = claim('data', '{storageClassName: now}').replace('uid: u-data', 'uid: ""');
  const { claims, volumes } = bind('n1', isNew, volume('a', '{storageClassName: now}'), podWith('p', ['data']));
  expect([claims[0]?.spec.volumeName, volumes[0]?.spec.claimRef?.name]).toEqual(['a', 'data']);
});

it('bound claims stay as they are', () => {
  expect(bind('n1', boundClaim('data'), volume('pv-data', '{}'), podWith('p', ['data']))).toEqual({ claims: [], volumes: [] });
});
