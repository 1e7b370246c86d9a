// Builds signatures of requests and devices from the fields that determine the checks of one device for one request.

import type { DeviceClass } from '../../core/api/device-class.js';
import type { DerivedAttribute, DeviceSelection, DeviceSelector, DeviceToleration } from '../../core/api/resource-claim.js';
import type {
  CapacityRequestPolicy,
  Device,
  DeviceCapacity,
  DeviceTaint,
  ResourceSlice,
  ResourceSliceSpec,
} from '../../core/api/resource-slice.js';
import { copyText } from '../../core/base/copy-text.js';
import { weakEntryIn } from '../../core/base/entry-in.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { identityText, irrelevant, isAny, listOf, MOST_LISTED, mapOf, type SignatureFields, signature } from '../../core/base/signature.js';
import type { SliceDevice } from '../pools/pool.js';
import { amountsText, quantityText } from './amounts.js';
import type { SlotSelection } from './slot-plan.js';

const expressionText = signature<NonNullable<DeviceSelector['cel']>>({ expression: lengthPrefixed });

/** Identifies a selector. */
export const selectorText = signature<DeviceSelector>({ cel: expressionText });

/** The fields of a toleration that determine which taints it tolerates. */
export const tolerating = {
  key: lengthPrefixed,
  operator: lengthPrefixed,
  value: lengthPrefixed,
  effect: lengthPrefixed,
} satisfies Partial<SignatureFields<DeviceToleration>>;

const tolerationText = signature<DeviceToleration>({
  ...tolerating,
  tolerationSeconds: irrelevant('the duration does not affect the allocation'),
});

/** Identifies the requested capacity amounts. */
export const capacityRequestText = signature<NonNullable<DeviceSelection['capacity']>>({
  requests: (requests) => lengthPrefixed(amountsText(requests)),
});

/** Identifies a derived attribute. */
export const derivedAttributeText = signature<DerivedAttribute>({
  name: lengthPrefixed,
  expression: lengthPrefixed,
});

const selectionText = signature<DeviceSelection>({
  deviceClassName: irrelevant('the class is a separate part'),
  selectors: listOf(selectorText),
  allocationMode: irrelevant('devices are examined one by one, regardless of the count'),
  count: irrelevant('devices are examined one by one, regardless of the count'),
  tolerations: listOf(tolerationText),
  capacity: capacityRequestText,
  derivedAttributes: irrelevant('only constraints read them, after these checks'),
});

const classSpecText = signature<DeviceClass['spec']>({
  selectors: listOf(selectorText),
  config: irrelevant('it is copied to the result'),
  extendedResourceName: irrelevant('claims for it already exist'),
});

const classText = signature<DeviceClass>({
  metadata: irrelevant('only the spec of the class affects the outcome'),
  spec: classSpecText,
});

/** The most characters in the signature of a request or class, twice the limit of the API server. Longer ones are identified by object identity. */
const LONGEST_TEXT = 1 << 20;

/**
 * Returns the signature of an object. The signature is a separate string, because it is stored and must not keep a larger
 * string in memory.
 */
function separateText<T extends object>(of: T, textOf: (of: T) => string): string {
  const text = textOf(of);
  return text.length > LONGEST_TEXT ? identityText(of) : copyText(text);
}

const classTexts = new WeakMap<DeviceClass, string>();

/** Returns the signature of a class. It is cached, because each request for the class has it in its key. */
function textOfClass(deviceClass: DeviceClass): string {
  return weakEntryIn(classTexts, deviceClass, (target) => separateText(target, classText));
}

const textWithClass = signature<SlotSelection>({
  selection: (selection) => separateText(selection, selectionText),
  deviceClass: textOfClass,
});

/** Signatures of selections, each with its class and the signature of that class. */
const keys = new WeakMap<DeviceSelection, { deviceClass: DeviceClass; readonly ofClass: string; readonly key: string }>();

