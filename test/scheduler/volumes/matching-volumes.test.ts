import { describe, expect, it, vi } from 'vitest';
import type { Node } from '../../../src/core/api/node.js';
import type { PersistentVolumeClaim } from '../../../src/core/api/persistent-volume-claim.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { MatchingVolumes } from '../../../src/scheduler/volumes/matching-volumes.js';
import { NodeIndex } from '../../../src/scheduler/volumes/node-index.js';
import { BASICS, claim, onNode, storageWorld, volume } from '../../support/storage.js';

const CLAIM = 'storageClassName: local, accessModes: [ReadWriteOnce], resources: {requests: {storage: 10Gi}}';
const pv = (name: string, size: string, more = ''): string =>
  volume(name, `{storageClassName: local, accessModes: [ReadWriteOnce], capacity: {storage: ${size}}${more}}`);

/** The volume for the claim on each node. */
function found(spec: string, ...volumes: readonly string[]): Readonly<Record<string, string | undefined>> {
  const { storage, infos } = storageWorld(BASICS, claim('data', `{${spec}}`), ...volumes);
  const matching = inOneGo(MatchingVolumes.of(storage.claim('default', 'data') as PersistentVolumeClaim, storage, UNLIMITED));
  const chosen = new Set(['chosen']);
  return Object.fromEntries(Array.from(infos, ([name, { node }]) => [name, inOneGo(matching.on(node, chosen, UNLIMITED))?.metadata.name]));
}

const BOTH = (name: string | undefined): object => ({ n1: name, n2: name });

describe('the volume for a claim', () => {
  it('is the smallest that suits it and that the node reaches', () => {
    const volumes = [
      pv('big', '90Gi'),
      pv('near', '20Gi', `, ${onNode('n1')}`),
      pv('small', '9Gi'),
      pv('far', '15Gi', `, ${onNode('n3')}`),
    ];
    expect(found(CLAIM, ...volumes)).toEqual({ n1: 'near', n2: 'big' });
  });

  it('is not one that another claim of the pod has', () => {
    expect(found(CLAIM, pv('chosen', '10Gi'), pv('b', '20Gi'))).toEqual(BOTH('b'));
  });

  it.each([
    ['the access mode', CLAIM.replace('ReadWriteOnce', 'ReadWriteMany')],
    ['the volume mode', `${CLAIM}, volumeMode: Block`],
    ['the attributes', `${CLAIM}, volumeAttributesClassName: fast`],
    ['the selector', `${CLAIM}, selector: {matchLabels: {tier: fast}}`],
    ['the size', CLAIM.replace('10Gi', '21Gi')],
  ])('must have %s', (_, spec) => {
    expect(found(spec, pv('a', '20Gi'))).toEqual(BOTH(undefined));
  });

  it('is available, and not of another claim', () => {
    const other = pv('a', '20Gi', ', claimRef: {namespace: default, name: other}');
    const released = pv('b', '20Gi').replace('Available', 'Released');
    expect(found(CLAIM, other, released)).toEqual(BOTH(undefined));
  });

  it('is the one that is reserved for it, even if another would do', () => {
    const reserved = pv('reserved', '20Gi', `, claimRef: {namespace: default, name: data}, ${onNode('n2')}`).replace('Available', 'Bound');
    expect(found(CLAIM, pv('a', '10Gi'), reserved)).toEqual({ n1: undefined, n2: 'reserved' });
    const ofAnother = pv('reserved', '20Gi', ', claimRef: {namespace: default, name: data, uid: before}');
    expect(found(CLAIM, pv('a', '10Gi'), ofAnother)).toEqual(BOTH('a'));
  });
});

it('thousands of local volumes cost a node only its own', () => {
  const volumes = Array.from({ length: 2000 }, (_, index) => pv(`pv-${index}`, `${20 + index}Gi`, `, ${onNode(`m${index}`)}`));
  const { storage, infos } = storageWorld(BASICS, claim('data', `{${CLAIM}}`), ...volumes, pv('own', '90Ti', `, ${onNode('n1')}`));
  const matching = inOneGo(MatchingVolumes.of(storage.claim('default', 'data') as PersistentVolumeClaim, storage, UNLIMITED));
  let units = 0;
  const counting = Object.assign(Object.create(UNLIMITED) as typeof UNLIMITED, {
    step: (more = 1) => {
      units += more;
    },
    due: (more = 1) => {
      units += more;
      return false;
    },
  });
  const node = infos.get('n1')?.node;
  if (node === undefined) throw new Error('the node is missing');
  expect(inOneGo(matching.on(node, new Set(), counting))?.metadata.name).toBe('own');
  expect(units).toBeLessThan(20);
});

it('claims share the list of the volumes of their class', () => {
  const claims = ['a', 'b', 'c'].map((name, index) => claim(name, `{${CLAIM.replace('10Gi', `${index + 1}Gi`)}}`));
  const { storage, infos } = storageWorld(BASICS, ...claims, ...['3Gi', '1Gi', '2Gi'].map((size) => pv(`pv-${size}`.toLowerCase(), size)));
  const add = vi.spyOn(NodeIndex.prototype, 'add');
  const found = ['a', 'b', 'c'].map((name) => {
    const matching = inOneGo(MatchingVolumes.of(storage.claim('default', name) as PersistentVolumeClaim, storage, UNLIMITED));
    return inOneGo(matching.on(infos.get('n1')?.node as Node, new Set(), UNLIMITED))?.metadata.name;
  });
  expect(found).toEqual(['pv-1gi', 'pv-2gi', 'pv-3gi']);
  expect(add).toHaveBeenCalledTimes(3);
});
