// Measures how much a claim counts under each name of a ResourceQuota. Source: pkg/quota/v1/evaluator/core/resource_claims.go of Kubernetes
// 1.37.1.

import type { DeviceClass } from '../../core/api/device-class.js';
import type { DeviceRequest, DeviceSelection, ResourceClaim, ResourceClaimSpec } from '../../core/api/resource-claim.js';
import type { Checkpoint } from '../../core/base/checkpoint.js';
import { weakEntryIn } from '../../core/base/entry-in.js';
import type { Incremental } from '../../core/base/incremental.js';
import { Quantity } from '../../core/quantity/quantity.js';
import { CLASS_PREFIX, NATIVE, QUOTA_PREFIX } from './extended-resources.js';

/** Amounts by their names in a ResourceQuota. */
export type Usage = ReadonlyMap<string, Quantity>;

/** The quota name that counts claims. */
const CLAIM_COUNT = 'count/resourceclaims.resource.k8s.io';
/** The suffix of a class name in the quota name that counts the requested devices of the class. */
const DEVICES_OF_CLASS = '.deviceclass.resource.k8s.io/devices';

/** `All` counts as the most devices that a claim can hold (AllocationResultsMaxSize). */
const DEVICES_OF_ALL = 32n;

const ONE = Quantity.fromInt64(1n, 'DecimalSI');
const NOTHING: Usage = new Map();

/** Returns the quota name of an extended resource. */
export function withQuotaPrefix(resource: string): string {
  return QUOTA_PREFIX + resource;
}

/** Measures claims, given the classes of a cluster. */
export class ClaimMeter {
  /** The extended resource of each class; undefined while DRAExtendedResource is off. */
  readonly #extendedNames: ReadonlyMap<string, string> | undefined;
  readonly #extendedResources: ReadonlySet<string>;
  /** Cached by spec: claims made from one template share their spec. */
  readonly #usageBySpec = new WeakMap<ResourceClaimSpec, Usage>();

  private constructor(extendedNames: ReadonlyMap<string, string> | undefined, extendedResources: ReadonlySet<string>) {
    this.#extendedNames = extendedNames;
    this.#extendedResources = extendedResources;
  }

  /** `extendedResources`: the gate DRAExtendedResource is on. */
  static *of(deviceClasses: readonly DeviceClass[], extendedResources: boolean, checkpoint: Checkpoint): Incremental<ClaimMeter> {
    const names = new Map<string, string>();
    const resources = new Set<string>();
    for (const { metadata, spec } of deviceClasses) {
      const { extendedResourceName = '' } = spec;
      names.set(metadata.name, extendedResourceName);
      resources.add(CLASS_PREFIX + metadata.name).add(extendedResourceName);
      if (checkpoint.due()) yield;
    }
    return new ClaimMeter(extendedResources ? names : undefined, resources);
  }

  /** Returns whether claims count under a quota name. A quota without such a name does not limit claims. */
  limitsClaims(name: string): boolean {
    if (name === CLAIM_COUNT || name.endsWith(DEVICES_OF_CLASS)) return true;
    if (this.#extendedNames === undefined || !name.startsWith(QUOTA_PREFIX)) return false;
    const resource = name.slice(QUOTA_PREFIX.length);
    const isExtended = resource.startsWith(CLASS_PREFIX) || (name.includes('/') && !name.includes(NATIVE));
    return isExtended && this.#extendedResources.has(resource);
  }

  /**
   * Returns the usage of a claim: the claim, the devices of each class, and the same devices under the extended resource names
   * of the class. `podUsage`: the amounts that already count for the pod of an extended resource claim. The result may contain
   * zero amounts.
   */
  usageOf({ spec }: ResourceClaim, podUsage: Usage = NOTHING): Usage {
    if (podUsage.size > 0) return this.#measure(spec, podUsage);
    return weakEntryIn(this.#usageBySpec, spec, () => this.#measure(spec, NOTHING));
  }

  #measure(spec: ResourceClaimSpec, podUsage: Usage): Usage {
    const devices = devicesInAny(spec);
    const usage = new Map<string, Quantity>([[CLAIM_COUNT, ONE]]);
    for (const [className, quantity] of devices) usage.set(className + DEVICES_OF_CLASS, quantity);
    for (const [name, quantity] of this.#extended(devices)) {
      const counted = podUsage.get(name);
      const rest = counted === undefined ? quantity : quantity.sub(counted);
      if (rest.sign() > 0) usage.set(name, rest);
    }
    return usage;
  }

  #extended(devices: Usage): Usage {
    const extended = new Map<string, Quantity>();
    if (this.#extendedNames === undefined) return extended;
    for (const [className, quantity] of devices) {
      if (className === '') continue;
      raise(extended, withQuotaPrefix(CLASS_PREFIX + className), quantity);
      const resource = this.#extendedNames.get(className) ?? '';
      // If two classes name one resource, upstream counts a random one. The greater amount is safe.
      if (resource !== '') raise(extended, withQuotaPrefix(resource), quantity);
    }
    return extended;
  }
}

/** Returns the most devices of each class that a claim can be allocated, over its alternatives. */
function devicesInAny(spec: ResourceClaimSpec): Usage {
  if (spec.firstOfDevices === undefined) return devicesByClass(spec.devices.requests);
  const most = new Map<string, Quantity>();
  for (const { requests } of spec.firstOfDevices)
    for (const [className, devices] of devicesByClass(requests)) raise(most, className, devices);
  return most;
}

/** Returns the most devices of each class that all requests together can be allocated. */
function devicesByClass(requests: readonly DeviceRequest[]): Usage {
  const sum = new Map<string, Quantity>();
  for (const request of requests) {
    for (const [className, devices] of needOf(request)) sum.set(className, sum.get(className)?.add(devices) ?? devices);
  }
  return sum;
}

/** Returns the most devices of each class that one request can be allocated: its alternatives may request different classes. */
function needOf({ exactly, firstAvailable }: DeviceRequest): Usage {
  if (exactly !== undefined) return new Map([[exactly.deviceClassName, devicesOf(exactly)]]);
  const most = new Map<string, Quantity>();
  for (const subrequest of firstAvailable) {
    const devices = devicesOf(subrequest);
    if (devices.sign() > 0) raise(most, subrequest.deviceClassName, devices);
  }
  return most;
}

function devicesOf({ allocationMode, count }: DeviceSelection): Quantity {
  if (allocationMode === 'ExactCount') return Quantity.fromInt64(count, 'DecimalSI');
  // An unsupported mode counts as no devices.
  return Quantity.fromInt64(allocationMode === 'All' ? DEVICES_OF_ALL : 0n, 'DecimalSI');
}

function raise(amounts: Map<string, Quantity>, name: string, quantity: Quantity): void {
  const amount = amounts.get(name);
  if (amount === undefined || quantity.compare(amount) > 0) amounts.set(name, quantity);
}
