// The claims and volumes of a pod after it is bound to a node: free volumes are bound to their claims, and other volumes are provisioned. Source:
// AssumePodVolumes and BindPodVolumes in plugin volumebinding of Kubernetes 1.37.1, and the volumes that CSI provisioners create.

import type { CsiNode } from '../../core/api/csi-node.js';
import type { NodeSelector } from '../../core/api/meta.js';
import type { Node } from '../../core/api/node.js';
import type { PersistentVolume } from '../../core/api/persistent-volume.js';
import { type PersistentVolumeClaim, SELECTED_NODE } from '../../core/api/persistent-volume-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import type { Incremental } from '../../core/base/incremental.js';
import type { NodeInfo } from '../filters/node-info.js';
import { migrationOf } from './csi-migration.js';
import { boundTo } from './new-claims.js';
import type { StaticBinding } from './pod-claims.js';
import type { PreparedVolumes } from './prepare-volumes.js';
import type { StorageObjects } from './storage-objects.js';
import type { Provision } from './volume-binding.js';

/** Objects as they are after a pod is bound. They replace the objects of their names. */
export interface BoundVolumes {
  readonly claims: readonly PersistentVolumeClaim[];
  readonly volumes: readonly PersistentVolume[];
}

/** Returns the claims and volumes that change when a pod is bound to a node. Empty if none changes. */
export function* boundVolumes(
  prepared: PreparedVolumes,
  info: NodeInfo,
  storage: StorageObjects,
  checkpoint: Checkpoint,
): Incremental<BoundVolumes> {
  const { bindings, provisions } = yield* prepared.volumesOn(info, checkpoint);
  const csiNode = storage.csiNode(info.node.metadata.name);
  const pairs = [
    ...[...prepared.settled, ...bindings].map(bound),
    ...provisions.map((provision) => provisioned(provision, info.node, csiNode)),
  ];
  const created = prepared.provisioned.filter(({ metadata: { namespace, name } }) => storage.claim(namespace, name) === undefined);
  return { claims: [...pairs.map(({ claim }) => claim), ...created], volumes: pairs.map(({ volume }) => volume) };
}

function bound({ claim, volume }: StaticBinding): StaticBinding {
  return {
    claim: boundTo(claim, volume),
    volume: { ...volume, spec: { ...volume.spec, claimRef: referenceTo(claim) }, status: { ...volume.status, phase: 'Bound' } },
  };
}

function referenceTo({ metadata: { namespace, name, uid } }: PersistentVolumeClaim): NonNullable<PersistentVolume['spec']['claimRef']> {
  return { namespace, name, uid };
}

/** The external provisioner names volumes by the identity of the claim. A claim that no cluster has stored has no identity. */
function provisioned({ claim, storageClass }: Provision, node: Node, csiNode: CsiNode | undefined): StaticBinding {
  const { metadata, spec } = claim;
  const name = `pvc-${metadata.uid || `${metadata.namespace}-${metadata.name}`}`;
  const driver = migrationOf(storageClass.provisioner)?.driver ?? storageClass.provisioner;
  const required = nodesOf(driver, node, csiNode);
  const volume: PersistentVolume = {
    metadata: { name, generateName: '', namespace: '', uid: '', labels: new Map(), ownerReferences: [], annotations: {} },
    spec: {
      capacity: spec.resources.requests,
      accessModes: spec.accessModes,
      claimRef: referenceTo(claim),
      storageClassName: storageClass.metadata.name,
      volumeMode: spec.volumeMode,
      volumeAttributesClassName: spec.volumeAttributesClassName,
      ...(required === undefined ? {} : { nodeAffinity: { required } }),
      csi: { driver, volumeHandle: name },
    },
    status: { phase: 'Bound' },
  };
  const annotations = { ...metadata.annotations, [SELECTED_NODE]: node.metadata.name };
  return { claim: boundTo({ ...claim, metadata: { ...metadata, annotations } }, volume), volume };
}

/**
 * Returns the nodes that can access a new volume: all nodes with the topology of this node. Undefined if the driver reports no
 * topology.
 */
function nodesOf(driver: string, { metadata: { labels } }: Node, csiNode: CsiNode | undefined): NodeSelector | undefined {
  const keys = csiNode?.spec.drivers.find(({ name }) => name === driver)?.topologyKeys ?? [];
  const matchExpressions = keys.flatMap((key) => {
    const value = labels.get(key);
    return value === undefined ? [] : [{ key, operator: 'In', values: [value] }];
  });
  return matchExpressions.length === 0 ? undefined : { nodeSelectorTerms: [{ matchExpressions, matchFields: [] }] };
}
