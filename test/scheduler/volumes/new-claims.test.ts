// Claims that no cluster has stored: without a uid.

import { describe, expect, it } from 'vitest';
import type { PersistentVolumeClaim } from '../../../src/core/api/persistent-volume-claim.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { admittedClaim, isBound, settledClaim } from '../../../src/scheduler/volumes/new-claims.js';
import { BASICS, claim, messages, podWith, prepared, storageWorld, volume } from '../../support/storage.js';

const isNew = (text: string): string => text.replace(/uid: u-\w+/, 'uid: ""');
const newClaim = (spec: string): string => isNew(claim('data', spec));
const DEFAULT =
  '---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: std, annotations: {storageclass.kubernetes.io/is-default-class: "true"}}, provisioner: d.example.com}\n';

function settled(...texts: readonly string[]): PersistentVolumeClaim | 'provisioned' {
  const { storage } = storageWorld(BASICS, ...texts);
  return inOneGo(settledClaim(storage.claim('default', 'data') as PersistentVolumeClaim, storage, UNLIMITED));
}

describe('admission sets the default class', () => {
  const classOf = (text: string): string | undefined => {
    const { storage } = storageWorld(DEFAULT, text);
    const stored = storage.claim('default', 'data') as PersistentVolumeClaim;
    return inOneGo(admittedClaim(stored, storage, UNLIMITED)).spec.storageClassName;
  };

  it.each([
    ['of a new claim that mentions none', newClaim('{}'), 'std'],
    ['but not of a claim without a class', newClaim('{storageClassName: ""}'), ''],
    ['nor of a claim that a cluster has stored', claim('data', '{}'), undefined],
  ])('%s', (_, text, expected) => {
    expect(classOf(text)).toBe(expected);
  });
});

describe('the volume controller', () => {
  const pv = (name: string, modes: string, size = '10Gi'): string =>
    volume(name, `{storageClassName: now, accessModes: [${modes}], capacity: {storage: ${size}}}`);
  const CLAIM = newClaim('{storageClassName: now, accessModes: [ReadWriteOnce], resources: {requests: {storage: 5Gi}}}');

  it('binds a new claim to the volume with the fewest access modes, then the smallest', () => {
    const found = settled(CLAIM, pv('a', 'ReadWriteOnce, ReadOnlyMany', '6Gi'), pv('b', 'ReadWriteOnce', '20Gi'), pv('c', 'ReadWriteOnce'));
    if (found === 'provisioned') throw new Error('no volume was found');
    expect([found.spec.volumeName, found.status.phase, isBound(found)]).toEqual(['c', 'Bound', true]);
  });

  it('provisions a volume if none is free', () => {
    expect(settled(CLAIM)).toBe('provisioned');
  });

  it('binds a claim to the volume that it names', () => {
    const named = newClaim('{volumeName: a, storageClassName: now}');
    const found = settled(named, pv('a', 'ReadWriteOnce'));
    expect(found !== 'provisioned' && isBound(found)).toBe(true);
    const taken = pv('a', 'ReadWriteOnce').replace('capacity', 'claimRef: {namespace: default, name: other}, capacity');
    const pending = settled(named, taken);
    expect(pending !== 'provisioned' && isBound(pending)).toBe(false);
  });

  it.each([
    ['waits for a pod', newClaim('{storageClassName: late}')],
    ['leaves a claim whose class does not exist', newClaim('{storageClassName: gone}')],
    ['has done its work for a claim that a cluster has stored', claim('data', '{storageClassName: now}')],
  ])('%s', (_, text) => {
    const found = settled(text, pv('a', 'ReadWriteOnce'));
    expect(found !== 'provisioned' && found.spec.volumeName).toBe('');
  });
});

it('a pod with a new claim may run where its class provisions a volume at once, and a stored claim must be bound', () => {
  const spec = '{storageClassName: now, accessModes: [ReadWriteOnce]}';
  const world = storageWorld(BASICS, newClaim(spec), podWith('p', ['data']));
  expect(messages(world, 'p')).toEqual({ n1: [], n2: [] });
  expect(prepared(world, 'p')?.notLookedAt).toEqual(['the zone of the volume that is provisioned for volume claim data']);
  expect(messages(storageWorld(BASICS, claim('data', spec), podWith('p', ['data'])), 'p')).toBe(
    'pod has unbound immediate PersistentVolumeClaims',
  );
});
