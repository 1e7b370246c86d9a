// ResourceSlice: the devices that a driver offers. Source: resource.k8s.io/v1, types ResourceSlice and Device.

import { describe } from '../base/describe.js';
import type { Json } from '../base/json.js';
import type { DecodeContext } from './context.js';
import type { DecodedBy, Decoder } from './decoder.js';
import {
  bool,
  ignored,
  int64,
  isJsonObject,
  type LargeDecoder,
  list,
  map,
  object,
  optional,
  schemaOf,
  string,
  time,
  transform,
} from './decoder.js';
import { nodeSelector, objectMeta } from './meta.js';
import { nodeAllocatableResources } from './node-allocatable.js';
import { deviceName, quantity } from './values.js';
import { resourceKind } from './version.js';

export const deviceTaint = object({ key: string, value: string, effect: string, timeAdded: optional(time) });

/** A taint, which excludes requests that do not tolerate it. */
export interface DeviceTaint extends DecodedBy<typeof deviceTaint> {}

const servedValues = {
  int: optional(int64),
  bool: optional(bool),
  string: optional(string),
  version: optional(string),
  ints: optional(list(int64)),
  bools: optional(list(bool)),
  strings: optional(list(string)),
  versions: optional(list(string)),
} as const;

const servedAttribute = object(servedValues);

/** One value or one list of values. The API server accepts exactly one field. */
export interface DeviceAttribute extends DecodedBy<typeof servedAttribute> {}

const attributeFields = object(
  {
    ...servedValues,
    list: optional(
      object({ int: optional(list(int64)), bool: optional(list(bool)), string: optional(list(string)), version: optional(list(string)) }),
    ),
  },
  { hints: { value: 'write the value of an attribute under its type, such as {string: ...} or {int: ...}' } },
);

/** Decodes an attribute in the served form, or with `list` from the draft of KEP-5491. */
const deviceAttribute: Decoder<DeviceAttribute> = {
  ...schemaOf(attributeFields),
  decode(value, context) {
    checkNoScalar(value, context);
    return servedForm(attributeFields.decode(value, context), context);
  },
  *decoding(value, context) {
    checkNoScalar(value, context);
    return servedForm(yield* attributeFields.decoding(value, context), context);
  },
};

function checkNoScalar(value: Json | undefined, context: DecodeContext): void {
  const field = scalarField(value);
  if (field !== undefined)
    context.fail(`expected an object with the type of the value, found ${describe(value)}, did you mean {${field}: ...}?`);
}

function servedForm(attribute: DecodedBy<typeof attributeFields>, context: DecodeContext): DeviceAttribute {
  if (attribute.list === undefined) return attribute;
  const { list: drawn, ...served } = attribute;
  context.warn('list comes from a draft of KEP-5491; Kubernetes uses ints, bools, strings and versions');
  const { int: ints, bool: bools, string: strings, version: versions } = drawn;
  return { ...served, ...(ints && { ints }), ...(bools && { bools }), ...(strings && { strings }), ...(versions && { versions }) };
}

/** Returns the attribute field for a plain value that is written in place of an attribute. */
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
const requestPolicy = object({
  default: optional(quantity),
  validValues: optional(list(quantity)),
  validRange: optional(range),
});

/** The portions of a capacity of a shared device. */
export interface CapacityRequestPolicy extends DecodedBy<typeof requestPolicy> {}

const capacityFields = object({ value: quantity, requestPolicy: optional(requestPolicy) });

/** The amount of a capacity, and the portions in which it may be requested. */
export interface DeviceCapacity extends DecodedBy<typeof capacityFields> {}

const deviceCapacity: Decoder<DeviceCapacity> = {
  ...schemaOf(capacityFields),
  decode: (value, context) => (isAmount(value) ? amountAlone(value, context) : capacityFields.decode(value, context)),
  *decoding(value, context) {
    return isAmount(value) ? amountAlone(value, context) : yield* capacityFields.decoding(value, context);
  },
};

function isAmount(value: Json | undefined): boolean {
  return value !== undefined && value !== null && !isJsonObject(value);
}

/** Reads a plain quantity as a capacity, as up to Kubernetes 1.31. Dumps in the flat versions may still have it. */
function amountAlone(value: Json | undefined, context: DecodeContext): DeviceCapacity {
  if (context.version === 'v1' || context.version === 'v1beta2') {
    return context.fail(`expected an object, found ${describe(value)}, did you mean {value: ...}?`);
  }
  return { value: quantity.decode(value, context) };
}

const counters = map(object({ value: quantity }));
const counterSet = object({ name: string, counters });
const counterConsumption = object({ counterSet: string, counters, compatibilityGroups: list(string) });

/** A named set of counters that devices of a pool share. */
export interface CounterSet extends DecodedBy<typeof counterSet> {}

/** The amounts that a device consumes from one counter set of its pool. */
export interface DeviceCounterConsumption extends DecodedBy<typeof counterConsumption> {}

