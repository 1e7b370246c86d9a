import { describe, expect, it } from 'vitest';
import { boundClaim, claim, details, messages, pod, podWith, storageWorld, volume } from '../../support/storage.js';

const FULL = 'node(s) exceed max volume count';
const NODE = '{apiVersion: v1, kind: Node, metadata: {name: n1}}\n';
const csiNode = (drivers: string): string =>
  `---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1}, spec: {drivers: [${drivers}]}}\n`;
const limit = (driver: string, count: number): string => `{name: ${driver}, allocatable: {count: ${count}}}`;
const bound = (name: string, handle = name, driver = 'd'): string =>
  boundClaim(name) + volume(`pv-${name}`, `{csi: {driver: ${driver}, volumeHandle: ${handle}}}`);
const CLASS =
  '---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: late}, provisioner: d, volumeBindingMode: WaitForFirstConsumer}\n';

const answer = (...texts: readonly string[]): unknown => (messages(storageWorld(NODE, ...texts), 'p') as { n1: unknown }).n1;
const running = (...claims: readonly string[]): string => podWith('r', claims, ', nodeName: n1');

describe('a node with a limit of two volumes', () => {
  const TWO = csiNode(limit('d', 2));

  it.each([
    ['has room for a second one', [bound('a'), bound('b'), running('a'), podWith('p', ['b'])], []],
    ['has none for a third one', [bound('a'), bound('b'), bound('c'), running('a', 'b'), podWith('p', ['c'])], [FULL]],
    ['counts a shared volume once', [bound('a'), bound('b'), running('a', 'b'), podWith('p', ['b'])], []],
    ['counts one disk once', [bound('a', 'x'), bound('b', 'x'), bound('c'), running('a', 'b'), podWith('p', ['c'])], []],
    ['counts drivers separately', [bound('a'), bound('b'), bound('c', 'c', 'e'), running('a', 'b'), podWith('p', ['c'])], []],
    [
      'counts volumes to be provisioned',
      [CLASS, claim('a', '{storageClassName: late}'), bound('b'), bound('c'), running('b', 'c'), podWith('p', ['a'])],
      [FULL],
    ],
    [
      'ignores volumes without a driver',
      [boundClaim('a'), volume('pv-a', '{local: {path: /x}}'), bound('b'), bound('c'), running('b', 'c'), podWith('p', ['a'])],
      [],
    ],
  ])('%s', (_, texts, expected) => {
    expect(answer(TWO, ...texts)).toEqual(expected);
  });

  it('counts volumes that are attached without a pod', () => {
    const attachment = (name: string, more: string): string =>
      `---\n{apiVersion: storage.k8s.io/v1, kind: VolumeAttachment, metadata: {name: ${name}}, spec: {nodeName: n1, ${more}}}\n`;
    const texts = [bound('a'), bound('b'), bound('c'), running('a'), podWith('p', ['c'])];
    const both =
      attachment('x', 'attacher: d, source: {persistentVolumeName: pv-a}') +
      attachment('y', 'attacher: d, source: {persistentVolumeName: pv-b}');
    expect(answer(TWO, ...texts, both)).toEqual([FULL]);
    const irrelevant = attachment('x', 'attacher: "", source: {persistentVolumeName: pv-b}') + attachment('y', 'attacher: d, source: {}');
    expect(answer(TWO, ...texts, irrelevant)).toEqual([]);
  });

  it('is described for people', () => {
    const world = storageWorld(NODE, TWO, bound('a'), bound('b'), bound('c'), running('a', 'b'), podWith('p', ['c']));
    expect(details(world, 'p', 'n1')).toEqual(['driver d allows 2 volumes on the node, 2 are in use, and the pod adds 1']);
  });
});

it('disks that a driver has taken over count on nodes with a CSINode', () => {
  const disk = (name: string): string => `{name: ${name}, awsElasticBlockStore: {volumeID: vol-${name}}}`;
  const texts = [pod('r', `[${disk('a')}]`, ', nodeName: n1'), pod('p', `[${disk('b')}]`)];
  expect(answer(csiNode(limit('ebs.csi.aws.com', 1)), ...texts)).toEqual([FULL]);
  expect(answer(csiNode(limit('ebs.csi.aws.com', 2)), ...texts)).toEqual([]);
  expect(answer(...texts)).toEqual([]);
});

it('a driver may keep pods from nodes that lack it', () => {
  const driver = (more: string): string => `---\n{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: d}, spec: {${more}}}\n`;
  const texts = [bound('a'), podWith('p', ['a'])];
  const strict = driver('preventPodSchedulingIfMissing: true');
  expect(answer(...texts, strict)).toEqual(['d CSI driver is not installed on the node']);
  expect(answer(...texts, strict, csiNode('{name: d}'))).toEqual([]);
  expect(answer(...texts, driver(''))).toEqual([]);
  const world = storageWorld(NODE, ...texts, strict);
  expect(messages(world, 'p', { kubernetesVersion: '1.36' })).toEqual({ n1: [] });
});

describe('the plugin fails', () => {
  const failed = (cause: string): readonly string[] => [`running "NodeVolumeLimits" filter plugin: ${cause}`];
  const FOREIGN = failed('PVC default/r-v was not created for pod default/r (pod is not owner)');
  const foreign = [pod('r', '[{name: v, ephemeral: {volumeClaimTemplate: {spec: {}}}}]', ', nodeName: n1'), claim('r-v', '{}')];
  const p = [bound('a'), podWith('p', ['a'])];

  it('with a claim of another owner for an ephemeral volume of a running pod, on nodes with a limit', () => {
    expect(answer(...foreign, ...p, csiNode(limit('other', 9)))).toEqual(FOREIGN);
    expect(answer(...foreign, ...p, csiNode('{name: d}'))).toEqual([]);
    expect(answer(...foreign, pod('p', '[]'), csiNode(limit('d', 9)))).toEqual([]);
  });

  it('with a disk that cannot be translated, on nodes with a CSINode', () => {
    const disk = (name: string, more = ''): string => pod(name, '[{name: x, awsElasticBlockStore: {volumeID: "aws://z/x"}}]', more);
    const words = failed(
      'converting volume(x) from inline to csi: failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (aws://z/x)',
    );
    expect(answer(disk('p'), csiNode(''))).toEqual(words);
    expect(answer(disk('p'))).toEqual([]);
    expect(answer(disk('r', ', nodeName: n1'), ...p, csiNode(limit('d', 9)))).toEqual(words);
  });
});
