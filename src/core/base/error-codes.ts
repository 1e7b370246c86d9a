// The table of error codes for readers, from which docs/reference/errors.md is generated. Code that creates errors does not need these texts.

/** The meaning of a code, the message of the reference, and whether another node could still work. */
export interface ErrorCodeInfo {
  readonly meaning: string;
  /** The message of the reference, or its beginning, with capital letters for the parts that vary. Absent if the reference has no such error. */
  readonly reference?: string;
  /** The message of the scheduler's plugin in the same form. Present where the allocator alone has no such error. */
  readonly scheduler?: string;
  /** True if the error is local to one node: the scheduler continues with other nodes. */
  readonly nodeLocal?: true;
}

/**
 * Every code of an AllocationError. The documentation is generated from this table.
 * @example
 * ```ts
 * import { ERROR_CODES } from 'dra-allocator';
 *
 * console.log(ERROR_CODES['stale-outcome'].meaning);
 * // An outcome cannot be committed: one of its devices is no longer free, or it does not fit the claims.
 * ```
 */
export const ERROR_CODES = /* @__PURE__ */ frozen({
  'invalid-input': { meaning: 'An argument of the call is missing or has the wrong shape.' },
  'invalid-object': { meaning: 'A Kubernetes object has an unknown field or a value of the wrong type, or lacks a required field.' },
  'input-too-large': { meaning: 'The input exceeds a documented limit.' },
  'out-of-memory': { meaning: 'No memory is available for a problem within the limits. The same call may succeed later.' },
  'unknown-kubernetes-version': { meaning: 'This release is not supported.' },
  'unknown-feature-gate': { meaning: 'The feature gate is unknown, or does not exist in the given release.' },
  'locked-feature-gate': { meaning: 'This gate is locked in the given release.' },
  'feature-gate-needs': { meaning: 'The gate is on, but a gate that it depends on is off.' },
  'node-selection-failed': {
    meaning: 'A node selector of a slice or a device cannot be parsed.',
    reference: 'gather pool information: failed to perform node selection for slice S: failed to parse node selector ...',
  },
  'prioritized-list-disabled': {
    meaning: 'A request has subrequests while DRAPrioritizedList is off.',
    reference: 'claim C, request R: has subrequests, but the DRAPrioritizedList feature is disabled',
  },
  'consumable-capacity-disabled': {
    meaning: 'A request needs capacity while DRAConsumableCapacity is off.',
    reference: 'claim C, request R: has capacity requests, but the DRAConsumableCapacity feature is disabled',
  },
  'derived-attributes-disabled': {
    meaning: 'A request has derived attributes while DRADerivedAttributes is off.',
    reference: 'claim C, request R: cannot handle request with derived attributes, the feature is disabled',
  },
  'admin-access-disabled': {
    meaning: 'A request sets adminAccess while DRAAdminAccess is off.',
    reference: 'claim C, request R: admin access is requested, but the feature is disabled',
  },
  'empty-selector': {
    meaning: 'A selector of a request has no CEL expression.',
    reference: 'claim C, request R, selector #I: CEL expression empty (unsupported selector type?)',
  },
  'missing-device-class': {
    meaning: 'A request names no DeviceClass.',
    reference: 'claim C, request R: missing device class name (unsupported request type?)',
  },
  'unknown-device-class': {
    meaning: 'A request or subrequest names a DeviceClass that does not exist.',
    reference: 'claim C, request R: could not retrieve device class K: deviceclass.resource.k8s.io "K" not found',
  },
  'unsupported-allocation-mode': {
    meaning: 'The allocation mode is neither ExactCount nor All.',
    reference: 'claim C, request R: unsupported count mode M',
  },
  'pool-incomplete': {
    meaning: 'A request needs all devices while a pool on the node lacks slices.',
    reference: 'claim C, request R: asks for all devices, but resource pool D/P is currently being updated',
  },
  'pool-invalid': {
    meaning: 'A request needs all devices while a pool on the node is invalid.',
    reference: 'claim C, request R: asks for all devices, but resource pool D/P is currently invalid',
  },
  'too-many-devices': {
    meaning: 'A claim needs more devices than the limit of 32.',
    reference: 'claim C, request R: adding N devices exceeds the claim limit of 32, with M already accounted for',
  },
  'empty-constraint': {
    meaning: 'A constraint has neither matchAttribute nor distinctAttribute.',
    reference: 'claim C, constraint #I: empty constraint (unsupported constraint type?)',
  },
  'cel-compile-error': {
    meaning: 'A selector that the search reached does not compile.',
    reference: 'claim C: selector #I: CEL compile error: ...',
  },
  'cel-runtime-error': {
    meaning: 'A selector failed on a device that the search reached.',
    reference: 'claim C: selector #I on device D/P/N: CEL runtime error: ...',
  },
  'capacity-error': {
    meaning: 'The amount of a capacity that a request would consume on a device is negative or cannot be computed.',
    reference: 'claim C, request R: checking capacity for device D/P/N: capacity "Q": ...',
  },
  'derived-attribute-compile-error': {
    meaning: 'A derived attribute that a constraint reads does not compile.',
    reference: 'compile derived attribute A failed: ...',
  },
  'derived-attribute-runtime-error': {
    meaning: 'The search reached a device on which a derived attribute of a constraint cannot be evaluated.',
    reference: 'evaluate derived attribute A on device D/P/N failed: ...',
  },
  'constraint-refuses-all': {
    meaning: 'A request needs all devices and a constraint of the claim rejects one of them.',
    reference: 'claim C, request R: cannot add device D/P/N because a claim constraint would not be satisfied',
  },
  'node-allocatable-failed': {
    meaning:
      'The node resources that the devices of a claim use are unknown: a device no longer exists, or its allocation has no consumedCapacity.',
    scheduler: 'claim C, device N, driver D: device N not found in pool P for driver D',
  },
  'unsupported-node-selector': {
    meaning: 'A selected device has a node selector with more than one term.',
    reference: 'create NodeSelector for claim C: unsupported ResourceSlice.NodeSelector with N terms',
  },
  'invalid-pools': {
    meaning: 'No devices could be allocated on this node, and at least one of its pools is invalid.',
    reference: 'invalid resource pools were encountered',
    nodeLocal: true,
  },
  'unknown-node': { meaning: 'The cluster has no node of this name.' },
  'stale-outcome': { meaning: 'An outcome cannot be committed: one of its devices is no longer free, or it does not fit the claims.' },
  internal: { meaning: 'A bug in this library, not an error in the input.' },
} as const satisfies Record<string, ErrorCodeInfo>);

/** Freezes a table that all callers share. */
function frozen<T extends Readonly<Record<string, object>>>(table: T): T {
  for (const entry of Object.values(table)) Object.freeze(entry);
  return Object.freeze(table);
}