const deviceContent = {
  /** Attributes and capacities by name, as written. A name without a domain is in the domain of the driver. */
  attributes: map(deviceAttribute),
  capacity: map(deviceCapacity),
  consumesCounters: list(counterConsumption),
  nodeName: optional(string),
  nodeSelector: optional(nodeSelector),
  allNodes: optional(bool),
  taints: list(deviceTaint),
  bindsToNode: bool,
  /**
   * Absent and empty differ: if a device of a pool has this field, even an empty one, the pool comes after other pools
   * (docs/spec/reference-1.37.md 1.13).
   */
  bindingConditions: optional(list(string)),
  bindingFailureConditions: optional(list(string)),
  allowMultipleAllocations: optional(bool),
  /** The node resources that the device stands for, by name. */
  nodeAllocatableResources,
} as const;

const retired = {
  nodeAllocatableResourceMappings: 'has been ignored since Kubernetes 1.37: nodeAllocatableResources replaces it',
} as const;

const device = object(
  { name: deviceName, ...deviceContent },
  { retired, hints: { basic: 'basic exists only in v1beta1: since v1beta2, its fields belong next to name' } },
);

/** One device. */
export interface Device extends DecodedBy<typeof device> {}

/** Returns an attribute by its qualified name: as written, or under the bare name if the domain is the driver's. */
export function lookupAttribute(device: Device, driver: string, name: string): DeviceAttribute | undefined {
  const qualified = device.attributes.get(name);
  if (qualified !== undefined) return qualified;
  const slash = name.indexOf('/');
  if (slash < 0 || name.slice(0, slash) !== driver) return undefined;
  return device.attributes.get(name.slice(slash + 1));
}

const flatDevice: Decoder<Device> = transform(
  object({ name: deviceName, basic: object(deviceContent, { retired }) }),
  ({ name, basic }) => ({
    name,
    ...basic,
  }),
);

const sliceSpec = (eachDevice: Decoder<Device>) =>
  object({
    driver: deviceName,
    /** An absent generation is 0. */
    pool: object({ name: deviceName, generation: int64, resourceSliceCount: int64 }),
    // At most one of these four fields selects the nodes that reach the devices.
    nodeName: optional(string),
    nodeSelector: optional(nodeSelector),
    allNodes: optional(bool),
    perDeviceNodeSelection: optional(bool),
    devices: list(eachDevice),
    sharedCounters: list(counterSet),
    skipNodeOperations: list(string),
    partitionTypeAttribute: optional(string),
  });

/** The part of a pool in a slice. */
export interface ResourceSliceSpec extends DecodedBy<ReturnType<typeof sliceSpec>> {}

const slice = (eachDevice: Decoder<Device>) =>
  object({
    apiVersion: ignored,
    kind: ignored,
    metadata: objectMeta,
    spec: transform(sliceSpec(eachDevice), warnUnreachable),
  });

/** A part of one pool of devices. */
export interface ResourceSlice extends DecodedBy<ReturnType<typeof slice>> {}

/** Warns about a slice that reaches no node. Warns about a slice that no node can access. */
function warnUnreachable(spec: ResourceSliceSpec, context: DecodeContext): ResourceSliceSpec {
  const { nodeName = '', nodeSelector, allNodes, perDeviceNodeSelection } = spec;
  if (nodeName === '' && nodeSelector === undefined && allNodes !== true && perDeviceNodeSelection !== true) {
    context.warn('the slice is available on no node: it needs nodeName, nodeSelector, allNodes: true or perDeviceNodeSelection: true');
  }
  return spec;
}

/** The API server rejects such a slice. In a file that was edited by hand, its devices would look available. */
const flatSlice: Decoder<ResourceSlice> = transform(slice(flatDevice), ({ metadata, spec }) => {
  const { nodeName, allNodes, ...rest } = spec;
  return { metadata, spec: { ...rest, ...(nodeName ? { nodeName } : {}), ...(allNodes ? { allNodes } : {}) } };
});

const shapes = { v1: slice(device), flat: flatSlice };

/** Decodes ResourceSlices of any served version, also in increments. */
export const resourceSliceKind: LargeDecoder<ResourceSlice> = resourceKind('ResourceSlice', shapes);

/** Decodes a ResourceSlice of any served version. Throws AllocationError. */
export const { decode: decodeResourceSlice } = resourceSliceKind;

const anyDevice: Decoder<Device> = object({ name: deviceName, ...deviceContent }, { retired });

/**
 * Decodes a single device without a slice: in the form of v1, or of v1beta1 and v1alpha3 if it has `basic`. Its name may be absent. Throws AllocationError.
 */
export function decodeDevice(value: Json, context: DecodeContext): Device {
  const isFlat = isJsonObject(value) && Object.hasOwn(value, 'basic');
  const schema = isFlat ? flatDevice : anyDevice;
  context.startObject(schema, isFlat ? 'v1beta1' : 'v1');
  return schema.decode(value, context);
}
