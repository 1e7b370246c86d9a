// Clusters with storage, in YAML, and the rules for the volumes of their pods.

import { decodeObjects } from '../../src/core/api/objects.js';
import type { Pod } from '../../src/core/api/pod.js';
import { type Checkpoint, UNLIMITED } from '../../src/core/base/checkpoint.js';
import { inOneGo } from '../../src/core/base/incremental.js';
import { type FeatureOptions, resolveFeatures } from '../../src/core/features/features.js';
import { isOnNode, type NodeInfo, nodeInfo, podInfo } from '../../src/scheduler/filters/node-info.js';
import { DEFAULT_PROFILE } from '../../src/scheduler/profile/scheduler-profile.js';
import { type PreparedVolumes, prepareVolumes } from '../../src/scheduler/volumes/prepare-volumes.js';
import { type StorageSource, StorageTable } from '../../src/scheduler/volumes/storage-table.js';
import { yamlDocuments } from './api.js';

const FEATURES = resolveFeatures({});

/** Classes of the usual modes, and a driver with nodes `n1` and `n2` in zones `a` and `b`. */
export const BASICS = `
{apiVersion: v1, kind: Node, metadata: {name: n1, labels: {kubernetes.io/hostname: n1, topology.kubernetes.io/zone: a}}}
---
{apiVersion: v1, kind: Node, metadata: {name: n2, labels: {kubernetes.io/hostname: n2, topology.kubernetes.io/zone: b}}}
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: late}, provisioner: d.example.com, volumeBindingMode: WaitForFirstConsumer}
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: local}, provisioner: kubernetes.io/no-provisioner, volumeBindingMode: WaitForFirstConsumer}
---
{apiVersion: storage.k8s.io/v1, kind: StorageClass, metadata: {name: now}, provisioner: d.example.com}
---
{apiVersion: storage.k8s.io/v1, kind: CSIDriver, metadata: {name: d.example.com}}
---
{apiVersion: storage.k8s.io/v1, kind: CSINode, metadata: {name: n1}, spec: {drivers: [{name: d.example.com, topologyKeys: [topology.kubernetes.io/zone]}]}}
---
{apiVersion: v1, kind: PersistentVolume, metadata: {name: other}, spec: {storageClassName: other}}
---
{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: other, namespace: other, uid: o}, spec: {storageClassName: other}}
`;

/** A claim that a cluster has stored. */
export function claim(name: string, spec: string, more = ''): string {
  return `---\n{apiVersion: v1, kind: PersistentVolumeClaim, metadata: {name: ${name}, namespace: default, uid: u-${name}${more}}, spec: ${spec}}\n`;
}

/** A claim that is bound to the volume `pv-NAME`. */
export function boundClaim(name: string, spec = '{}'): string {
  const fields = spec === '{}' ? '' : `, ${spec.slice(1, -1)}`;
  return claim(name, `{volumeName: pv-${name}${fields}}`, ', annotations: {pv.kubernetes.io/bind-completed: "yes"}');
}

export function volume(name: string, spec: string, labels = '{}'): string {
  return `---\n{apiVersion: v1, kind: PersistentVolume, metadata: {name: ${name}, uid: v-${name}, labels: ${labels}}, spec: ${spec}, status: {phase: Available}}\n`;
}

/** The node affinity of a volume on one node. */
export function onNode(name: string): string {
  return `nodeAffinity: {required: {nodeSelectorTerms: [{matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [${name}]}]}]}}`;
}

/** A pod with these volumes. */
export function pod(name: string, volumes: string, more = ''): string {
  return `---\n{apiVersion: v1, kind: Pod, metadata: {name: ${name}, namespace: default, uid: u-${name}}, spec: {volumes: ${volumes}${more}}}\n`;
}

/** A pod with the claims of these names. */
export function podWith(name: string, claims: readonly string[], more = ''): string {
  const volumes = claims.map((each) => `{name: v-${each}, persistentVolumeClaim: {claimName: ${each}}}`);
  return pod(name, `[${volumes.join(', ')}]`, more);
}

/** A cluster with storage. */
export interface StorageWorld {
  readonly storage: StorageTable;
  readonly infos: ReadonlyMap<string, NodeInfo>;
  readonly pods: ReadonlyMap<string, Pod>;
}

export function storageWorld(...texts: readonly string[]): StorageWorld {
  const set = decodeObjects(texts.flatMap((text) => yamlDocuments(text)).map((value) => ({ value })));
  const byName = <T extends { readonly metadata: { readonly name: string } }>(objects: readonly T[]): ReadonlyMap<string, T> =>
    new Map(objects.map((each) => [each.metadata.name, each]));
  const byKind = {
    PersistentVolume: byName(set.persistentVolumes),
    PersistentVolumeClaim: new Map(set.persistentVolumeClaims.map((each) => [`${each.metadata.namespace}/${each.metadata.name}`, each])),
    StorageClass: byName(set.storageClasses),
    CSINode: byName(set.csiNodes),
    CSIDriver: byName(set.csiDrivers),
    CSIStorageCapacity: byName(set.csiStorageCapacities),
    VolumeAttachment: byName(set.volumeAttachments),
  };
  const running = set.pods.filter(isOnNode);
  const source: StorageSource = {
    all: (kind) => byKind[kind] as never,
    stampOf: () => 1,
    podsOnNodes: () => running,
  };
  const storage = new StorageTable(source);
  inOneGo(storage.update(UNLIMITED));
  const infos = set.nodes.map((node) => {
    const here = running.filter(({ spec }) => spec.nodeName === node.metadata.name);
    const podInfos = here.map((each) => inOneGo(podInfo(each, FEATURES, UNLIMITED)));
    return [node.metadata.name, inOneGo(nodeInfo(node, podInfos, UNLIMITED))] as const;
  });
  return { storage, infos: new Map(infos), pods: byName(set.pods) };
}

/** The rules for the volumes of a pod; undefined if the pod has no volumes. */
export function prepared(
  { storage, pods }: StorageWorld,
  name: string,
  options: FeatureOptions = {},
  checkpoint: Checkpoint = UNLIMITED,
): PreparedVolumes | undefined {
  return inOneGo(
    prepareVolumes(pods.get(name) as Pod, storage, { features: resolveFeatures(options), profile: DEFAULT_PROFILE }, checkpoint),
  );
}

/** The message that rejects all nodes, or the messages of each node; empty for a node that the pod fits. */
export function messages(
  world: StorageWorld,
  name: string,
  options: FeatureOptions = {},
): string | Readonly<Record<string, readonly string[]>> {
  const found = prepared(world, name, options);
  if (found?.refusal !== undefined) return found.refusal.message;
  const ofNode = (info: NodeInfo): readonly string[] => found?.test(info, UNLIMITED).map(({ message }) => message) ?? [];
  return Object.fromEntries(Array.from(world.infos, ([node, info]) => [node, ofNode(info)]));
}

/** The details that reject a node, for people. */
export function details(world: StorageWorld, name: string, node: string): readonly (string | undefined)[] {
  return (
    prepared(world, name)
      ?.test(world.infos.get(node) as NodeInfo, UNLIMITED)
      .map(({ detail }) => detail) ?? []
  );
}
