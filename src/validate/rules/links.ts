// Holds the sources of rules: pages of the API reference and enhancement proposals (KEPs).

const API = 'https://kubernetes.io/docs/reference/kubernetes-api';
const ENHANCEMENTS = 'https://github.com/kubernetes/enhancements/issues';

const PLACEMENT = 'https://kubernetes.io/docs/concepts/scheduling-eviction';
const STORAGE = 'https://kubernetes.io/docs/concepts/storage';

export const DRA_PAGE = 'https://kubernetes.io/docs/concepts/resource-management/dynamic-resource-allocation/';

export const CEL_PAGE = 'https://kubernetes.io/docs/reference/using-api/cel/';

export const CLAIM_PAGE = `${API}/resource/resource-claim-v1/`;

export const TEMPLATE_PAGE = `${API}/resource/resource-claim-template-v1/`;

/** Selectors, and everything without a separate KEP. */
export const SELECTORS_KEP = `${ENHANCEMENTS}/4381`;

/** Alternatives in order of preference (DRAPrioritizedList). */
export const PRIORITIZED_LIST_KEP = `${ENHANCEMENTS}/4816`;

/** Extended resources that devices provide (DRAExtendedResource). */
export const EXTENDED_RESOURCE_KEP = `${ENHANCEMENTS}/5004`;

/** Admin access to devices in use, such as for monitoring (DRAAdminAccess). */
export const ADMIN_ACCESS_KEP = `${ENHANCEMENTS}/5018`;

/** Attributes that claims derive from device attributes (DRADerivedAttributes). */
export const DERIVED_ATTRIBUTES_KEP = `${ENHANCEMENTS}/6080`;

export const SLICE_PAGE = `${API}/resource/resource-slice-v1/`;

/** Node selectors, which occur in pods and slices. */
export const NODE_SELECTOR_PAGE = `${PLACEMENT}/assign-pod-node/#node-affinity`;

/** Counters that devices share (DRAPartitionableDevices). */
export const COUNTERS_KEP = `${ENHANCEMENTS}/4815`;

/** Binding conditions (DRADeviceBindingConditions). */
export const BINDING_KEP = `${ENHANCEMENTS}/5007`;

/** Taints of devices (DRADeviceTaints). */
export const TAINTS_KEP = `${ENHANCEMENTS}/5055`;

/** Devices that several claims share (DRAConsumableCapacity). */
export const SHARED_CAPACITY_KEP = `${ENHANCEMENTS}/5075`;

/** Attributes with several values (DRAListTypeAttributes). */
export const LISTS_KEP = `${ENHANCEMENTS}/5491`;

/** Devices that use CPU or memory of the node (DRANodeAllocatableResources). */
export const NODE_ALLOCATABLE_KEP = `${ENHANCEMENTS}/5517`;

/** Types of partitions (DRAPartitionableDevicesType). */
export const PARTITION_TYPE_KEP = `${ENHANCEMENTS}/5677`;

/** Drivers without a component on the node (DRAOptionalNodeOperations). */
export const NODE_OPERATIONS_KEP = `${ENHANCEMENTS}/5945`;

/** Devices of one counter set that exclude each other (DRADeviceCompatibilityGroups). */
export const COMPATIBILITY_KEP = `${ENHANCEMENTS}/5963`;

/** Affinity between pods. */
export const POD_AFFINITY_PAGE = `${PLACEMENT}/assign-pod-node/#inter-pod-affinity-and-anti-affinity`;

/** Topology spread constraints. */
export const SPREAD_PAGE = `${PLACEMENT}/topology-spread-constraints/`;

/** PodDisruptionBudgets. */
export const BUDGET_PAGE = 'https://kubernetes.io/docs/tasks/run-application/configure-pdb/';

/** Volumes of pods. */
export const VOLUMES_PAGE = `${STORAGE}/volumes/`;

/** PersistentVolumes and their claims. */
export const PERSISTENT_VOLUMES_PAGE = `${STORAGE}/persistent-volumes/`;

export const STORAGE_CLASSES_PAGE = `${STORAGE}/storage-classes/`;

export const STORAGE_CAPACITY_PAGE = `${STORAGE}/storage-capacity/`;
