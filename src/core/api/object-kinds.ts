// The kinds of objects that are decoded, with the list of each. Other kinds are skipped, or create pods.

import { type CsiDriver, csiDriverKind } from './csi-driver.js';
import { type CsiNode, csiNodeKind } from './csi-node.js';
import { type CsiStorageCapacity, csiStorageCapacityKind } from './csi-storage-capacity.js';
import { resourceClaimKind, resourceClaimTemplateKind } from './decode-resource-claim.js';
import type { Decoder } from './decoder.js';
import { type DeviceClass, deviceClassKind } from './device-class.js';
import { type DeviceTaintRule, deviceTaintRuleKind } from './device-taint-rule.js';
import { type LimitRange, limitRangeKind } from './limit-range.js';
import type { ObjectMeta } from './meta.js';
import { type Namespace, namespaceKind } from './namespace.js';
import { type Node, nodeKind } from './node.js';
import { type PersistentVolume, persistentVolumeKind } from './persistent-volume.js';
import { type PersistentVolumeClaim, persistentVolumeClaimKind } from './persistent-volume-claim.js';
import { type Pod, podKind } from './pod.js';
import {
  deploymentKind,
  type PodController,
  type ReplicationController,
  replicaSetKind,
  replicationControllerKind,
  statefulSetKind,
} from './pod-controllers.js';
import { POLICY_GROUP, type PodDisruptionBudget, podDisruptionBudgetKind } from './pod-disruption-budget.js';
import { type PodGroup, podGroupKind, SCHEDULING_GROUP } from './pod-group.js';
import { type PriorityClass, priorityClassKind } from './priority-class.js';
import type { ResourceClaim, ResourceClaimTemplate } from './resource-claim.js';
import { type ResourceQuota, resourceQuotaKind } from './resource-quota.js';
import { type ResourceSlice, resourceSliceKind } from './resource-slice.js';
import { NODE_GROUP, type RuntimeClass, runtimeClassKind } from './runtime-class.js';
import { type Service, serviceKind } from './service.js';
import { STORAGE_GROUP, type StorageClass, storageClassKind } from './storage-class.js';
import { RESOURCE_GROUP } from './version.js';
import { type VolumeAttachment, volumeAttachmentKind } from './volume-attachment.js';
import type { Workload } from './workload.js';

/** The objects of each kind. */
export interface ObjectLists {
  readonly nodes: readonly Node[];
  readonly deviceClasses: readonly DeviceClass[];
  readonly resourceSlices: readonly ResourceSlice[];
  readonly resourceClaims: readonly ResourceClaim[];
  readonly resourceClaimTemplates: readonly ResourceClaimTemplate[];
  readonly deviceTaintRules: readonly DeviceTaintRule[];
  readonly pods: readonly Pod[];
  readonly podGroups: readonly PodGroup[];
  readonly workloads: readonly Workload[];
  readonly resourceQuotas: readonly ResourceQuota[];
  readonly limitRanges: readonly LimitRange[];
  readonly runtimeClasses: readonly RuntimeClass[];
  readonly priorityClasses: readonly PriorityClass[];
  readonly namespaces: readonly Namespace[];
  readonly persistentVolumes: readonly PersistentVolume[];
  readonly persistentVolumeClaims: readonly PersistentVolumeClaim[];
  readonly storageClasses: readonly StorageClass[];
  readonly csiNodes: readonly CsiNode[];
  readonly csiDrivers: readonly CsiDriver[];
  readonly csiStorageCapacities: readonly CsiStorageCapacity[];
  readonly volumeAttachments: readonly VolumeAttachment[];
  readonly services: readonly Service[];
  readonly replicationControllers: readonly ReplicationController[];
  readonly deployments: readonly PodController[];
  readonly replicaSets: readonly PodController[];
  readonly statefulSets: readonly PodController[];
  readonly podDisruptionBudgets: readonly PodDisruptionBudget[];
}

export type ListName = keyof ObjectLists;
export type Named = { readonly metadata: ObjectMeta };

export interface SupportedKind {
  readonly group: string;
  readonly list: ListName;
  readonly decoder: Decoder<Named>;
  /** True if objects of this kind are also read as workloads in calls that read workloads. */
  readonly makesPods?: true;
}

const APPS_GROUP = 'apps';

