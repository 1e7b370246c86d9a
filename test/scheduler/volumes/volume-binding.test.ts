import { describe, expect, it, vi } from 'vitest';
import { Checkpoint } from '../../../src/core/base/checkpoint.js';
import { MatchingVolumes } from '../../../src/scheduler/volumes/matching-volumes.js';
import { Provisioning } from '../../../src/scheduler/volumes/provisioning.js';
import { BASICS, boundClaim, claim, details, messages, onNode, podWith, storageWorld, volume } from '../../support/storage.js';

const UNREACHABLE = "node(s) didn't match PersistentVolume's node affinity";
const NO_VOLUME = "node(s) didn't find available persistent volumes to bind";
const NO_SPACE = 'node(s) did not have enough free storage';
const GONE = 'node(s) unavailable due to one or more pvc(s) bound to non-existent pv(s)';

const world = (...texts: readonly string[]): ReturnType<typeof storageWorld> => storageWorld(BASICS, ...texts);
const local = (name: string, size: string, node: string): string =>
  volume(name, `{storageClassName: local, accessModes: [ReadWriteOnce], capacity: {storage: ${size}}, ${onNode(node)}}`);
const localClaim = (name: string, size: string): string =>
  claim(name, `{storageClassName: local, accessModes: [ReadWriteOnce], resources: {requests: {storage: ${size}}}}`);

describe('a bound claim', () => {
  it('needs a node that reaches its volume', () => {
    const all = world(boundClaim('data'), volume('pv-data', `{${onNode('n2')}}`), podWith('p', ['data']));
    expect(messages(all, 'p')).toEqual({ n1: [UNREACHABLE], n2: [] });
    expect(details(all, 'p', 'n1')).toEqual(['volume pv-data of volume claim data needs kubernetes.io/hostname In n2']);
  });

  it('whose volume cannot be translated for the driver of a node makes the plugin fail', () => {
    const migrated = 'annotations: {storage.alpha.kubernetes.io/migrated-plugins: kubernetes.io/gce-pd}';
    const node = `---\n{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n2, ${migrated}}, spec: {drivers: []}}\n`;
    const zones = '{topology.kubernetes.io/zone: a__b}';
    const all = world(boundClaim('data'), volume('pv-data', '{gcePersistentDisk: {pdName: d}}', zones), podWith('p', ['data']), node);
    expect(messages(all, 'p')).toMatchObject({
      n2: [
        'running "VolumeBinding" filter plugin: could not translate pv: failed to get region from zones: ' +
          'zone in unexpected format, expected: {locale}-{region}-{zone}, got: a',
      ],
    });
  });

  it('of an ephemeral volume needs its volume', () => {
    const owner = 'ownerReferences: [{apiVersion: v1, kind: Pod, name: p, uid: u-p, controller: true}], annotations';
    const p = podWith('p', []).replace('volumes: []', 'volumes: [{name: v, ephemeral: {volumeClaimTemplate: {spec: {}}}}]');
    expect(messages(world(boundClaim('p-v').replace('annotations', owner), p), 'p')).toEqual({ n1: [GONE], n2: [GONE] });
  });
});

it('a claim that a pod names many times is compared with its volumes once', () => {
  const made = vi.spyOn(MatchingVolumes, 'of');
  const all = world(
    localClaim('data', '1Gi'),
    local('pv-1', '1Gi', 'n1'),
    podWith(
      'p',
      Array.from({ length: 20 }, () => 'data'),
    ),
  );
  expect(messages(all, 'p')).toEqual({ n1: [NO_VOLUME], n2: [NO_VOLUME] });
  expect(made.mock.calls.length).toBeLessThan(4);
  made.mockRestore();
});

it('a claim that a pod names many times passes over each reserved volume once on a node', () => {
  const names = Array.from({ length: 200 }, (_, index) => `pv-${index}`);
  const reserved =
    '{storageClassName: local, accessModes: [ReadWriteOnce], capacity: {storage: 1Gi}, claimRef: {namespace: default, name: data}}';
  const all = world(
    localClaim('data', '1Gi'),
    ...names.map((name) => volume(name, reserved)),
    podWith(
      'p',
      names.map(() => 'data'),
    ),
  );
  const steps = vi.spyOn(Checkpoint.prototype, 'step');
  expect(messages(all, 'p')).toEqual({ n1: [], n2: [] });
  expect(steps.mock.calls.length).toBeLessThan(20 * names.length);
  steps.mockRestore();
});

