import { expect, it } from 'vitest';
import type { PersistentVolume } from '../../../src/core/api/persistent-volume.js';
import type { PersistentVolumeClaim } from '../../../src/core/api/persistent-volume-claim.js';
import type { Pod } from '../../../src/core/api/pod.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { editedStorage } from '../../../src/scheduler/volumes/edited-storage.js';
import { BASICS, claim, podWith, storageWorld, volume } from '../../support/storage.js';

it('has edited objects in the lists that they belong to, and ignores the use by deleted pods', () => {
  const { storage, infos } = storageWorld(
    BASICS,
    claim('data', '{storageClassName: late}'),
    volume('kept', '{storageClassName: late}'),
    volume('freed', '{storageClassName: late, claimRef: {namespace: default, name: data, uid: other}}'),
    podWith('r', ['data'], ', nodeName: n1'),
  );
  const before = storage.volume('freed') as PersistentVolume;
  const { claimRef: _, ...spec } = before.spec;
  const data = storage.claim('default', 'data') as PersistentVolumeClaim;
  const other = { ...data, spec: { ...data.spec, storageClassName: 'local' } };
  const user = infos.get('n1')?.podInfos[0]?.pod as Pod;
  const edited = editedStorage(storage, {
    claims: [{ before: data, after: other }],
    volumes: [{ before, after: { ...before, spec } }],
    deletedPods: new Set([user]),
  });
  const names = (volumes: readonly PersistentVolume[]): readonly string[] => volumes.map(({ metadata }) => metadata.name);
  expect(names(storage.freeVolumes('late'))).toEqual(['kept']);
  expect([names(edited.freeVolumes('late')), names(edited.volumesReservedFor('default', 'data'))]).toEqual([['kept', 'freed'], []]);
  expect(edited.claim('default', 'data')).toBe(other);
  expect(edited.volume('freed')?.spec.claimRef).toBeUndefined();
  expect([storage, edited].map((each) => inOneGo(each.findingUsers('default', new Set(['data']), UNLIMITED)).get('data'))).toEqual([
    'default/r',
    undefined,
  ]);
});
