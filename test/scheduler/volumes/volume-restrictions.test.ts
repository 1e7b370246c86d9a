import { describe, expect, it } from 'vitest';
import { BASICS, boundClaim, details, messages, pod, podWith, storageWorld, volume } from '../../support/storage.js';

const NO_DISK = 'node(s) had no available disk';
const IN_USE = 'node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode already in-use by another pod';

describe('a disk that a pod on the node uses', () => {
  const gce = (more: string): string => `gcePersistentDisk: {pdName: d${more}}`;
  const iscsi = (more: string): string => `iscsi: {iqn: q${more}}`;
  const rbd = (monitors: string, more = ''): string => `rbd: {monitors: [${monitors}], image: i${more}}`;
  const READ = ', readOnly: true';

  it.each([
    [gce(''), gce(''), true],
    [gce(READ), gce(''), true],
    [gce(READ), gce(READ), false],
    [gce(''), 'gcePersistentDisk: {pdName: e}', false],
    ['awsElasticBlockStore: {volumeID: v, readOnly: true}', 'awsElasticBlockStore: {volumeID: v, readOnly: true}', true],
    ['awsElasticBlockStore: {volumeID: v}', 'awsElasticBlockStore: {volumeID: w}', false],
    [iscsi(''), iscsi(READ), true],
    [iscsi(READ), iscsi(READ), false],
    [rbd('a, b'), rbd('b, c'), true],
    [rbd('a', ', pool: rbd'), rbd('a'), true],
    [rbd('a'), rbd('b'), false],
    [rbd('a'), rbd('a', ', pool: p'), false],
    [rbd('a', READ), rbd('a', READ), false],
    [gce(''), iscsi(''), false],
  ])('%s beside %s', (mine, theirs, isRejected) => {
    const running = pod('r', `[{name: v, ${theirs}}]`, ', nodeName: n1');
    const world = storageWorld(BASICS, running, pod('p', `[{name: v, ${mine}}]`));
    expect(messages(world, 'p')).toEqual({ n1: isRejected ? [NO_DISK] : [], n2: [] });
    expect(details(world, 'p', 'n1')).toEqual(isRejected ? ['the disk of volume v is in use by pod default/r'] : []);
  });
});

describe('a claim for one pod', () => {
  const CLAIM = boundClaim('data', '{accessModes: [ReadWriteOncePod]}') + volume('pv-data', '{}');

  it('keeps others from all nodes while a pod uses it', () => {
    const world = storageWorld(BASICS, CLAIM, podWith('r', ['data'], ', nodeName: n1'), podWith('p', ['data']));
    expect(messages(world, 'p')).toEqual({ n1: [IN_USE], n2: [IN_USE] });
    expect(details(world, 'p', 'n2')).toEqual(['claim data is in use by pod default/r']);
  });

  it('is free if the other pod is pending, or in another namespace', () => {
    const elsewhere = podWith('r', ['data'], ', nodeName: n1').replace('namespace: default', 'namespace: other');
    const world = storageWorld(BASICS, CLAIM, elsewhere, podWith('q', ['data']), podWith('p', ['data']));
    expect(messages(world, 'p')).toEqual({ n1: [], n2: [] });
  });
});
