// ResourceSlice: the devices that a driver offers. Source: resource.k8s.io/v1, types ResourceSlice and Device.

import type { Json, JsonObject } from '../base/json.js';
import type { Quantity } from '../quantity/quantity.js';
import type { DecodeContext } from './context.js';
import type { Decoder } from './decoder.js';
import { bool, describe, ignored, int64, isJsonObject, list, map, object, optional, string, time, transform } from './decoder.js';
import type { NodeSelector, ObjectMeta } from './meta.js';
import { nodeSelector, objectMeta } from './meta.js';
import { deviceName, quantity, rawObject } from './values.js';
import { decodeResource } from './version.js';

/** A part of one pool of devices. */
export interface ResourceSlice {
  readonly metadata: ObjectMeta;
  readonly spec: ResourceSliceSpec;
}

/** At most one of nodeName, nodeSelector, allNodes and perDeviceNodeSelection says from where the devices are reachable. */
export interface ResourceSliceSpec {
  readonly driver: string;
  readonly pool: ResourcePool;
  readonly nodeName?: string;
  readonly nodeSelector?: NodeSelector;
  readonly allNodes?: boolean;
  readonly perDeviceNodeSelection?: boolean;
  readonly devices: readonly Device[];
  readonly sharedCounters: readonly CounterSet[];
  readonly skipNodeOperations: readonly string[];
  readonly partitionTypeAttribute?: string;
}

/** The pool that the slice belongs to. A missing generation is 0. */
interface ResourcePool {
  readonly name: string;
  readonly generation: bigint;
  readonly resourceSliceCount: bigint;
}

/** One device. Attribute and capacity names are as written: with a domain, or without when they belong to the driver's. */
export interface Device {
  readonly name: string;
  readonly attributes: ReadonlyMap<string, DeviceAttribute>;
  readonly capacity: ReadonlyMap<string, DeviceCapacity>;
  readonly consumesCounters: readonly DeviceCounterConsumption[];
  readonly nodeName?: string;
  readonly nodeSelector?: NodeSelector;
  readonly allNodes?: boolean;
  readonly taints: readonly DeviceTaint[];
  readonly bindsToNode: boolean;
  /** Absent and empty differ: a pool with a device that has the field, even empty, comes after others (docs/spec/reference-1.37.md 1.13). */
  readonly bindingConditions?: readonly string[];
  readonly bindingFailureConditions?: readonly string[];
  readonly allowMultipleAllocations?: boolean;
  /** Decoded and reported, not enforced. */
  readonly nodeAllocatableResources?: JsonObject;
}

/** One value or one list of values. The API server takes exactly one field. */
export interface DeviceAttribute {
  readonly int?: bigint;
  readonly bool?: boolean;
  readonly string?: string;
  readonly version?: string;
  readonly ints?: readonly bigint[];
  readonly bools?: readonly boolean[];
  readonly strings?: readonly string[];
  readonly versions?: readonly string[];
}

/** The amount of something that a device has, and the portions in which it may be asked for. */
export interface DeviceCapacity {
  readonly value: Quantity;
  readonly requestPolicy?: CapacityRequestPolicy;
}

/** The portions of a capacity of a shared device. */
export interface CapacityRequestPolicy {
  readonly default?: Quantity;
  readonly validValues?: readonly Quantity[];
  readonly validRange?: { readonly min?: Quantity; readonly max?: Quantity; readonly step?: Quantity };
}

/** The amounts that a device takes from one counter set of its pool. */
export interface DeviceCounterConsumption {
  readonly counterSet: string;
  readonly counters: ReadonlyMap<string, Counter>;
  readonly compatibilityGroups: readonly string[];
}

/** A named set of counters that devices of a pool share. */
export interface CounterSet {
  readonly name: string;
  readonly counters: ReadonlyMap<string, Counter>;
}

/** One counter. */
interface Counter {
  readonly value: Quantity;
}

/** Keeps requests away that do not tolerate it. */
export interface DeviceTaint {
  readonly key: string;
  readonly value: string;
  readonly effect: string;
  readonly timeAdded?: string;
}

/** Decodes a taint. */
export const deviceTaint: Decoder<DeviceTaint> = object({ key: string, value: string, effect: string, timeAdded: optional(time) });

const attributeFields = object(
  {
    int: optional(int64),
    bool: optional(bool),
    string: optional(string),
    version: optional(string),
    ints: optional(list(int64)),
    bools: optional(list(bool)),
    strings: optional(list(string)),
    versions: optional(list(string)),
    list: optional(
      object({ int: optional(list(int64)), bool: optional(list(bool)), string: optional(list(string)), version: optional(list(string)) }),
    ),
  },
  { hints: { value: 'an attribute has its value under its type, such as {string: ...} or {int: ...}' } },
);

/** An attribute in the served form, or with the `list` that KEP-5491 drew. */
const deviceAttribute: Decoder<DeviceAttribute> = {
  ...attributeFields,
  decode(value, context) {
    const field = scalarField(value);
    if (field !== undefined) {
      return context.fail(`expected an object with the type of the value, found ${describe(value)}, did you mean {${field}: ...}?`);
    }
    const attribute = attributeFields.decode(value, context);
    if (attribute.list === undefined) return attribute;
    const { list: drawn, ...served } = attribute;
    context.warn('list is how KEP-5491 drew list attributes; Kubernetes serves ints, bools, strings and versions');
    const { int: ints, bool: bools, string: strings, version: versions } = drawn;
    return { ...served, ...(ints && { ints }), ...(bools && { bools }), ...(strings && { strings }), ...(versions && { versions }) };
  },
};