/** The supported kinds by name. */
export const KINDS: ReadonlyMap<string, SupportedKind> = new Map<string, SupportedKind>([
  ['Node', { group: '', list: 'nodes', decoder: nodeKind }],
  ['DeviceClass', { group: RESOURCE_GROUP, list: 'deviceClasses', decoder: deviceClassKind }],
  ['ResourceSlice', { group: RESOURCE_GROUP, list: 'resourceSlices', decoder: resourceSliceKind }],
  ['ResourceClaim', { group: RESOURCE_GROUP, list: 'resourceClaims', decoder: resourceClaimKind }],
  ['ResourceClaimTemplate', { group: RESOURCE_GROUP, list: 'resourceClaimTemplates', decoder: resourceClaimTemplateKind }],
  ['DeviceTaintRule', { group: RESOURCE_GROUP, list: 'deviceTaintRules', decoder: deviceTaintRuleKind }],
  ['Pod', { group: '', list: 'pods', decoder: podKind }],
  ['PodGroup', { group: SCHEDULING_GROUP, list: 'podGroups', decoder: podGroupKind }],
  ['ResourceQuota', { group: '', list: 'resourceQuotas', decoder: resourceQuotaKind }],
  ['LimitRange', { group: '', list: 'limitRanges', decoder: limitRangeKind }],
  ['RuntimeClass', { group: NODE_GROUP, list: 'runtimeClasses', decoder: runtimeClassKind }],
  ['PriorityClass', { group: SCHEDULING_GROUP, list: 'priorityClasses', decoder: priorityClassKind }],
  ['Namespace', { group: '', list: 'namespaces', decoder: namespaceKind }],
  ['PersistentVolume', { group: '', list: 'persistentVolumes', decoder: persistentVolumeKind }],
  ['PersistentVolumeClaim', { group: '', list: 'persistentVolumeClaims', decoder: persistentVolumeClaimKind }],
  ['StorageClass', { group: STORAGE_GROUP, list: 'storageClasses', decoder: storageClassKind }],
  ['CSINode', { group: STORAGE_GROUP, list: 'csiNodes', decoder: csiNodeKind }],
  ['CSIDriver', { group: STORAGE_GROUP, list: 'csiDrivers', decoder: csiDriverKind }],
  ['CSIStorageCapacity', { group: STORAGE_GROUP, list: 'csiStorageCapacities', decoder: csiStorageCapacityKind }],
  ['VolumeAttachment', { group: STORAGE_GROUP, list: 'volumeAttachments', decoder: volumeAttachmentKind }],
  ['Service', { group: '', list: 'services', decoder: serviceKind }],
  ['ReplicationController', { group: '', list: 'replicationControllers', decoder: replicationControllerKind, makesPods: true }],
  ['Deployment', { group: APPS_GROUP, list: 'deployments', decoder: deploymentKind, makesPods: true }],
  ['ReplicaSet', { group: APPS_GROUP, list: 'replicaSets', decoder: replicaSetKind, makesPods: true }],
  ['StatefulSet', { group: APPS_GROUP, list: 'statefulSets', decoder: statefulSetKind, makesPods: true }],
  ['PodDisruptionBudget', { group: POLICY_GROUP, list: 'podDisruptionBudgets', decoder: podDisruptionBudgetKind }],
]);

/** Returns whether a supported kind makes pods. */
export function makesPods(kind: string): boolean {
  return KINDS.get(kind)?.makesPods === true;
}

/**
 * Returns empty mutable lists; each is filled only by the table of kinds. The lists are written out, because each call of
 * `apply` creates them. Creating them from the table would need a third of the time of applying an object.
 */
export function emptyLists(): { [K in ListName]: never[] } {
  return {
    nodes: [],
    deviceClasses: [],
    resourceSlices: [],
    resourceClaims: [],
    resourceClaimTemplates: [],
    deviceTaintRules: [],
    pods: [],
    podGroups: [],
    workloads: [],
    resourceQuotas: [],
    limitRanges: [],
    runtimeClasses: [],
    priorityClasses: [],
    namespaces: [],
    persistentVolumes: [],
    persistentVolumeClaims: [],
    storageClasses: [],
    csiNodes: [],
    csiDrivers: [],
    csiStorageCapacities: [],
    volumeAttachments: [],
    services: [],
    replicationControllers: [],
    deployments: [],
    replicaSets: [],
    statefulSets: [],
    podDisruptionBudgets: [],
  };
}
