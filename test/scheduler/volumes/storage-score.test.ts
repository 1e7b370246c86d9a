import { describe, expect, it } from 'vitest';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import type { FeatureOptions } from '../../../src/core/features/features.js';
import { BASICS, claim, onNode, podWith, prepared, storageWorld, volume } from '../../support/storage.js';

const local = (name: string, size: string, node: string, className = 'local'): string =>
  volume(name, `{storageClassName: ${className}, capacity: {storage: ${size}}, ${onNode(node)}}`);
const localClaim = (name: string, size: string, className = 'local'): string =>
  claim(name, `{storageClassName: ${className}, resources: {requests: {storage: ${size}}}}`);

function scores(texts: readonly string[], options: FeatureOptions = {}, basics = BASICS): readonly (number | undefined)[] {
  const world = storageWorld(basics, ...texts);
  const score = prepared(world, 'p', options)?.score;
  return Array.from(world.infos.values(), (info) => score?.score(info, UNLIMITED));
}

describe('the score of free volumes', () => {
  it('is the share that stays free', () => {
    const texts = [localClaim('data', '10Gi'), local('a', '40Gi', 'n1'), local('b', '10Gi', 'n2'), podWith('p', ['data'])];
    expect(scores(texts)).toEqual([75, 0]);
  });

  it('is the mean of the classes', () => {
    const other =
      '---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: other}, volumeBindingMode: WaitForFirstConsumer}\n';
    const claims = [localClaim('data', '10Gi'), localClaim('logs', '1Gi', 'other')];
    const volumes = [local('a', '40Gi', 'n1'), local('b', '2Gi', 'n1', 'other')];
    expect(scores([other, ...claims, ...volumes, podWith('p', ['data', 'logs'])])[0]).toBe(63);
  });

  it('needs the gate, which is off up to 1.36', () => {
    const texts = [localClaim('data', '10Gi'), local('a', '40Gi', 'n1'), podWith('p', ['data'])];
    expect(scores(texts, { kubernetesVersion: '1.36' })).toEqual([undefined, undefined]);
  });
});

describe('the score of storage from which volumes are provisioned', () => {
  const reporting = BASICS.replace('kind: CSIDriver, metadata: {name: d.example.com}', '$&, spec: {storageCapacity: true}');
  const capacity = (zone: string, size: string): string =>
    `---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: {name: c-${zone}, namespace: csi}, storageClassName: late, nodeTopology: {matchLabels: {topology.kubernetes.io/zone: ${zone}}}, capacity: ${size}}\n`;

  it('counts the storage of a class once for all claims', () => {
    const claims = [localClaim('data', '10Gi', 'late'), localClaim('logs', '15Gi', 'late')];
    expect(scores([...claims, capacity('a', '100Gi'), capacity('b', '50Gi'), podWith('p', ['data', 'logs'])], {}, reporting)).toEqual([
      75, 50,
    ]);
  });

  it('is 0 if the driver reports none', () => {
    expect(scores([localClaim('data', '10Gi', 'late'), podWith('p', ['data'])])).toEqual([0, 0]);
  });
});

it('is the same on all nodes for a pod whose claims are bound', () => {
  expect(scores([podWith('p', [])])).toEqual([undefined, undefined]);
});