/** Names the field of an attribute that would hold a value that stands where an attribute should. */
function scalarField(value: Json | undefined): string | undefined {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    case 'number':
    case 'bigint':
      return 'int';
    default:
      return undefined;
  }
}

const range = object({ min: optional(quantity), max: optional(quantity), step: optional(quantity) });
const requestPolicy: Decoder<CapacityRequestPolicy> = object({
  default: optional(quantity),
  validValues: optional(list(quantity)),
  validRange: optional(range),
});
const capacityFields: Decoder<DeviceCapacity> = object({ value: quantity, requestPolicy: optional(requestPolicy) });

const deviceCapacity: Decoder<DeviceCapacity> = {
  ...capacityFields,
  decode(value, context) {
    if (value === undefined || value === null || isJsonObject(value)) return capacityFields.decode(value, context);
    // Up to Kubernetes 1.31 a capacity was a bare quantity; dumps in the flat versions may still have it.
    if (context.version === 'v1' || context.version === 'v1beta2') {
      return context.fail(`expected an object, found ${describe(value)}, did you mean {value: ...}?`);
    }
    return { value: quantity.decode(value, context) };
  },
};

const counters = map(object({ value: quantity }));

const deviceContent = {
  attributes: map(deviceAttribute),
  capacity: map(deviceCapacity),
  consumesCounters: list(object({ counterSet: string, counters, compatibilityGroups: list(string) })),
  nodeName: optional(string),
  nodeSelector: optional(nodeSelector),
  allNodes: optional(bool),
  taints: list(deviceTaint),
  bindsToNode: bool,
  bindingConditions: optional(list(string)),
  bindingFailureConditions: optional(list(string)),
  allowMultipleAllocations: optional(bool),
  nodeAllocatableResources: optional(rawObject),
} as const;

const retired = { nodeAllocatableResourceMappings: 'is ignored since Kubernetes 1.37: it became nodeAllocatableResources' } as const;

const device: Decoder<Device> = object(
  { name: deviceName, ...deviceContent },
  { retired, hints: { basic: 'what v1beta1 has under basic stands beside name since v1beta2' } },
);

const flatDevice: Decoder<Device> = transform(
  object({ name: deviceName, basic: object(deviceContent, { retired }) }),
  ({ name, basic }) => ({
    name,
    ...basic,
  }),
);

const slice = (eachDevice: Decoder<Device>): Decoder<ResourceSlice> =>
  object({
    apiVersion: ignored,
    kind: ignored,
    metadata: objectMeta,
    spec: transform(
      object({
        driver: deviceName,
        pool: object({ name: deviceName, generation: int64, resourceSliceCount: int64 }),
        nodeName: optional(string),
        nodeSelector: optional(nodeSelector),
        allNodes: optional(bool),
        perDeviceNodeSelection: optional(bool),
        devices: list(eachDevice),
        sharedCounters: list(object({ name: string, counters })),
        skipNodeOperations: list(string),
        partitionTypeAttribute: optional(string),
      }),
      warnUnreachable,
    ),
  });

/** The API server refuses such a slice; in a file that somebody edits it looks like devices that are there. */
function warnUnreachable(spec: ResourceSliceSpec, context: DecodeContext): ResourceSliceSpec {
  const { nodeName = '', nodeSelector, allNodes, perDeviceNodeSelection } = spec;
  if (nodeName === '' && nodeSelector === undefined && allNodes !== true && perDeviceNodeSelection !== true) {
    context.warn('the slice reaches no node: it needs nodeName, nodeSelector, allNodes: true or perDeviceNodeSelection: true');
  }
  return spec;
}

/** In v1beta1 an empty nodeName and `allNodes: false` are the same as absent ones. */
const flatSlice: Decoder<ResourceSlice> = transform(slice(flatDevice), ({ metadata, spec }) => {
  const { nodeName, allNodes, ...rest } = spec;
  return { metadata, spec: { ...rest, ...(nodeName ? { nodeName } : {}), ...(allNodes ? { allNodes } : {}) } };
});

const shapes = { v1: slice(device), flat: flatSlice };

/** Decodes a ResourceSlice of any served version. Throws AllocationError. */
export function decodeResourceSlice(value: Json, context: DecodeContext): ResourceSlice {
  return decodeResource(value, 'ResourceSlice', shapes, context);
}

const anyDevice: Decoder<Device> = object({ name: deviceName, ...deviceContent }, { retired });

/**
 * Decodes a device alone, without the slice around it: in the form of v1, or of v1beta1 and v1alpha3 when it has `basic`. Its name may be
 * absent. Throws AllocationError.
 */
export function decodeDevice(value: Json, context: DecodeContext): Device {
  const isFlat = isJsonObject(value) && Object.hasOwn(value, 'basic');
  const schema = isFlat ? flatDevice : anyDevice;
  context.startObject(schema, isFlat ? 'v1beta1' : 'v1');
  return schema.decode(value, context);
}
