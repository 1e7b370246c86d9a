// The types of Kubernetes objects that callers pass as plain JSON: resource.k8s.io/v1, with the fields that older served versions have in other places.

import type { NodeJson, NodeSelectorInputJson } from './node-json.js';
import type { Fields, IntegerJson, MapJson, ObjectJson, QuantityJson, TimeJson, Unread } from './object-json.js';
import type { PodGroupJson, PodJson } from './pod-json.js';

export type * from './node-json.js';
export type { IntegerJson, MapJson, ObjectMetaJson, OwnerReferenceJson, QuantityJson, TimeJson } from './object-json.js';
export type * from './pod-json.js';

/** A CEL expression that selects devices. */
export interface DeviceSelectorJson extends Fields<{ cel: Fields<{ expression: string }> }> {}

/** Parameters for a driver, passed on unchanged. */
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

/** A request for devices, and its allocation, if any. */
export interface ResourceClaimJson extends ObjectJson {
  readonly spec?: ResourceClaimSpecJson | undefined;
  readonly status?: ResourceClaimStatusJson | undefined;
}

/** The request of a claim. */
export interface ResourceClaimSpecJson
  extends Fields<{
      devices: DeviceClaimJson;
      /** Whole alternatives, with the gate XFirstOfDevices: the first possible one is allocated. */
      firstOfDevices: readonly DeviceClaimJson[];
    }>,
    Unread<'controller'> {}

/** Requests, and the constraints and configuration that apply to them. */
export interface DeviceClaimJson
  extends Fields<{
    requests: readonly DeviceRequestJson[];
    constraints: readonly DeviceConstraintJson[];
    config: readonly DeviceClaimConfigurationJson[];
  }> {}

/** A request. In v1, its fields are under `exactly` or `firstAvailable`; in v1beta1, the fields of `exactly` are next to the name. */
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

/** The fields that requests and alternatives share. */
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

/** Describes how a constraint compares values, with the gate XAttributeSemantics. Only the options of the mode may be set. */
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

/** The allocation of a claim, and its users. */
export interface ResourceClaimStatusJson
  extends Fields<{
      allocation: AllocationResultInputJson;
      reservedFor: readonly Fields<{ apiGroup: string; resource: string; name: string; uid: string }>[];
      devices: readonly AllocatedDeviceStatusJson[];
    }>,
    Unread<'deallocationRequested'> {}

/** A stored allocation. The result of `allocate` has this type. */
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

/** A driver's report on an allocated device. */
export interface AllocatedDeviceStatusJson
  extends Fields<{ driver: string; pool: string; device: string; shareID: string; conditions: readonly object[] }>,
    Unread<'data' | 'networkData'> {}

/** Devices of a driver: all or some of a pool. */
export interface ResourceSliceJson extends ObjectJson {
  readonly spec?: ResourceSliceSpecJson | undefined;
}

/** The devices of a slice, and the nodes that reach them. */
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

/** A device of v1; in v1beta1 and v1alpha3, its other fields are under `basic`. */
export interface DeviceJson extends DeviceContentJson {
  readonly name?: string | undefined;
  readonly basic?: DeviceContentJson | undefined;
}

/** The attributes, capacity and node access of a device. */
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

/** The amount of a node resource that an allocated device stands for, and the overhead of pods that use the device. */
export interface NodeAllocatableResourceJson
  extends Fields<{
    mapping: Fields<{ capacityKey: string; capacityMultiplier: QuantityJson; deviceMultiplier: QuantityJson }>;
    overhead: Fields<{ perPod: QuantityJson; perContainer: QuantityJson }>;
  }> {}

/** One value, or one list of values, under its type. */
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

/** The amount of a capacity, and the portions in which it may be requested. */
export interface DeviceCapacityJson
  extends Fields<{
    value: QuantityJson;
    requestPolicy: Fields<{
      default: QuantityJson;
      validValues: readonly QuantityJson[];
      validRange: Fields<{ min: QuantityJson; max: QuantityJson; step: QuantityJson }>;
    }>;
  }> {}

/** The counters that a device consumes from a counter set of its pool. */
export interface DeviceCounterConsumptionJson
  extends Fields<{ counterSet: string; counters: MapJson<Fields<{ value: QuantityJson }>>; compatibilityGroups: readonly string[] }> {}

/** A taint, which excludes requests that do not tolerate it. */
export interface DeviceTaintJson extends Fields<{ key: string; value: string; effect: string; timeAdded: TimeJson }> {}

/** A taint for the devices that the selector names. */
export interface DeviceTaintRuleJson extends ObjectJson {
  readonly spec?: Fields<{ deviceSelector: DeviceTaintSelectorJson; taint: DeviceTaintJson }> | undefined;
  readonly status?: Fields<{ conditions: readonly object[] }> | undefined;
}

interface DeviceTaintSelectorJson
  extends Fields<{ driver: string; pool: string; device: string }>,
    Unread<'deviceClassName' | 'selectors'> {}

/** An object of an unlisted kind, or a list of objects. */
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
