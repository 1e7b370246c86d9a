import { describe, expect, it, vi } from 'vitest';
import { type CsiNode, MIGRATED_PLUGINS } from '../../../src/core/api/csi-node.js';
import type { PersistentVolume } from '../../../src/core/api/persistent-volume.js';
import {
  type CsiHandle,
  inlineHandle,
  isMigratedOn,
  migratedHandle,
  migratedNodes,
  type Untranslatable,
  zonesOf,
} from '../../../src/scheduler/volumes/csi-migration.js';
import { pod, storageWorld, volume } from '../../support/storage.js';

function volumeOf(spec: string, labels = '{}'): PersistentVolume {
  return storageWorld(volume('v', spec, labels)).storage.volume('v') as PersistentVolume;
}

const GA = 'topology.kubernetes.io/zone';
const BETA = 'failure-domain.beta.kubernetes.io/zone';

function shown(disk: CsiHandle | Untranslatable): string {
  return 'problem' in disk ? disk.problem : `${disk.driver}/${disk.handle}`;
}

describe('the handle of a disk', () => {
  it.each([
    ['{awsElasticBlockStore: {volumeID: vol-1}}', '{}', 'ebs.csi.aws.com/vol-1'],
    ['{awsElasticBlockStore: {volumeID: "aws://a/vol-2"}}', '{}', 'ebs.csi.aws.com/vol-2'],
    ['{awsElasticBlockStore: {volumeID: "aws:///vol-3"}}', '{}', 'ebs.csi.aws.com/vol-3'],
    [
      '{awsElasticBlockStore: {volumeID: "aws://a/disk"}}',
      '{}',
      'failed to translate Kubernetes ID to EBS Volume ID Invalid format for AWS volume (aws://a/disk)',
    ],
    ['{gcePersistentDisk: {pdName: d}}', '{}', 'pd.csi.storage.gke.io/projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d'],
    ['{gcePersistentDisk: {pdName: d}}', `{${GA}: us-a-b}`, 'pd.csi.storage.gke.io/projects/UNSPECIFIED/zones/us-a-b/disks/d'],
    ['{gcePersistentDisk: {pdName: d}}', `{${BETA}: us-a-b__us-a-c}`, 'pd.csi.storage.gke.io/projects/UNSPECIFIED/regions/us-a/disks/d'],
    [
      '{gcePersistentDisk: {pdName: d}}',
      `{${GA}: us-c-b__us-a-d}`,
      'failed to get region from zones: multiple or no regions gotten from zones, got: map[us-a:{} us-c:{}]',
    ],
    [
      '{gcePersistentDisk: {pdName: d}}',
      `{${GA}: a__b}`,
      'failed to get region from zones: zone in unexpected format, expected: {locale}-{region}-{zone}, got: a',
    ],
    ['{azureDisk: {diskURI: u, kind: managed}}', '{}', 'disk.csi.azure.com/u'],
    ['{azureDisk: {diskURI: u, kind: Shared}}', '{}', 'kind(Shared) is not supported in csi migration'],
    ['{cinder: {volumeID: c}}', '{}', 'cinder.csi.openstack.org/c'],
    ['{portworxVolume: {volumeID: p}}', '{}', 'pxd.portworx.com/p'],
    ['{local: {path: /x}}', '{}', undefined],
  ])('%s with labels %s', (spec, labels, expected) => {
    const handle = migratedHandle(volumeOf(spec, labels));
    expect(handle && shown(handle)).toBe(expected);
  });

  it('of a volume of a pod has no zone', () => {
    const { pods } = storageWorld(pod('p', '[{name: a, gcePersistentDisk: {pdName: d}}, {name: b, csi: {driver: d}}]'));
    const [gce, csi] = pods.get('p')?.spec.volumes ?? [];
    expect(gce && inlineHandle(gce)).toMatchObject({ handle: 'projects/UNSPECIFIED/zones/UNSPECIFIED/disks/d' });
    expect(csi && inlineHandle(csi)).toBeUndefined();
  });
});

function csiNodeWith(list: string): CsiNode {
  const text = `---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1, annotations: {${MIGRATED_PLUGINS}: "${list}"}}}\n`;
  const node = storageWorld(text).storage.csiNode('n1') as CsiNode;
  const { annotations } = node.metadata;
  return {
    ...node,
    metadata: {
      ...node.metadata,
      get annotations() {
        return annotations;
      },
    },
  };
}

it('a node serves the disks of plugins that are in its list', () => {
  const aws = volumeOf('{awsElasticBlockStore: {volumeID: vol-1}}');
  const lists = ['', 'kubernetes.io/gce-pd', 'kubernetes.io/gce-pd,kubernetes.io/aws-ebs'];
  expect(lists.map((list) => isMigratedOn(aws, csiNodeWith(list)))).toEqual([false, false, true]);
  expect(isMigratedOn(aws, undefined)).toBe(false);
  expect(isMigratedOn(volumeOf('{csi: {driver: d, volumeHandle: h}}'), csiNodeWith('kubernetes.io/aws-ebs'))).toBe(false);
});

it('the list of a node is read once for all disks', () => {
  const node = csiNodeWith('kubernetes.io/aws-ebs');
  const read = vi.spyOn(node.metadata, 'annotations', 'get');
  for (let index = 0; index < 100; index++) isMigratedOn(volumeOf(`{awsElasticBlockStore: {volumeID: vol-${index}}}`), node);
  expect(read).toHaveBeenCalledTimes(1);
});

describe('the nodes of a disk that a driver serves', () => {
  const affinity = (key: string, values: string): string =>
    `nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: ${key}, operator: In, values: [${values}]}]}]}}`;
  const AWS = 'awsElasticBlockStore: {volumeID: vol-1}';
  const requirements = (spec: string, labels?: string): readonly string[] =>
    migratedNodes(volumeOf(spec, labels))?.nodeSelectorTerms.flatMap(({ matchExpressions }) =>
      matchExpressions.map(({ key, values }) => `${key}=${values}`),
    ) ?? [];

  it.each([
    [`{${AWS}, ${affinity(GA, 'a')}}`, '{}', ['topology.ebs.csi.aws.com/zone=a']],
    [`{${AWS}, ${affinity(BETA, 'a')}}`, '{}', ['topology.ebs.csi.aws.com/zone=a']],
    [`{${AWS}, ${affinity('other', 'x')}}`, `{${GA}: b__a}`, ['other=x', 'topology.ebs.csi.aws.com/zone=a,b']],
    [`{${AWS}}`, `{${BETA}: a}`, ['topology.ebs.csi.aws.com/zone=a']],
    [`{${AWS}}`, '{}', []],
    [
      `{${AWS}, ${affinity('failure-domain.beta.kubernetes.io/region', 'r')}}`,
      `{${BETA}: a}`,
      ['topology.kubernetes.io/region=r', 'topology.ebs.csi.aws.com/zone=a'],
    ],
    [`{azureDisk: {diskURI: u, kind: Managed}, ${affinity(GA, 'a')}}`, '{}', [`${GA}=a`]],
  ])('%s with labels %s', (spec, labels, expected) => {
    expect(requirements(spec, labels)).toEqual(expected);
  });
});

it('reads the zones of a label, unless one is empty', () => {
  expect(['a', 'a__ b', 'a__'].map(zonesOf)).toEqual([['a'], ['a', 'b'], undefined]);
});