describe('a claim that waits for a pod', () => {
  it('asks its class once for all claims of the class on a node', () => {
    const names = Array.from({ length: 20 }, (_, index) => `data-${index}`);
    const all = world(...names.map((name) => claim(name, '{storageClassName: late}')), podWith('p', names));
    const serving = vi.spyOn(Provisioning.prototype, 'serving');
    expect(messages(all, 'p')).toEqual({ n1: [], n2: [] });
    expect(serving).toHaveBeenCalledTimes(all.infos.size);
    serving.mockRestore();
  });

  it('is bound to a free volume that the node reaches', () => {
    const all = world(localClaim('data', '5Gi'), local('a', '10Gi', 'n1'), podWith('p', ['data']));
    expect(messages(all, 'p')).toEqual({ n1: [], n2: [NO_VOLUME] });
    expect(details(all, 'p', 'n2')).toEqual(['no free volume of class local suits volume claim data, and the class provisions none']);
  });

  it('leaves a larger volume to a larger claim of the pod', () => {
    const claims = [localClaim('big', '50Gi'), localClaim('small', '5Gi')];
    const volumes = [local('a', '60Gi', 'n1'), local('b', '10Gi', 'n1'), local('c', '60Gi', 'n2')];
    expect(messages(world(...claims, ...volumes, podWith('p', ['big', 'small'])), 'p')).toEqual({ n1: [], n2: [NO_VOLUME] });
  });

  it('is provisioned where its class allows it', () => {
    const zonal =
      '---\n{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: zonal}, provisioner: d.example.com, volumeBindingMode: WaitForFirstConsumer, allowedTopologies: [{matchLabelExpressions: []}, {matchLabelExpressions: [{key: topology.kubernetes.io/zone, values: [b, c]}]}]}\n';
    const all = world(zonal, claim('data', '{storageClassName: zonal}'), podWith('p', ['data']));
    expect(messages(all, 'p')).toEqual({ n1: [NO_VOLUME], n2: [] });
    expect(details(all, 'p', 'n1')).toEqual(['class zonal of volume claim data provisions no volumes for the node']);
  });

  it('stays with the node for which its volume is being provisioned', () => {
    const selected = claim('data', '{storageClassName: late}', ', annotations: {volume.kubernetes.io/selected-node: n2}');
    const all = world(selected, podWith('p', ['data']));
    expect(messages(all, 'p')).toEqual({ n1: [NO_VOLUME], n2: [] });
    expect(details(all, 'p', 'n1')).toEqual(['the volume of volume claim data is being provisioned for node n2']);
  });

  it('adds its reason to the one of a bound claim', () => {
    const texts = [boundClaim('old'), volume('pv-old', `{${onNode('n1')}}`), localClaim('data', '5Gi'), podWith('p', ['data', 'old'])];
    expect(messages(world(...texts), 'p')).toEqual({ n1: [NO_VOLUME], n2: [UNREACHABLE, NO_VOLUME] });
  });
});

describe('the storage of a driver that reports it', () => {
  const reporting = BASICS.replace('kind: CSIDriver, metadata: {name: d.example.com}', '$&, spec: {storageCapacity: true}');
  const capacity = (fields: string): string =>
    `---\n{apiVersion: storage.k8s.io/v1, kind: CSIStorageCapacity, metadata: {name: c, namespace: csi}, storageClassName: late, nodeTopology: {matchLabels: {topology.kubernetes.io/zone: a}}, ${fields}}\n`;
  const CLAIM = claim('data', '{storageClassName: late, resources: {requests: {storage: 10Gi}}}');

  it.each([
    ['has room in one zone', 'capacity: 10Gi', [], [NO_SPACE]],
    ['has too little', 'capacity: 9Gi', [NO_SPACE], [NO_SPACE]],
    ['allows only small volumes', 'capacity: 1Ti, maximumVolumeSize: 9Gi', [NO_SPACE], [NO_SPACE]],
    ['allows large volumes', 'maximumVolumeSize: 10Gi', [], [NO_SPACE]],
  ])('%s', (_, fields, n1, n2) => {
    expect(messages(storageWorld(reporting, CLAIM, capacity(fields), podWith('p', ['data'])), 'p')).toEqual({ n1, n2 });
  });

  it('does not count for a claim that requests no amount, or a driver that does not report it', () => {
    const free = { n1: [], n2: [] };
    const small = capacity('capacity: 1');
    expect(messages(storageWorld(reporting, claim('data', '{storageClassName: late}'), small, podWith('p', ['data'])), 'p')).toEqual(free);
    expect(messages(world(CLAIM, small, podWith('p', ['data'])), 'p')).toEqual(free);
  });
});
