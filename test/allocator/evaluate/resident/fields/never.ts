// Lists fields that change no answer, with reasons. If a change makes one count, fields.long.ts fails and its entry must go.

/** For each reason the fields: kind and path, `*` for any kind. */
const REASONS: Readonly<Record<string, readonly string[]>> = {
  'an object of another kind, or of no version that is served, is another thing': ['* apiVersion', '* kind'],
  'only names and labels of objects decide': [
    '* metadata.generateName',
    'DeviceClass metadata.namespace',
    'Node metadata.namespace',
    'ResourceSlice metadata.namespace',
    'DeviceTaintRule metadata.namespace',
    '* metadata.uid',
    '* metadata.creationTimestamp',
    '* metadata.deletionTimestamp',
    '* metadata.ownerReferences[].apiVersion',
    '* metadata.ownerReferences[].kind',
    '* metadata.ownerReferences[].name',
    '* metadata.ownerReferences[].uid',
    '* metadata.ownerReferences[].controller',
    '* metadata.ownerReferences[].blockOwnerDeletion',
    'ResourceClaim metadata.labels[]',
    'DeviceClass metadata.labels[]',
    'ResourceSlice metadata.labels[]',
    'DeviceTaintRule metadata.labels[]',
    'DeviceTaintRule metadata.name',
  ],
  'who uses a claim decides nothing about its devices': [
    'ResourceClaim status.reservedFor[].apiGroup',
    'ResourceClaim status.reservedFor[].resource',
    'ResourceClaim status.reservedFor[].name',
    'ResourceClaim status.reservedFor[].uid',
  ],
  'of what drivers report, conditions decide': [
    'ResourceClaim status.devices[].shareID',
    'ResourceClaim status.devices[].data',
    'ResourceClaim status.devices[].networkData.interfaceName',
    'ResourceClaim status.devices[].networkData.ips[]',
    'ResourceClaim status.devices[].networkData.hardwareAddress',
  ],
  'claims for extended resources are made before': ['DeviceClass spec.extendedResourceName'],
  'whether a pod may go to a node is asked before its devices are': [
    'Node spec.unschedulable',
    'Node spec.taints[].key',
    'Node spec.taints[].value',
    'Node spec.taints[].effect',
    'Node status.allocatable[]',
    'Node status.capacity[]',
    'Node status.images[].names[]',
    'Node status.images[].sizeBytes',
  ],
  'the time does not affect which claims tolerate the taint': [
    'ResourceSlice spec.devices[].taints[].timeAdded',
    'DeviceTaintRule spec.taint.timeAdded',
  ],
  'decoded, and not enforced': ['ResourceSlice spec.partitionTypeAttribute'],
  'it counts for pods, once devices are allocated': [
    'ResourceSlice spec.devices[].nodeAllocatableResources[].mapping.capacityKey',
    'ResourceSlice spec.devices[].nodeAllocatableResources[].mapping.capacityMultiplier',
    'ResourceSlice spec.devices[].nodeAllocatableResources[].mapping.deviceMultiplier',
    'ResourceSlice spec.devices[].nodeAllocatableResources[].overhead.perPod',
    'ResourceSlice spec.devices[].nodeAllocatableResources[].overhead.perContainer',
  ],
  'what a controller reports of the rule': ['DeviceTaintRule status.conditions[]'],
};

/**
 * Returns whether a field needs one of our feature gates. No world has them on: test/allocator/evaluate/claims-signature.test.ts
 * changes these fields, and random histories contain them (test/allocator/evaluate/resident/history.ts).
 */
export function isOfOwnGates(field: string): boolean {
  return /\b(firstOfDevices|firstOfDevicesIndex|matchSemantics|distinctSemantics|semantics|semanticsText)\b/.test(field);
}

/** Returns the reason of each of these fields that never changes an answer. */
export function reasonsFor(fields: Iterable<string>): Map<string, string> {
  const found = new Map<string, string>();
  for (const field of fields) {
    const anyKind = field.replace(/^\S+/, '*');
    for (const [reason, own] of Object.entries(REASONS)) if (own.includes(field) || own.includes(anyKind)) found.set(field, reason);
  }
  return found;
}

/** All listed fields. */
export const LISTED: readonly string[] = Object.values(REASONS).flat();