/** Returns the signature of a request. Requests with equal signatures examine devices equally. The signature is a separate string. */
export function selectionSignature(slot: SlotSelection): string {
  const { selection, deviceClass } = slot;
  const cachedEntry = keys.get(selection);
  if (cachedEntry?.deviceClass === deviceClass) return cachedEntry.key;
  const ofClass = textOfClass(deviceClass);
  if (cachedEntry?.ofClass === ofClass) {
    // The class was decoded again, with equal content.
    cachedEntry.deviceClass = deviceClass;
    return cachedEntry.key;
  }
  const key = copyText(textWithClass(slot));
  keys.set(selection, { deviceClass, ofClass, key });
  return key;
}

const rangeText = signature<NonNullable<CapacityRequestPolicy['validRange']>>({
  min: quantityText,
  max: quantityText,
  step: quantityText,
});

const policyText = signature<CapacityRequestPolicy>({
  default: quantityText,
  validValues: listOf(quantityText),
  validRange: rangeText,
});

const amountText = signature<DeviceCapacity>({
  value: quantityText,
  requestPolicy: policyText,
});

const amountsByName = mapOf(amountText);

/** Identifies capacities, with all properties that the arithmetic uses. */
function capacitiesText(capacity: Device['capacity']): string {
  return isLong(capacity) ? identityText(capacity) : amountsByName(capacity);
}

/** Returns whether capacities have too many values for a text. */
function isLong(capacity: Device['capacity']): boolean {
  let values = capacity.size;
  if (values > MOST_LISTED) return true;
  for (const { requestPolicy } of capacity.values()) values += requestPolicy?.validValues?.length ?? 0;
  return values > MOST_LISTED;
}

/** Identifies the fields of a device that the arithmetic of capacities uses. */
export function capacityText({ device }: SliceDevice): string {
  return capacitiesText(device.capacity);
}

const taintText = signature<DeviceTaint>({
  key: lengthPrefixed,
  value: lengthPrefixed,
  effect: lengthPrefixed,
  timeAdded: irrelevant('the time does not affect which claims tolerate the taint'),
});

const REACH = irrelevant('the list of devices on the node already reflects it');
const PASSED_ON = irrelevant('it is copied to the result of the device');

const checkedOfDevice = signature<Device>({
  name: irrelevant('the name of a device does not affect checks'),
  attributes: irrelevant('selectors read attributes, and each attribute is a separate part'),
  capacity: (capacity) => (capacity.size > MOST_LISTED || hasPolicies(capacity) ? capacitiesText(capacity) : undefined),
  consumesCounters: isAny,
  nodeName: REACH,
  nodeSelector: REACH,
  allNodes: REACH,
  taints: listOf(taintText),
  bindsToNode: PASSED_ON,
  bindingConditions: isAny,
  bindingFailureConditions: PASSED_ON,
  allowMultipleAllocations: irrelevant('selectors read it, so it has a separate part; the search counts the capacity of shares'),
  nodeAllocatableResources: PASSED_ON,
});

const checkedOfSliceSpec = signature<ResourceSliceSpec>({
  driver: irrelevant('selectors read it, so it has a separate part'),
  pool: irrelevant('the list of devices already reflects it'),
  nodeName: REACH,
  nodeSelector: REACH,
  allNodes: REACH,
  perDeviceNodeSelection: REACH,
  devices: irrelevant('the device is a separate part'),
  sharedCounters: irrelevant('the search counts them'),
  skipNodeOperations: isAny,
  partitionTypeAttribute: irrelevant('no rule reads it'),
});

const checkedOfSlice = signature<ResourceSlice>({
  metadata: irrelevant('the list of devices already reflects it'),
  spec: checkedOfSliceSpec,
});

/**
 * Identifies the fields of a device that the checks after the selectors use, apart from the requested capacity and the node.
 * Equivalent devices have equal texts.
 */
export const checkedText = signature<SliceDevice>({
  slice: checkedOfSlice,
  device: checkedOfDevice,
});

/** Returns whether some capacity has a request policy, or is negative. */
export function hasPolicies(capacity: Device['capacity']): boolean {
  for (const { value, requestPolicy } of capacity.values()) if (requestPolicy !== undefined || value.sign() < 0) return true;
  return false;
}
