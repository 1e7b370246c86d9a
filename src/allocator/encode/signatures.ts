// The fields that decide the checks of one device for one request, as signatures: of what is requested, and of devices.

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
import { weakEntryIn } from '../../core/base/entry-in.js';
import { lengthPrefixed } from '../../core/base/key-text.js';
import { ownText } from '../../core/base/own-text.js';
import { identityText, irrelevant, isAny, listOf, MOST_LISTED, mapOf, type SignatureFields, signature } from '../../core/base/signature.js';
import type { SliceDevice } from '../pools/pool.js';
import { amountsText, quantityText } from './amounts.js';
import type { SlotSelection } from './slot-plan.js';

const expressionText = signature<NonNullable<DeviceSelector['cel']>>({ expression: lengthPrefixed });

/** The fields of a selector that decide. */
export const selectorText = signature<DeviceSelector>({ cel: expressionText });

/** The fields of a toleration that decide which taints it tolerates. */
export const tolerating = {
  key: lengthPrefixed,
  operator: lengthPrefixed,
  value: lengthPrefixed,
  effect: lengthPrefixed,
} satisfies Partial<SignatureFields<DeviceToleration>>;

const tolerationText = signature<DeviceToleration>({
  ...tolerating,
  tolerationSeconds: irrelevant('it says for how long, and who tolerates at all gets the device'),
});

/** The amounts that are queried of capacities. */
export const capacityRequestText = signature<NonNullable<DeviceSelection['capacity']>>({
  requests: (requests) => lengthPrefixed(amountsText(requests)),
});

/** A derived attribute. */
export const derivedAttributeText = signature<DerivedAttribute>({
  name: lengthPrefixed,
  expression: lengthPrefixed,
});

const selectionText = signature<DeviceSelection>({
  deviceClassName: irrelevant('the class itself has its own place'),
  selectors: listOf(selectorText),
  allocationMode: irrelevant('devices are examined one by one, however many are slot'),
  count: irrelevant('devices are examined one by one, however many are slot'),
  tolerations: listOf(tolerationText),
  capacity: capacityRequestText,
  derivedAttributes: irrelevant('constraints look at them, after the checks'),
});

const classSpecText = signature<DeviceClass['spec']>({
  selectors: listOf(selectorText),
  config: irrelevant('it is passed on'),
  extendedResourceName: irrelevant('claims for it are made before'),
});

const classText = signature<DeviceClass>({
  metadata: irrelevant('a device is examined by what the class says, whatever it is called'),
  spec: classSpecText,
});

/** Characters of the signature of a request or class, twice what the API server takes; longer ones are told by being the object that they are. */
const LONGEST_TEXT = 1 << 20;

/** The signature of an object, in memory of its own: it is stored. */
function keptText<T extends object>(of: T, textOf: (of: T) => string): string {
  const text = textOf(of);
  return text.length > LONGEST_TEXT ? identityText(of) : ownText(text);
}

const classTexts = new WeakMap<DeviceClass, string>();

/** The signature of a class, a text of its own: each request for the class has it in its key. */
function textOfClass(deviceClass: DeviceClass): string {
  return weakEntryIn(classTexts, deviceClass, (given) => keptText(given, classText));
}

const textWithClass = signature<SlotSelection>({
  selection: (selection) => keptText(selection, selectionText),
  deviceClass: textOfClass,
});

/** Signatures of selections, each with the class that it was made for, and the signature of that. */
const keys = new WeakMap<DeviceSelection, { deviceClass: DeviceClass; readonly ofClass: string; readonly key: string }>();

/** The signature of what a request selects: requests of equal signatures examine devices equally. A text of its own. */
export function selectionSignature(slot: SlotSelection): string {
  const { selection, deviceClass } = slot;
  const known = keys.get(selection);
  if (known?.deviceClass === deviceClass) return known.key;
  const ofClass = textOfClass(deviceClass);
  if (known?.ofClass === ofClass) {
    // The class was decoded anew: claims are told by what is in them, and keep their selections.
    known.deviceClass = deviceClass;
    return known.key;
  }
  const key = ownText(textWithClass(slot));
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

/** Capacities with what the arithmetic sees of them. */
function capacitiesText(capacity: Device['capacity']): string {
  return isLong(capacity) ? identityText(capacity) : amountsByName(capacity);
}

/** Returns whether capacities have more values together than are told one by one. */
function isLong(capacity: Device['capacity']): boolean {
  let values = capacity.size;
  if (values > MOST_LISTED) return true;
  for (const { requestPolicy } of capacity.values()) values += requestPolicy?.validValues?.length ?? 0;
  return values > MOST_LISTED;
}

/** The fields of a device that the arithmetic of capacities sees. */
export function capacityText({ device }: SliceDevice): string {
  return capacitiesText(device.capacity);
}

const taintText = signature<DeviceTaint>({
  key: lengthPrefixed,
  value: lengthPrefixed,
  effect: lengthPrefixed,
  timeAdded: irrelevant('a taint keeps claims away whenever it was added'),
});

const REACH = irrelevant('a device that the node does not reach is not among those that it sees');
const PASSED_ON = irrelevant('it is passed on with the device');

const checkedOfDevice = signature<Device>({
  name: irrelevant('devices are examined for what they have'),
  attributes: irrelevant('selectors look at attributes, of which each is a part of its own'),
  capacity: (capacity) => (capacity.size > MOST_LISTED || hasPolicies(capacity) ? capacitiesText(capacity) : undefined),
  consumesCounters: isAny,
  nodeName: REACH,
  nodeSelector: REACH,
  allNodes: REACH,
  taints: listOf(taintText),
  bindsToNode: PASSED_ON,
  bindingConditions: isAny,
  bindingFailureConditions: PASSED_ON,
  allowMultipleAllocations: irrelevant('selectors look at it, as a part of its own; what shares take is counted in the search'),
  nodeAllocatableResources: PASSED_ON,
});

const checkedOfSliceSpec = signature<ResourceSliceSpec>({
  driver: irrelevant('selectors look at it, as a part of its own'),
  pool: irrelevant('pools decide which devices there are'),
  nodeName: REACH,
  nodeSelector: REACH,
  allNodes: REACH,
  perDeviceNodeSelection: REACH,
  devices: irrelevant('the device has its own place'),
  sharedCounters: irrelevant('counters are counted in the search'),
  skipNodeOperations: isAny,
  partitionTypeAttribute: irrelevant('nothing looks at it'),
});

const checkedOfSlice = signature<ResourceSlice>({
  metadata: irrelevant('pools decide which slices count'),
  spec: checkedOfSliceSpec,
});

/** The fields of a device that the checks after the selectors see, next to the capacity that is requested, whatever the node: equivalent devices have equal texts. */
export const checkedText = signature<SliceDevice>({
  slice: checkedOfSlice,
  device: checkedOfDevice,
});

/** Returns whether some capacity has to be requested in portions, or has less than nothing. */
export function hasPolicies(capacity: Device['capacity']): boolean {
  for (const { value, requestPolicy } of capacity.values()) if (requestPolicy !== undefined || value.sign() < 0) return true;
  return false;
}
