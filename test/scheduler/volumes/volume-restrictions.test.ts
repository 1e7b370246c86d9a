import { describe, expect, it, vi } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { type Incremental, inOneGo } from '../../../src/core/base/incremental.js';
import type { NodeInfo } from '../../../src/scheduler/filters/node-info.js';
import { BASICS, boundClaim, details, messages, pod, podWith, prepared, storageWorld, volume } from '../../support/storage.js';

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
    expect(details(world, 'p', 'n2')).toEqual(['volume claim data is in use by pod default/r']);
  });

  it('is free if the other pod is pending, or in another namespace', () => {
    const elsewhere = podWith('r', ['data'], ', nodeName: n1').replace('namespace: default', 'namespace: other');
    const world = storageWorld(BASICS, CLAIM, elsewhere, podWith('q', ['data']), podWith('p', ['data']));
    expect(messages(world, 'p')).toEqual({ n1: [], n2: [] });
  });
});

it('names the first disk of the pod, and the first pod that uses it', () => {
  const disks = (names: readonly string[]): string => `[${names.map((name) => `{name: v-${name}, iscsi: {iqn: ${name}}}`).join(', ')}]`;
  const running = ['b', 'a', 'c'].map((name) => pod(`r-${name}`, disks([name, 'z']), ', nodeName: n1')).join('');
  const world = storageWorld(BASICS, running, pod('p', disks(['x', 'c', 'a', 'z'])));
  expect(details(world, 'p', 'n1')).toEqual(['the disk of volume v-c is in use by pod default/r-c']);
});

it('thousands of monitors are not compared with thousands of disks one by one', () => {
  const MANY = 300;
  const names = (count: number, letter: string): string => Array.from({ length: count }, (_, index) => `${letter}${index}`).join(', ');
  const theirs = Array.from({ length: MANY }, (_, index) => `{name: v${index}, rbd: {monitors: [o${index}], image: i}}`);
  const world = storageWorld(
    BASICS,
    pod('r', `[${theirs.join(', ')}]`, ', nodeName: n1'),
    pod('p', `[{name: v, rbd: {monitors: [${names(MANY, 'm')}], image: i}}]`),
  );
  const [mine] = world.pods.get('p')?.spec.volumes ?? [];
  const monitors = mine?.rbd?.monitors as readonly string[];
  let times = 0;
  Object.defineProperty(monitors, Symbol.iterator, {
    value: () => {
      times++;
      return monitors.values();
    },
  });
  const rules = prepared(world, 'p');
  expect(inOneGo(rules?.testing(world.infos.get('n1') as NodeInfo, UNLIMITED) as Incremental<unknown>)).toEqual([]);
  expect(times).toBeLessThan(3);
});

it('thousands of claims for one pod read the pods once', () => {
  const MANY = 100;
  const claims = Array.from({ length: MANY }, (_, index) => `c${index}`);
  const texts = claims.map((name) => boundClaim(name, '{accessModes: [ReadWriteOncePod]}') + volume(`pv-${name}`, '{}'));
  const world = storageWorld(BASICS, ...texts, podWith('r', ['c7', 'c3'], ', nodeName: n1'), podWith('p', claims));
  const read = vi.spyOn(world.storage, 'findingUsers');
  expect(messages(world, 'p')).toEqual({ n1: [IN_USE], n2: [IN_USE] });
  expect(details(world, 'p', 'n2')).toEqual(['volume claim c3 is in use by pod default/r']);
  expect(read.mock.calls.length).toBeLessThan(4);
});
