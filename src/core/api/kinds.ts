// The Kubernetes objects that callers hand in, as types of plain JSON: resource.k8s.io/v1, with what older served versions have in other places.

import type { NodeJson, NodeSelectorInputJson } from './node-json.js';
import type { Fields, IntegerJson, MapJson, ObjectJson, QuantityJson, TimeJson, Unread } from './object-json.js';
import type { PodGroupJson, PodJson } from './pod-json.js';

export type * from './node-json.js';
export type { IntegerJson, MapJson, ObjectMetaJson, OwnerReferenceJson, QuantityJson, TimeJson } from './object-json.js';
export type * from './pod-json.js';

/** A CEL expression that says which devices will do. */
export interface DeviceSelectorJson extends Fields<{ cel: Fields<{ expression: string }> }> {}

/** Parameters for a driver, passed on as they are. */
export interface DeviceConfigurationJson extends Fields<{ opaque: Fields<{ driver: string; parameters: unknown }> }> {}

/** A DeviceClass. */
export interface DeviceClassJson extends ObjectJson {
  readonly spec?: DeviceClassSpecJson | undefined;
}

interface DeviceClassSpecJson
  extends Fields<{
      selectors: readonly DeviceSelectorJson[];
      config: readonly DeviceConfigurationJson[];
      extendedResourceName: string;
    }>,
    Unread<'suitableNodes'> {}

/** A request for devices, with what was allocated for it if anything. */
export interface ResourceClaimJson extends ObjectJson {
  readonly spec?: ResourceClaimSpecJson | undefined;
  readonly status?: ResourceClaimStatusJson | undefined;
}

/** Describes what is requested. */
export interface ResourceClaimSpecJson
  extends Fields<{
      devices: DeviceClaimJson;
      /** Whole alternatives, with the gate XFirstOfDevices: the first that works is taken. */
      firstOfDevices: readonly DeviceClaimJson[];
    }>,
    Unread<'controller'> {}

/** Requests, and what holds for several of them. */
export interface DeviceClaimJson
  extends Fields<{
    requests: readonly DeviceRequestJson[];
    constraints: readonly DeviceConstraintJson[];
    config: readonly DeviceClaimConfigurationJson[];
  }> {}

/** In v1 what is requested stands under `exactly` or `firstAvailable`; in v1beta1 what `exactly` has stands next to the name. */
export interface DeviceRequestJson extends ExactDeviceRequestJson {
  readonly name?: string | undefined;
  readonly exactly?: ExactDeviceRequestJson | undefined;
  readonly firstAvailable?: readonly DeviceSubRequestJson[] | undefined;
}

/** A request without alternatives. */
export interface ExactDeviceRequestJson extends DeviceSelectionJson {
  readonly adminAccess?: boolean | undefined;
}

/** An alternative of a prioritized list. */
export interface DeviceSubRequestJson extends DeviceSelectionJson {
  readonly name?: string | undefined;
}

/** Describes what requests and alternatives have in common. */
export interface DeviceSelectionJson
  extends Fields<{
    deviceClassName: string;
    selectors: readonly DeviceSelectorJson[];
    /** `ExactCount`, the default, or `All`. */
    allocationMode: string;
    count: IntegerJson;
    tolerations: readonly DeviceTolerationJson[];
    capacity: Fields<{ requests: MapJson<QuantityJson> }>;
    derivedAttributes: readonly Fields<{ name: string; expression: string }>[];
  }> {}

/** The taints that a request tolerates. */
export interface DeviceTolerationJson
  extends Fields<{ key: string; operator: string; value: string; effect: string; tolerationSeconds: IntegerJson }> {}

/** A condition on the devices of several requests together. */
export interface DeviceConstraintJson
  extends Fields<{
    requests: readonly string[];
    matchAttribute: string;
    distinctAttribute: string;
    matchSemantics: AttributeSemanticsJson;
    distinctSemantics: AttributeSemanticsJson;
    semantics: AttributeSemanticsJson;
  }> {}

/** Says how a constraint compares values, with the gate XAttributeSemantics. The options are those of the mode. */
export interface AttributeSemanticsJson
  extends Fields<{
    mode: string;
    options: Fields<{
      identical: ListEqualityJson;
      nonEmptyIntersection: ScalarCoercionJson & Fields<{ minSize: IntegerJson }>;
      allDistinct: ListEqualityJson;
      emptyIntersection: ScalarCoercionJson;
      pairwiseDisjoint: ScalarCoercionJson;
    }>;
  }> {}

interface ScalarCoercionJson extends Fields<{ coerceScalarToList: boolean }> {}

interface ListEqualityJson extends ScalarCoercionJson, Fields<{ listMode: string }> {}

/** Parameters for a driver, for some requests or all. */
export interface DeviceClaimConfigurationJson extends DeviceConfigurationJson {
  readonly requests?: readonly string[] | undefined;
}

/** Describes what was allocated, and for whom. */
export interface ResourceClaimStatusJson
  extends Fields<{
      allocation: AllocationResultInputJson;
      reservedFor: readonly Fields<{ apiGroup: string; resource: string; name: string; uid: string }>[];
      devices: readonly AllocatedDeviceStatusJson[];
    }>,
    Unread<'deallocationRequested'> {}

