import { describe, expect, it } from 'vitest';
import type { PersistentVolumeClaim } from '../../../src/core/api/persistent-volume-claim.js';
import type { Pod } from '../../../src/core/api/pod.js';
import {
  BASICS,
  boundClaim,
  claim,
  messages,
  onNode,
  pod,
  podWith,
  prepared,
  type StorageWorld,
  storageWorld,
  volume,
} from '../../support/storage.js';

const EPHEMERAL = '[{name: v, ephemeral: {volumeClaimTemplate: {spec: {storageClassName: late}}}}]';
const owned = (uid: string): string =>
  claim('p-v', '{storageClassName: late}', `, ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: ${uid}, controller: true}]`);

describe('a claim that keeps a pod from every node', () => {
  it.each([
    ['a missing one', podWith('p', ['data']), 'persistentvolumeclaim "data" not found'],
    [
      'a lost one',
      podWith('p', ['data']) + boundClaim('data').replace('}}\n', '}, status: {phase: Lost}}\n'),
      'persistentvolumeclaim "data" bound to non-existent persistentvolume "pv-data"',
    ],
    [
      'one that is being deleted',
      podWith('p', ['data']) + claim('data', '{storageClassName: late}', ', deletionTimestamp: "2026-01-01T00:00:00Z"'),
      'persistentvolumeclaim "data" is being deleted',
    ],
    [
      'one that is not bound, of a class that binds at once',
      podWith('p', ['data']) + claim('data', '{storageClassName: now}'),
      'pod has unbound immediate PersistentVolumeClaims',
    ],
    ['one without a class', podWith('p', ['data']) + claim('data', '{}'), 'pod has unbound immediate PersistentVolumeClaims'],
    [
      'one whose class does not exist',
      podWith('p', ['data']) + claim('data', '{storageClassName: gone}'),
      'pod has unbound immediate PersistentVolumeClaims',
    ],
    [
      'one that names its volume',
      podWith('p', ['data']) + claim('data', '{storageClassName: late, volumeName: pv}'),
      'pod has unbound immediate PersistentVolumeClaims',
    ],
    ['one whose volume is gone', podWith('p', ['data']) + boundClaim('data'), 'persistentvolume "pv-data" not found'],
    [
      'one that is not there yet for an ephemeral volume',
      pod('p', EPHEMERAL),
      'waiting for ephemeral volume controller to create the persistentvolumeclaim "p-v"',
    ],
    [
      'one of another pod for an ephemeral volume',
      pod('p', EPHEMERAL) + owned('u-q'),
      'PVC default/p-v was not created for pod default/p (pod is not owner)',
    ],
  ])('%s', (_, texts, expected) => {
    expect(messages(storageWorld(BASICS, texts), 'p')).toBe(expected);
  });

  it('is the first that the scheduler finds', () => {
    const texts = [claim('data', '{storageClassName: now}'), boundClaim('gone'), podWith('p', ['data', 'gone'])];
    expect(messages(storageWorld(BASICS, ...texts), 'p')).toBe('pod has unbound immediate PersistentVolumeClaims');
    expect(messages(storageWorld(BASICS, ...texts, podWith('q', ['data', 'missing'])), 'q')).toBe(
      'persistentvolumeclaim "missing" not found',
    );
  });

  it('is explained for people', () => {
    const detailOf = (spec: string): string | undefined => {
      const world = storageWorld(BASICS, claim('data', spec), podWith('p', ['data']));
      return prepared(world, 'p')?.refusal?.detail;
    };
    expect(detailOf('{}')).toBe('volume claim data is not bound, and has no storage class');
    expect(detailOf('{storageClassName: gone}')).toBe('volume claim data is not bound: storage class gone does not exist');
    expect(detailOf('{storageClassName: late, volumeName: pv}')).toBe('volume claim data is not bound to volume pv, which it names');
  });
});

describe('a claim of an ephemeral volume', () => {
  it('belongs to the pod', () => {
    expect(messages(storageWorld(BASICS, pod('p', EPHEMERAL), owned('u-p')), 'p')).toEqual({ n1: [], n2: [] });
  });

  it('is made from the template for a pod that no cluster has stored', () => {
    const isNew = (text: string): string => text.replace('uid: u-p', 'uid: ""');
    expect(messages(storageWorld(BASICS, isNew(pod('p', EPHEMERAL))), 'p')).toEqual({ n1: [], n2: [] });
    const now = isNew(pod('p', EPHEMERAL.replace('late', 'gone')));
    expect(messages(storageWorld(BASICS, now), 'p')).toBe('pod has unbound immediate PersistentVolumeClaims');
    expect(messages(storageWorld(BASICS, isNew(pod('p', EPHEMERAL)), owned('u-q')), 'p')).toContain('pod is not owner');
  });
});

