// Removes fields that the API server drops from new objects without validation: status, and fields of disabled feature gates.
// Source: pkg/registry/resource/*/strategy.go and pkg/api/resourceclaimspec of Kubernetes 1.37.1.

import type { ServerRelease } from '../rule.js';
import { Transforms, withoutFields } from '../tree/transform.js';

/** The fields that a gate adds to a type. */
const GATED: readonly (readonly [gate: string, type: string, ...fields: readonly string[]])[] = [
  ['DRAPrioritizedList', 'DeviceRequest', 'firstAvailable'],
  ['DRAAdminAccess', 'ExactDeviceRequest', 'adminAccess'],
  ['DRAConsumableCapacity', 'ExactDeviceRequest', 'capacity'],
  ['DRAConsumableCapacity', 'DeviceSubRequest', 'capacity'],
  ['DRADerivedAttributes', 'ExactDeviceRequest', 'derivedAttributes'],
  ['DRADerivedAttributes', 'DeviceSubRequest', 'derivedAttributes'],
  ['DRAExtendedResource', 'DeviceClassSpec', 'extendedResourceName'],
  ['DRAWorkloadResourceClaims', 'scheduling.PodGroupSpec', 'resourceClaims'],
  ['DRAWorkloadResourceClaims', 'scheduling.PodGroupTemplate', 'resourceClaims'],
  ['GenericWorkload', 'core.PodSpec', 'schedulingGroup', 'workloadRef'],
  ['DRADeviceTaints', 'Device', 'taints'],
  ['DRAPartitionableDevices', 'ResourceSliceSpec', 'sharedCounters', 'perDeviceNodeSelection'],
  ['DRAPartitionableDevices', 'Device', 'consumesCounters', 'nodeName', 'nodeSelector', 'allNodes'],
  ['DRADeviceBindingConditions', 'Device', 'bindingConditions', 'bindingFailureConditions', 'bindsToNode'],
  // The conditions are in the status of claims.
  ['DRAResourceClaimDeviceStatus', 'Device', 'bindingConditions', 'bindingFailureConditions', 'bindsToNode'],
  ['DRAConsumableCapacity', 'Device', 'allowMultipleAllocations'],
  ['DRAConsumableCapacity', 'DeviceCapacity', 'requestPolicy'],
  ['DRADeviceCompatibilityGroups', 'DeviceCounterConsumption', 'compatibilityGroups'],
  ['DRANodeAllocatableResources', 'Device', 'nodeAllocatableResources', 'nodeAllocatableResourceMappings'],
  ['DRAListTypeAttributes', 'DeviceAttribute', 'bools', 'ints', 'strings', 'versions'],
  ['DRAPartitionableDevicesType', 'ResourceSliceSpec', 'partitionTypeAttribute'],
  ['DRAOptionalNodeOperations', 'ResourceSliceSpec', 'skipNodeOperations'],
  ['MatchLabelKeysInPodTopologySpread', 'core.TopologySpreadConstraint', 'matchLabelKeys'],
  ['VolumeLimitScaling', 'storage.CSIDriverSpec', 'preventPodSchedulingIfMissing'],
];

/** Gated fields that 1.34 never drops. */
const GATED_SINCE_1_35: typeof GATED = [
  ['DRAConsumableCapacity', 'DeviceConstraint', 'distinctAttribute'],
  ['DRADeviceTaints', 'ExactDeviceRequest', 'tolerations'],
  ['DRADeviceTaints', 'DeviceSubRequest', 'tolerations'],
];

/**
 * Fields dropped from every new object: status, and fields of CompositePodGroup, an alpha gate unrelated to devices and always off here.
 */
const RESET: readonly (readonly [type: string, ...fields: readonly string[]])[] = [
  ['ResourceClaim', 'status'],
  ['DeviceTaintRule', 'status'],
  ['core.PersistentVolumeClaim', 'status'],
  ['core.PersistentVolume', 'status'],
  ['storage.CSINode', 'status'],
  ['policy.PodDisruptionBudget', 'status'],
  ['storage.VolumeAttachment', 'status'],
  ['scheduling.WorkloadSpec', 'compositePodGroupTemplates'],
];

/** Returns the transforms that remove the fields which a server drops. */
export function droppedBy(server: ServerRelease): Transforms {
  const fields = new Map<string, string[]>();
  const drop = (type: string, names: readonly string[]): void => void fields.set(type, [...(fields.get(type) ?? []), ...names]);
  for (const [type, ...names] of RESET) drop(type, names);
  const gated = server.minor > 34 ? [...GATED, ...GATED_SINCE_1_35] : GATED;
  for (const [gate, type, ...names] of gated) if (!server.gate(gate)) drop(type, names);
  return new Transforms([...fields].map(([type, names]) => [type, (struct) => withoutFields(struct, names)]));
}