/** An allocation as it is stored; what `allocate` gives is one. */
export interface AllocationResultInputJson
  extends Fields<{
      devices: Fields<{ results: readonly AllocatedDeviceJson[]; config: readonly AllocatedConfigurationJson[] }>;
      nodeSelector: NodeSelectorInputJson;
      allocationTimestamp: TimeJson;
    }>,
    Unread<'controller'> {}

/** One allocated device. */
export interface AllocatedDeviceJson
  extends Fields<{
    request: string;
    driver: string;
    pool: string;
    device: string;
    adminAccess: boolean;
    shareID: string;
    consumedCapacity: MapJson<QuantityJson>;
    skipNodeOperations: readonly string[];
    bindingConditions: readonly string[];
    bindingFailureConditions: readonly string[];
    tolerations: readonly DeviceTolerationJson[];
  }> {}

interface AllocatedConfigurationJson extends DeviceClaimConfigurationJson {
  readonly source?: string | undefined;
}

/** Describes what a driver reports of an allocated device. */
export interface AllocatedDeviceStatusJson
  extends Fields<{ driver: string; pool: string; device: string; shareID: string; conditions: readonly object[] }>,
    Unread<'data' | 'networkData'> {}

/** Devices of a driver, all or some of a pool. */
export interface ResourceSliceJson extends ObjectJson {
  readonly spec?: ResourceSliceSpecJson | undefined;
}

/** The devices of a slice, and which nodes reach them. */
export interface ResourceSliceSpecJson
  extends Fields<{
    driver: string;
    pool: Fields<{ name: string; generation: IntegerJson; resourceSliceCount: IntegerJson }>;
    nodeName: string;
    nodeSelector: NodeSelectorInputJson;
    allNodes: boolean;
    perDeviceNodeSelection: boolean;
    devices: readonly DeviceJson[];
    sharedCounters: readonly Fields<{ name: string; counters: MapJson<Fields<{ value: QuantityJson }>> }>[];
    skipNodeOperations: readonly string[];
    partitionTypeAttribute: string;
  }> {}

/** A device of v1; in v1beta1 and v1alpha3 what is next to the name stands under `basic`. */
export interface DeviceJson extends DeviceContentJson {
  readonly name?: string | undefined;
  readonly basic?: DeviceContentJson | undefined;
}

/** Describes what a device is. */
export interface DeviceContentJson
  extends Fields<{
      attributes: MapJson<DeviceAttributeJson>;
      /** In v1alpha3 a bare quantity. */
      capacity: MapJson<DeviceCapacityJson | QuantityJson>;
      consumesCounters: readonly DeviceCounterConsumptionJson[];
      nodeName: string;
      nodeSelector: NodeSelectorInputJson;
      allNodes: boolean;
      taints: readonly DeviceTaintJson[];
      bindsToNode: boolean;
      bindingConditions: readonly string[];
      bindingFailureConditions: readonly string[];
      allowMultipleAllocations: boolean;
      nodeAllocatableResources: MapJson<NodeAllocatableResourceJson>;
    }>,
    Unread<'nodeAllocatableResourceMappings'> {}

/** Describes how much of a resource of its node a device stands for once it is allocated, and what pods that use it take next to that. */
export interface NodeAllocatableResourceJson
  extends Fields<{
    mapping: Fields<{ capacityKey: string; capacityMultiplier: QuantityJson; deviceMultiplier: QuantityJson }>;
    overhead: Fields<{ perPod: QuantityJson; perContainer: QuantityJson }>;
  }> {}

/** One value under its type, or a list of them. */
export interface DeviceAttributeJson
  extends Fields<{
    int: IntegerJson;
    bool: boolean;
    string: string;
    version: string;
    ints: readonly IntegerJson[];
    bools: readonly boolean[];
    strings: readonly string[];
    versions: readonly string[];
  }> {}

/** An amount of something that a device has, and in which portions it may be requested. */
export interface DeviceCapacityJson
  extends Fields<{
    value: QuantityJson;
    requestPolicy: Fields<{
      default: QuantityJson;
      validValues: readonly QuantityJson[];
      validRange: Fields<{ min: QuantityJson; max: QuantityJson; step: QuantityJson }>;
    }>;
  }> {}

/** Describes what a device takes from a counter set of its pool. */
export interface DeviceCounterConsumptionJson
  extends Fields<{ counterSet: string; counters: MapJson<Fields<{ value: QuantityJson }>>; compatibilityGroups: readonly string[] }> {}

/** Keeps requests away that do not tolerate it. */
export interface DeviceTaintJson extends Fields<{ key: string; value: string; effect: string; timeAdded: TimeJson }> {}

/** A taint for the devices that the selector names. */
export interface DeviceTaintRuleJson extends ObjectJson {
  readonly spec?: Fields<{ deviceSelector: DeviceTaintSelectorJson; taint: DeviceTaintJson }> | undefined;
  readonly status?: Fields<{ conditions: readonly object[] }> | undefined;
}

interface DeviceTaintSelectorJson
  extends Fields<{ driver: string; pool: string; device: string }>,
    Unread<'deviceClassName' | 'selectors'> {}

/** An object of another device class, or a list of objects. */
export interface OtherObjectJson extends ObjectJson {
  readonly items?: readonly object[] | undefined;
}

/** An object of a cluster. */
export type KubernetesObjectJson =
  | NodeJson
  | ResourceSliceJson
  | DeviceClassJson
  | ResourceClaimJson
  | DeviceTaintRuleJson
  | PodJson
  | PodGroupJson
  | OtherObjectJson;
