import { describe, expect, it } from 'vitest';
import type { PersistentVolume } from '../../../src/core/api/persistent-volume.js';
import { UNLIMITED } from '../../../src/core/base/checkpoint.js';
import { inOneGo } from '../../../src/core/base/incremental.js';
import { labelOfReaching, reachableWords, reaching } from '../../../src/scheduler/volumes/reachable-nodes.js';
import { BASICS, storageWorld, volume } from '../../support/storage.js';

const affinity = (terms: string): string => `{nodeAffinity: {required: {nodeSelectorTerms: ${terms}}}}`;
const on = (name: string): string => `{key: kubernetes.io/hostname, operator: In, values: [${name}]}`;

function volumeOf(spec: string): PersistentVolume {
  return storageWorld(volume('v', spec)).storage.volume('v') as PersistentVolume;
}

describe('a node reaches a volume', () => {
  const { infos } = storageWorld(BASICS);
  const reaches = (spec: string): readonly boolean[] =>
    Array.from(infos.values(), ({ node }) => inOneGo(reaching(volumeOf(spec), node, undefined, UNLIMITED)));

  it.each([
    ['{}', [true, true]],
    ['{nodeAffinity: {}}', [true, true]],
    [affinity('[]'), [false, false]],
    [affinity('[{}]'), [false, false]],
    [affinity(`[{matchExpressions: [${on('n1')}]}]`), [true, false]],
    [affinity(`[{matchExpressions: [{key: x, operator: Near}]}, {matchExpressions: [${on('n2')}]}]`), [false, true]],
    // The scheduler compares labels only: the name of the node does not count.
    [affinity('[{matchFields: [{key: metadata.name, operator: In, values: [n1]}]}]'), [true, true]],
  ])('%s', (spec, expected) => {
    expect(reaches(spec)).toEqual(expected);
  });
});

it('a disk that a driver serves is found by the labels of the driver', () => {
  const { storage, infos } = storageWorld(
    '{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {topology.ebs.csi.aws.com/zone: a}}}',
    '{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1, annotations: {storage.alpha.kubernetes.io/migrated-plugins: kubernetes.io/aws-ebs}}}',
  );
  const disk = volumeOf(
    '{awsElasticBlockStore: {volumeID: vol-1}, nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: topology.kubernetes.io/zone, operator: In, values: [a]}]}]}}}',
  );
  const node = infos.get('n1')?.node;
  if (node === undefined) throw new Error('the node is missing');
  const answers = [storage.csiNode('n1'), undefined].map((csiNode) => inOneGo(reaching(disk, node, csiNode, UNLIMITED)));
  expect(answers).toEqual([true, false]);
});

it('names the label by which its nodes are found, and the nodes in words', () => {
  const local = volumeOf(affinity(`[{matchExpressions: [{key: x, operator: Exists}, ${on('n1')}]}]`));
  expect(labelOfReaching(local)).toMatchObject({ key: 'kubernetes.io/hostname', values: ['n1'] });
  expect(reachableWords(local)).toBe('x Exists and kubernetes.io/hostname In n1');
  expect(labelOfReaching(volumeOf(affinity(`[{matchExpressions: [${on('n1')}]}, {}]`)))).toBeUndefined();
});