describe('kinds that the input does not have', () => {
  const NODES = '{apiVersion: v1, kind: Node, metadata: {name: n1}}';
  const answer = (...texts: readonly string[]): unknown => {
    const world = storageWorld(NODES, ...texts);
    return [messages(world, 'p'), prepared(world, 'p')?.notLookedAt];
  };
  const without = (...kinds: readonly string[]): readonly string[] => kinds.map((kind) => `${kind}, which the input does not have`);

  it('restrict no node, and are named', () => {
    const late = claim('data', '{storageClassName: late}');
    const lateClass =
      '---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: late}, provisioner: d, volumeBindingMode: WaitForFirstConsumer}\n';
    expect(answer(podWith('p', ['data']))).toEqual([{ n1: [] }, without('persistent volume claims')]);
    expect(answer(pod('p', EPHEMERAL))).toEqual([{ n1: [] }, without('persistent volume claims')]);
    expect(answer(podWith('p', ['data']), boundClaim('data'))).toEqual([{ n1: [] }, without('persistent volumes')]);
    expect(answer(podWith('p', ['data']), late)).toEqual([{ n1: [] }, without('storage classes')]);
    expect(answer(podWith('p', ['data']), late, lateClass)).toEqual([{ n1: [] }, without('CSIDrivers', 'CSINodes')]);
  });

  it('are not named if the pod does not need them', () => {
    const local = volume('pv-data', '{local: {path: /x}}');
    expect(answer(podWith('p', ['data']), boundClaim('data'), local)).toEqual([{ n1: [] }, []]);
  });
});

describe('a claim that the owner of a pod makes', () => {
  const CLASS = (name: string, more: string): string =>
    `---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: ${name}, ${more}}, provisioner: d.example.com, volumeBindingMode: WaitForFirstConsumer}\n`;
  const DEFAULT = CLASS('standard', 'annotations: {storageclass.kubernetes.io/is-default-class: "true"}');
  /** The world with a pod `p`, whose volume `data` has such a claim. */
  const worldOf = (spec: string, ...texts: readonly string[]): StorageWorld => {
    const world = storageWorld(...texts, pod('p', '[]'));
    const claimTemplate = storageWorld(claim('data', spec)).storage.claim('default', 'data') as PersistentVolumeClaim;
    const made = world.pods.get('p') as Pod;
    const volumes = [{ name: 'data', claimTemplate }];
    return { ...world, pods: new Map([['p', { ...made, metadata: { ...made.metadata, uid: '' }, spec: { ...made.spec, volumes } }]]) };
  };

  it('has the default class', () => {
    expect(messages(worldOf('{}', BASICS, DEFAULT), 'p')).toEqual({ n1: [], n2: [] });
    expect(messages(worldOf('{}', BASICS), 'p')).toBe('pod has unbound immediate PersistentVolumeClaims');
    expect(messages(worldOf('{storageClassName: gone}', BASICS, DEFAULT), 'p')).toBe('pod has unbound immediate PersistentVolumeClaims');
  });

  it('may have a default class that the input lacks', () => {
    const world = worldOf('{}', '{apiVersion: v1, kind: Node, metadata: {name: n1}}');
    expect([messages(world, 'p'), prepared(world, 'p')?.notLookedAt]).toEqual([
      { n1: [] },
      ['storage classes, which the input does not have'],
    ]);
  });

  it('is the existing one of its name', () => {
    const mine = boundClaim('data-p') + volume('pv-data-p', `{${onNode('n2')}}`);
    expect(messages(worldOf('{storageClassName: late}', BASICS, mine), 'p')).toEqual({
      n1: ["node(s) didn't match PersistentVolume's node affinity"],
      n2: [],
    });
  });

  it('may be for one pod only', () => {
    const once = claim('data-p', '{storageClassName: late, accessModes: [ReadWriteOncePod]}');
    const inUse = 'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';
    expect(messages(worldOf('{storageClassName: late}', BASICS, once, podWith('q', ['data-p'], ', nodeName: n1')), 'p')).toEqual({
      n1: [inUse],
      n2: [inUse],
    });
  });
});
